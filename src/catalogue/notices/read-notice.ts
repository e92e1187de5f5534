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

/** The most characters of each field. */
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

/** A notice as it was typed. */
export type NoticeInput = Partial<Record<NoticeField, string>> & {
  reason: string
  agreed: readonly Agreement[]
}

/** The error messages for missing or wrong fields. */
export type NoticeFaults = {
  reason: string
  needed: Record<NoticeField, string>
  tooLong: (max: number) => string
  email: string
  capacity: string
  agreement: string
}

export type ReadNotice = {
  reason: NoticeReason
  words: string
  capacity: Capacity | null
  rightsOwner: string | null
  work: string | null
  contact: Contact | null
}

/**
 * Checks and cleans what a notice of its reason asks for; other fields are left out. Throws AppError invalid_value for an
 * unknown reason, missing_value for what is not there, and invalid_value for what is too long or malformed.
 */
export function readNotice(input: NoticeInput, faults: NoticeFaults): ReadNotice {
  const { reason } = input
  if (!isNoticeReason(reason)) throw new AppError('invalid_value', faults.reason, { field: 'reason' })
  const { needed, optional, agreements } = noticeAsks[reason]
  const read = (field: NoticeField): string => {
    if (!needed.includes(field) && !optional.includes(field)) return ''
    return readField(field, input[field] ?? '', { isNeeded: needed.includes(field), faults })
  }
  const said = {
    capacity: readCapacity(read('capacity'), faults),
    rightsOwner: read('rightsOwner') || null,
    work: read('work') || null,
    words: read('words'),
  }
  const contact = {
    name: read('name'),
    email: readEmail(read('email'), faults),
    address: read('address'),
    signature: read('signature'),
  }
  const refused = agreements.find((agreement) => !input.agreed.includes(agreement))
  if (refused !== undefined) throw new AppError('missing_value', faults.agreement, { field: refused })
  return {
    reason,
    ...said,
    contact: Object.values(contact).some((value) => value !== '') ? contact : null,
  }
}

/** A field cleaned and checked for its length. Throws AppError missing_value and invalid_value. */
export function readField(
  field: NoticeField,
  typed: string,
  { isNeeded, faults }: { isNeeded: boolean; faults: Pick<NoticeFaults, 'needed' | 'tooLong'> },
): string {
  const max = fieldLengths[field]
  // No longer text is looked at: see cleanLines. A character outside of the first plane counts twice here.
  const isLong = typed.length > 2 * max
  const clean = ofSeveralLines.has(field) ? cleanLines : cleanLine
  const text = isLong ? '' : clean(typed)
  if (isLong || [...text].length > max) throw new AppError('invalid_value', faults.tooLong(max), { field })
  if (isNeeded && text === '') throw new AppError('missing_value', faults.needed[field], { field })
  return text
}

function readCapacity(text: string, faults: NoticeFaults): Capacity | null {
  const found = capacities.find((capacity) => capacity === text)
  if (found === undefined && text !== '') {
    throw new AppError('invalid_value', faults.capacity, { field: 'capacity' })
  }
  return found ?? null
}

function readEmail(text: string, faults: NoticeFaults): string {
  if (text !== '' && !/^[^\s@]+@[^\s@]+$/.test(text)) {
    throw new AppError('invalid_value', faults.email, { field: 'email' })
  }
  return text
}
