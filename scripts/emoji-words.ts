import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stemOf } from '../src/search/text/stems.ts'
import { searchWords } from '../src/search/text/tokens.ts'

/** A word that more emoji share is too common: face, hand, person. */
const maxEmojiPerWord = 40
/** The most emoji that a word finds. */
const maxEmojiFound = 12
const entriesPerLine = 10

/** Words of names that nearly every title may contain. */
const weakWords = new Set(
  'a an and at by de down for from in la not of on or over st the to under up with without'.split(' '),
)

/**
 * The text of src/search/text/emoji-words.json, from the English names and keywords of emojilib. Finding stems takes too
 * long while a search waits.
 */
export function emojiWordsTable(): string {
  const path = fileURLToPath(import.meta.resolve('emojilib'))
  const entries = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>
  const wordsOf = new Map<string, Set<string>>()
  for (const [unicode, [name = '', ...keywords]] of Object.entries(entries)) {
    const tokens = searchWords(unicode).flat()
    const [emoji = ''] = tokens
    // An emoji of several characters is several tokens; of several emoji with the same token, the first counts.
    if (tokens.length !== 1 || wordsOf.has(emoji)) continue
    // A single word of a longer keyword, or of the name, may mean nothing ("of").
    const single = keywords
      .map((keyword) => searchWords(keyword).flat())
      .filter((words) => words.length === 1)
    const named = searchWords(name).flat()
    const words = [...single.flat(), ...named].filter((word) => word !== emoji && !weakWords.has(word))
    wordsOf.set(emoji, new Set(words.filter((word) => word.length > 1)))
  }
  const emojiOf = new Map<string, string[]>()
  for (const [emoji, words] of wordsOf) {
    for (const stem of new Set([...words].map((word) => stemOf(word) ?? word))) {
      emojiOf.set(stem, [...(emojiOf.get(stem) ?? []), emoji])
    }
  }
  const isCommon = (word: string) => (emojiOf.get(stemOf(word) ?? word)?.length ?? 0) > maxEmojiPerWord
  const words = [...wordsOf].map(([emoji, all]): [string, string] => [
    emoji,
    [...all].filter((word) => !isCommon(word)).join(' '),
  ])
  const emoji = [...emojiOf].filter(([, all]) => all.length <= maxEmojiPerWord)
  const table = {
    words: words.filter(([, all]) => all !== ''),
    emoji: emoji.map(([stem, all]) => [stem, all.slice(0, maxEmojiFound).join(' ')]),
  }
  // Some entries a line, so that a new version of the package is a readable difference.
  const lines = (list: unknown[]) =>
    Array.from({ length: Math.ceil(list.length / entriesPerLine) }, (_, line) =>
      list
        .slice(line * entriesPerLine, (line + 1) * entriesPerLine)
        .map((entry) => JSON.stringify(entry))
        .join(','),
    ).join(',\n')
  return `{"words":[\n${lines(table.words)}\n],"emoji":[\n${lines(table.emoji)}\n]}\n`
}
