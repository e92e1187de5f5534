import type { Gif } from '../../../catalogue/gif.ts'
import type { DecisionAction, NoticeField, NoticeReason } from '../../../catalogue/notices/notice.ts'
import type { DecisionText, TextBlocks } from '../../../catalogue/notices/text-blocks.ts'
import Type from 'typebox'
import { trimmedText } from '../../../lib/text/text-lengths.ts'
import { statementLength } from '../../../catalogue/notices/decide-case.ts'
import { fieldLengths } from '../../../catalogue/notices/read-notice.ts'

/** The schema of a text in a notice or in an answer to one; empty by default. */
export function noticeText(field: NoticeField) {
  return Type.Optional(trimmedText(fieldLengths[field], { default: '' }))
}

/** The schema of a decision's reason in the operator's own words; empty by default. */
export const statementText = Type.Optional(trimmedText(statementLength, { default: '' }))

/** The name of the text for a decision if the operator chooses none. */
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

/** The prepared texts for a decision about a GIF. */
export function decisionTexts(texts: TextBlocks, siteName: string, about: About): DecisionText[] {
  return texts.decisions({ site: siteName, title: about.title, code: about.code })
}

/**
 * The statement of a decision: the chosen text, or else the suggested one, followed by the operator's own words. An
 * unknown name counts as none; the statement may be empty.
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

/** The choice of no prepared text, only the operator's own words. */
export const ownWords = '-'
