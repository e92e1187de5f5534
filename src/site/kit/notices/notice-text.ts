import Type from 'typebox'
import { trimmedText } from '../../../lib/text/text-lengths.ts'
import { statementLength } from '../../../catalogue/notices/decide-case.ts'
import type { NoticeField } from '../../../catalogue/notices/notice.ts'
import { fieldLengths } from '../../../catalogue/notices/read-notice.ts'

/** A text of a notice or of an answer to one; defaults to empty. */
export function noticeText(field: NoticeField) {
  return Type.Optional(trimmedText(fieldLengths[field], { default: '' }))
}

/** The reasons for a decision in the operator's own words; defaults to empty. */
export const statementText = Type.Optional(trimmedText(statementLength, { default: '' }))
