import type { Gif, GifChange } from '../gif.ts'
import type { Contact, CounterNotice, Decision, Notice, NoticeCase, NoticeReason } from './notice.ts'

export type NewNotice = Omit<Notice, 'id' | 'createdAt' | 'closedAt' | 'decisionId'> & {
  gifId: number
  secretHash: string
  reporterId: number | null
}

/** The maximum number of open notices: about one GIF for one reason, and in total. */
export type OpenLimits = { ofReason: number; inAll: number }

/** `gone`: its GIF was removed in the meantime. */
export type AddedNotice = 'added' | 'reason_full' | 'all_full' | 'gone'

export type CaseFilter = {
  /** `open`: something waits for an operator; `counter`: a counter-notice does; `decided`: with a decision. */
  status: 'open' | 'counter' | 'decided'
  reason: NoticeReason | null
}

export type CasePage = { start: number; limit: number }

export type NewDecision = Omit<Decision, 'id' | 'createdAt'> & {
  code: string
  /** Null if it is gone. */
  gif: Gif | null
  contentHash: string | null
  /** The change of the GIF. */
  change: GifChange | 'remove' | null
}

/** One line of the record: a notice, a decision or a counter-notice, with its case. */
export type NoticeRecord = {
  code: string
  title: string
  contentHash: string | null
  isGone: boolean
} & (
  | { kind: 'notice'; notice: Notice }
  | { kind: 'decision'; decision: Decision }
  | { kind: 'counter_notice'; counterNotice: CounterNotice }
)

/** Notices about GIFs and the decisions of operators. Cases and decisions outlive their GIF. */
export type NoticeStore = {
  /** Opens the case of the GIF if it has no case yet. */
  add(notice: NewNotice, limits: OpenLimits): Promise<AddedNotice>
  /** Returns the notice with its case. */
  bySecretHash(hash: string): Promise<{ notice: Notice; about: NoticeCase } | undefined>
  byReference(reference: string): Promise<string | undefined>
  /** Lists open cases, the longest waiting first, or decided ones, the newest decision first. `total` is exact. */
  list(filter: CaseFilter, page: CasePage): Promise<{ total: number; cases: NoticeCase[] }>
  caseOf(code: string): Promise<NoticeCase | undefined>
  /**
   * Records a decision, closes everything in its case that waits for one, and changes or removes the GIF, all or
   * nothing. `check` receives the case in the transaction; an error it throws undoes everything. Returns the number of
   * closed notices; undefined if the GIF is gone.
   */
  decide(
    decision: NewDecision,
    check?: (about: NoticeCase) => void,
  ): Promise<{ resolved: number } | undefined>
  /** Returns false if the decision already has one. */
  addCounterNotice(notice: {
    code: string
    decisionId: number
    words: string
    statements: string[]
    contact: Contact
  }): Promise<boolean>
  /** Returns the cases of an account's GIFs that have decisions, newest first, including those of removed GIFs. */
  ofOwner(ownerId: number, page: CasePage): Promise<{ total: number; cases: NoticeCase[] }>
  /**
   * Returns the next cases after `last`, in the order in which they were opened; `last` is null if there are no more.
   */
  decidedAfter(
    ownerId: number,
    page: { after: number; limit: number },
  ): Promise<{ cases: NoticeCase[]; last: number | null }>
  /** Returns the notices that an account sent before this one, newest first. */
  ofReporter(
    reporterId: number,
    page: { before: number; limit: number },
  ): Promise<{ id: number; code: string; notice: Notice }[]>
  /** Yields all records, case by case, oldest first. */
  records(): AsyncIterable<NoticeRecord>
  /**
   * Forgets the senders of notices and counter-notices that were closed before this time, and deletes notices that were
   * closed without a decision. Returns the number of rows changed or deleted.
   */
  forgetContacts(before: number): Promise<number>
}
