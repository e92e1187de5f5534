import { seededNumbers } from '../captions/numbers.ts'
import { withTypo } from '../captions/typos.ts'

export type Questions = Record<'one word' | 'two words' | 'one typo' | 'one letter' | 'completions', string[]>

const minTypoLength = 5
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Texts of each kind, from words of these titles, each different from all others of its kind, at most `count`. */
export function questionsOf(titles: string[], count: number): Questions {
  const numbers = seededNumbers(7)
  const words = new Set<string>()
  const pairs = new Set<string>()
  const typos = new Set<string>()
  for (const title of titles) {
    const own = title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
    for (const word of own) {
      words.add(word)
      if (word.length >= minTypoLength) typos.add(withTypo(word, numbers))
    }
    const [first, second] = [own[Math.floor(numbers() * own.length)], own[Math.floor(numbers() * own.length)]]
    if (first !== undefined && second !== undefined && first !== second) pairs.add(`${first} ${second}`)
  }
  for (const word of words) typos.delete(word)
  const some = (texts: Iterable<string>) => [...texts].slice(0, count)
  return {
    'one word': some(words),
    'two words': some(pairs),
    'one typo': some(typos),
    'one letter': [...letters],
    completions: some(
      new Set([...words, ...pairs].map((text) => text.slice(0, -1 - Math.floor(numbers() * 3)))),
    ),
  }
}
