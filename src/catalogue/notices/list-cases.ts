import type { Viewer } from '../../accounts/account.ts'
import { isVisible } from '../show-gif.ts'
import type { NoticeCase } from './notice.ts'
import type { CaseFilter, CasePage, NoticeStore } from './notice-store.ts'

/** Returns a page of cases for an operator, each through `asSeenBy`. `total` is exact. */
export async function listCases(
  notices: NoticeStore,
  filter: CaseFilter,
  page: CasePage,
  viewer: Viewer,
): Promise<{ total: number; cases: NoticeCase[] }> {
  const { total, cases } = await notices.list(filter, page)
  return { total, cases: cases.map((about) => asSeenBy(about, viewer)) }
}

/** Returns the case without its GIF if the viewer may not see it: a private GIF with no open notices. */
export function asSeenBy(about: NoticeCase, viewer: Viewer): NoticeCase {
  const isReported =
    about.notices.some(({ closedAt }) => closedAt === null) ||
    about.counterNotices.some(({ answerId }) => answerId === null)
  return about.gif === null || isVisible(about.gif, viewer, isReported) ? about : { ...about, gif: null }
}
