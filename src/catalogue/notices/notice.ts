import type { Rating, Gif } from '../gif.ts'

/** The reasons for a notice about a GIF. */
export const noticeReasons = [
  'nsfw',
  'violence',
  'child',
  'person',
  'rights',
  'illegal',
  'spam',
  'other',
] as const

export type NoticeReason = (typeof noticeReasons)[number]

export function isNoticeReason(text: string): text is NoticeReason {
  return noticeReasons.some((reason) => reason === text)
}

/** The person for whom the sender of a notice about a person speaks. */
export const capacities = ['me', 'family', 'representative', 'other'] as const

export type Capacity = (typeof capacities)[number]

/** The statements that the sender has to agree to; the operator sets their texts. */
export type Agreement = 'goodFaith' | 'accurate'

export type NoticeField =
  | 'words'
  | 'name'
  | 'email'
  | 'address'
  | 'capacity'
  | 'rightsOwner'
  | 'work'
  | 'signature'

type Asks = {
  needed: readonly NoticeField[]
  optional: readonly NoticeField[]
  agreements: readonly Agreement[]
}

const plain: Asks = { needed: [], optional: ['words'], agreements: [] }

/**
 * The other fields of a notice for each reason. As few as possible: only a claim of rights requires a name, and
 * only a claim of illegal content an explanation.
 */
export const noticeAsks: Record<NoticeReason, Asks> = {
  nsfw: plain,
  violence: plain,
  child: plain,
  spam: plain,
  other: plain,
  person: { needed: ['capacity'], optional: ['words', 'name', 'email'], agreements: [] },
  illegal: { needed: ['words'], optional: ['name', 'email'], agreements: ['goodFaith'] },
  rights: {
    needed: ['rightsOwner', 'work', 'name', 'email', 'signature'],
    optional: ['words', 'address'],
    agreements: ['goodFaith', 'accurate'],
  },
}

/** The sender of a notice or a counter-notice; removed some time after the case is closed. */
export type Contact = { name: string; email: string; address: string; signature: string }

export type Notice = {
  id: number
  /** The public number of the notice; not secret. */
  reference: string
  reason: NoticeReason
  words: string
  capacity: Capacity | null
  /** The owner of the rights, and the work; the owner of the GIF sees both. */
  rightsOwner: string | null
  work: string | null
  /** The statements that the sender agreed to, as worded at that time. */
  statements: string[]
  contact: Contact | null
  createdAt: number
  /** Null while it is open. */
  closedAt: number | null
  /** Null while it is open, and if the GIF's owner removed it first. */
  decisionId: number | null
}

/** The decisions of an operator: no action, rate, hide, remove, restore, or keep an earlier decision. */
export const decisionActions = ['dismiss', 'rate', 'hide', 'remove', 'restore', 'uphold'] as const

export type DecisionAction = (typeof decisionActions)[number]

export type Decision = {
  id: number
  action: DecisionAction
  /** The new rating; null for other actions. */
  rating: Rating | null
  /** The reason, which both sides read. */
  statement: string
  /** The name of the prepared text that it started from; null for a free text. */
  textBlock: string | null
  /** The operator's e-mail address at that time. */
  decidedBy: string
  createdAt: number
}

/** The answer of a GIF's owner to a decision. */
export type CounterNotice = {
  id: number
  decisionId: number
  words: string
  statements: string[]
  contact: Contact | null
  createdAt: number
  /** The decision that answers it; null while it waits. */
  answerId: number | null
}

/** All notices and decisions about one GIF, oldest first. */
export type NoticeCase = {
  /** The code of the GIF, which is never used again. */
  code: string
  /** Null after it is removed. */
  gif: Gif | null
  /** The title at the last decision, or when the case began. */
  title: string
  /** The SHA-256 of the GIF's file at the first decision; null before that, and if the file was gone. */
  contentHash: string | null
  ownerId: number | null
  notices: Notice[]
  decisions: Decision[]
  counterNotices: CounterNotice[]
}

/** Returns true for a decision that restricts the GIF, so that its owner may send a counter-notice. */
export function isRestriction({ action }: Decision): boolean {
  return action === 'hide' || action === 'remove' || action === 'rate'
}

/** Returns the newest decision that restricts the GIF; null if no decision does, or it was reversed. */
export function activeRestriction({ decisions }: NoticeCase): Decision | null {
  for (const decision of decisions.toReversed()) {
    if (decision.action === 'restore') return null
    if (isRestriction(decision)) return decision
  }
  return null
}

/** Returns the counter-notice that waits for an operator. */
export function openCounterNotice({ counterNotices }: NoticeCase): CounterNotice | null {
  return counterNotices.find(({ answerId }) => answerId === null) ?? null
}

/** Returns the decisions that are possible now. */
export function possibleActions(about: NoticeCase): DecisionAction[] {
  const answers = openCounterNotice(about) !== null
  const { gif, notices } = about
  return decisionActions.filter((action) => {
    if (action === 'dismiss') return !answers && notices.some(({ closedAt }) => closedAt === null)
    if (action === 'uphold') return answers
    if (action === 'restore') return gif === null ? answers : gif.hidden
    return gif !== null
  })
}

/** Returns the decision about a notice and its consequences: the owner's answer, and the decision on that. */
export function courseOf(
  { decisions, counterNotices }: NoticeCase,
  decisionId: number | null,
): { decision: Decision; answeredBy: CounterNotice | null }[] {
  const course: { decision: Decision; answeredBy: CounterNotice | null }[] = []
  for (let next = decisionId; next !== null;) {
    const decision = decisions.find(({ id }) => id === next)
    if (decision === undefined) break
    const answeredBy = counterNotices.find((notice) => notice.decisionId === decision.id) ?? null
    course.push({ decision, answeredBy })
    next = answeredBy?.answerId ?? null
  }
  return course
}
