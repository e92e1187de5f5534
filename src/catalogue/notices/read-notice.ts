import { AppError } from '../../lib/app-error.ts'
import { cleanLine, cleanLines } from '../../lib/text/clean-text.ts'
import {
  type Agreement,
  capacities,
  type Capacity,
  type Contact,
  isNoticeReason,
  noticeAsks,
  type NoticeField,
  type NoticeReason,
} from './notice.ts'

/** The maximum characters of each field. */
export const fieldLengths: Record<NoticeField, number> = {
  words: 2000,
  name: 100,
  email: 254,
  address: 500,
  capacity: 20,
  rightsOwner: 200,
  work: 1000,
  signature: 100,
}

const ofSeveralLines: ReadonlySet<NoticeField> = new Set(['words', 'address', 'work'])

/** A notice as entered by its sender. */
export type NoticeInput = Partial<Record<NoticeField, string>> & {
  reason: string
  agreed: readonly Agreement[]
}

/** The errors for missing fields. */
const neededDetails = {
  words: 'noticeWordsNeeded',
  name: 'noticeNameNeeded',
  email: 'noticeEmailNeeded',
  address: 'noticeAddressNeeded',
  capacity: 'noticeCapacityNeeded',
  rightsOwner: 'noticeRightsOwnerNeeded',
  work: 'noticeWorkNeeded',
  signature: 'noticeSignatureNeeded',
} as const satisfies Record<NoticeField, string>

export type ReadNotice = {
  reason: NoticeReason
  words: string
  capacity: Capacity | null
  rightsOwner: string | null
  work: string | null
  contact: Contact | null
}

/**
 * Checks and cleans the fields that the reason of a notice requires or allows; leaves out others. Throws AppError
 * invalid_value for an unknown reason and for a field that is too long or malformed, and missing_value for a missing
 * one.
 */
export function readNotice(input: NoticeInput): ReadNotice {
  const { reason } = input
  if (!isNoticeReason(reason))
    throw new AppError('invalid_value', { detail: 'noticeReason' }, { field: 'reason' })
  const { needed, optional, agreements } = noticeAsks[reason]
  const read = (field: NoticeField): string => {
    if (!needed.includes(field) && !optional.includes(field)) return ''
    return readField(field, input[field] ?? '', needed.includes(field))
  }
  const said = {
    capacity: readCapacity(read('capacity')),
    rightsOwner: read('rightsOwner') || null,
    work: read('work') || null,
    words: read('words'),
  }
  const contact = {
    name: read('name'),
    email: readEmail(read('email')),
    address: read('address'),
    signature: read('signature'),
  }
  const refused = agreements.find((agreement) => !input.agreed.includes(agreement))
  if (refused !== undefined)
    throw new AppError('missing_value', { detail: 'noticeAgreement' }, { field: refused })
  return {
    reason,
    ...said,
    contact: Object.values(contact).some((value) => value !== '') ? contact : null,
  }
}

/** Returns a field, cleaned and checked for its length. Throws AppError missing_value and invalid_value. */
export function readField(field: NoticeField, typed: string, isNeeded: boolean): string {
  const max = fieldLengths[field]
  // Longer text is not read: see cleanLines. A character outside of the basic plane counts twice here.
  const isLong = typed.length > 2 * max
  const clean = ofSeveralLines.has(field) ? cleanLines : cleanLine
  const text = isLong ? '' : clean(typed)
  if (isLong || [...text].length > max)
    throw new AppError('invalid_value', { detail: 'noticeTooLong', max }, { field })
  if (isNeeded && text === '')
    throw new AppError('missing_value', { detail: neededDetails[field] }, { field })
  return text
}

function readCapacity(text: string): Capacity | null {
  const found = capacities.find((capacity) => capacity === text)
  if (found === undefined && text !== '') {
    throw new AppError('invalid_value', { detail: 'noticeCapacity' }, { field: 'capacity' })
  }
  return found ?? null
}

function readEmail(text: string): string {
  if (text !== '' && !/^[^\s@]+@[^\s@]+$/.test(text)) {
    throw new AppError('invalid_value', { detail: 'noticeEmail' }, { field: 'email' })
  }
  return text
}
