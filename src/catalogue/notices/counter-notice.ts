import type { Viewer } from '../../accounts/account.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Decision, type NoticeCase, activeRestriction } from './notice.ts'
import type { NoticeStore } from './notice-store.ts'
import { readField } from './read-notice.ts'

/**
 * Returns the case of a GIF to the account that made it. Throws AppError not_found for everyone else, and if there is
 * no decision.
 */
export async function caseForOwner(
  notices: NoticeStore,
  code: string,
  { account }: Viewer,
): Promise<NoticeCase> {
  const about = await notices.caseOf(code)
  if (
    about === undefined ||
    account === null ||
    about.ownerId !== account.id ||
    about.decisions.length === 0
  ) {
    throw new AppError('not_found', { detail: 'noDecision' })
  }
  return about
}

/** Returns the decision about which the owner may still send a counter-notice; null if no decision is open to one. */
export function contestableDecision(about: NoticeCase): Decision | null {
  const decision = activeRestriction(about)
  if (decision === null) return null
  return about.counterNotices.some(({ decisionId }) => decisionId === decision.id) ? null : decision
}

/**
 * Sends a GIF owner's counter-notice to a decision, once for each decision. `statement` is the text that the owner
 * agreed to. Throws AppError not_found for everyone except the owner, missing_value and invalid_value.
 */
export async function sendCounterNotice(
  notices: NoticeStore,
  code: string,
  viewer: Viewer,
  input: {
    words: string
    name: string
    address: string
    agreed: boolean
    statement: string
  },
): Promise<void> {
  const about = await caseForOwner(notices, code, viewer)
  const decision = contestableDecision(about)
  if (decision === null) throw new AppError('invalid_value', { detail: 'nothingToAnswer' })
  const words = readField('words', input.words, true)
  const name = readField('name', input.name, true)
  const address = readField('address', input.address, false)
  if (!input.agreed) throw new AppError('missing_value', { detail: 'noticeAgreement' }, { field: 'agreed' })
  const email = viewer.account?.email ?? ''
  const added = await notices.addCounterNotice({
    code,
    decisionId: decision.id,
    words,
    statements: [input.statement],
    contact: { name, email, address, signature: name },
  })
  if (!added) throw new AppError('invalid_value', { detail: 'nothingToAnswer' })
}
