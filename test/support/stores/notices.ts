import { randomUUID } from 'node:crypto'
import type { CatalogueStores } from '#src/catalogue/catalogue-stores.ts'
import { decideCase } from '#src/catalogue/notices/decide-case.ts'
import type { DecisionAction } from '#src/catalogue/notices/notice.ts'
import type { NoticeStore, NewNotice } from '#src/catalogue/notices/notice-store.ts'
import { openLimits } from '#src/catalogue/notices/send-notice.ts'

export type TestNotice = { gifId: number } & Partial<NewNotice>

/** A quick notice without a name, like most. */
export function newNotice(given: TestNotice): NewNotice {
  return {
    reason: 'spam',
    words: '',
    capacity: null,
    rightsOwner: null,
    work: null,
    statements: [],
    contact: null,
    reporterId: null,
    reference: randomUUID(),
    secretHash: randomUUID(),
    ...given,
  }
}

/** Adds a notice like visitors send it. */
export async function addNotice(
  { notices }: { notices: Pick<NoticeStore, 'add'> },
  given: TestNotice,
): Promise<void> {
  await notices.add(newNotice(given), openLimits)
}

/** The number of cases that wait for an operator. */
export async function countOpenCases({ notices }: { notices: Pick<NoticeStore, 'list'> }): Promise<number> {
  return (await notices.list({ status: 'open', reason: null }, { start: 0, limit: 1 })).total
}

const operatorAccount = { id: 0, email: 'operator@example.org', premium: false, blocked: false, createdAt: 0 }

/** Makes an operator decide about a GIF. */
export function decideAbout(
  stores: CatalogueStores,
  code: string,
  action: DecisionAction,
  statement = 'It had to be.',
): Promise<{ resolved: number }> {
  const viewer = { account: { ...operatorAccount, admin: true } }
  return decideCase(stores, code, viewer, { action, statement, textBlock: null })
}
