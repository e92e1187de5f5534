import type { Viewer } from '../accounts/account.ts'
import { isVisible } from '../catalogue/show-gif.ts'
import type { NoticeCase } from './notice.ts'
import type { CaseFilter, CasePage, NoticeStore } from './notice-store.ts'

/** A page of cases for an operator, each as `asSeenBy` gives it. `total` is exact. */
export async function listCases(
  notices: Pick<NoticeStore, 'list'>,
  filter: CaseFilter,
  page: CasePage,
  viewer: Viewer,
): Promise<{ total: number; cases: NoticeCase[] }> {
  const { total, cases } = await notices.list(filter, page)
  return { total, cases: cases.map((about) => asSeenBy(about, viewer)) }
}

/** The case without its GIF where the viewer may not see that: a private one about which nothing waits any more. */
export function asSeenBy(about: NoticeCase, viewer: Viewer): NoticeCase {
  const isReported =
    about.notices.some(({ closedAt }) => closedAt === null) ||
    about.counterNotices.some(({ answerId }) => answerId === null)
  return about.gif === null || isVisible(about.gif, viewer, isReported) ? about : { ...about, gif: null }
}
