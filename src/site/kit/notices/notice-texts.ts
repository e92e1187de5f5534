import type { Gif } from '../../../catalogue/gif.ts'
import type { DecisionAction, NoticeField, NoticeReason } from '../../../catalogue/notices/notice.ts'
import type { DecisionText, TextBlocks } from '../../../catalogue/notices/text-blocks.ts'
import Type from 'typebox'
import { trimmedText } from '../../../lib/text/text-lengths.ts'
import { statementLength } from '../../../catalogue/notices/decide-case.ts'
import { fieldLengths } from '../../../catalogue/notices/read-notice.ts'

/** A text of a notice or of an answer to one; defaults to empty. */
export function noticeText(field: NoticeField) {
  return Type.Optional(trimmedText(fieldLengths[field], { default: '' }))
}

/** The reasons for a decision in the operator's own words; defaults to empty. */
export const statementText = Type.Optional(trimmedText(statementLength, { default: '' }))

/** The text that a decision begins as when the operator chooses none. */
function suggestedText(action: DecisionAction, reasons: readonly NoticeReason[]): string {
  if (action === 'dismiss') return 'none'
  if (action === 'uphold') return 'upheld'
  if (action === 'restore') return 'restored'
  if (action === 'rate') return 'nsfw'
  const [reason] = reasons
  if (reason === 'child') return 'illegal'
  return reason !== undefined && ['rights', 'person', 'illegal', 'violence', 'spam'].includes(reason)
    ? reason
    : 'rules'
}

type About = Pick<Gif, 'title' | 'code'>

/** The texts that a decision about a GIF can begin as. */
export function decisionTexts(texts: TextBlocks, siteName: string, about: About): DecisionText[] {
  return texts.decisions({ site: siteName, title: about.title, code: about.code })
}

/**
 * What is said about a decision: the chosen text, or without any that which fits, and then the operator's own words.
 * Unknown names count as none; '' where there is nothing to say.
 */
export function statementOf(
  offered: readonly DecisionText[],
  {
    action,
    reasons = [],
    chosen = '',
    words = '',
  }: { action: DecisionAction; reasons?: readonly NoticeReason[]; chosen?: string; words?: string },
): { statement: string; textBlock: string | null } {
  const isOwn = chosen === ownWords
  const name = chosen === '' && words.trim() === '' ? suggestedText(action, reasons) : chosen
  const block = isOwn ? undefined : offered.find((text) => text.name === name)
  const statement = [block?.text ?? '', words.trim()].filter((part) => part !== '').join('\n\n')
  return { statement, textBlock: block?.name ?? null }
}

/** Chosen where a decision has the operator's own words alone. */
export const ownWords = '-'
