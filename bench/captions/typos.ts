/** Typing errors, made by rule: a neighboring key, two letters swapped, one left out, one doubled, another letter. */

const neighbors: Record<string, string> = {
  q: 'wa',
  w: 'qes',
  e: 'wrd',
  r: 'etf',
  t: 'ryg',
  y: 'tuh',
  u: 'yij',
  i: 'uok',
  o: 'ipl',
  p: 'ol',
  a: 'qsz',
  s: 'awdx',
  d: 'sefc',
  f: 'drgv',
  g: 'fthb',
  h: 'gyjn',
  j: 'hukm',
  k: 'jil',
  l: 'kop',
  z: 'asx',
  x: 'zsdc',
  c: 'xdfv',
  v: 'cfgb',
  b: 'vghn',
  n: 'bhjm',
  m: 'njk',
}
const alphabet = 'abcdefghijklmnopqrstuvwxyz'

type Rule = 'neighbor' | 'swap' | 'drop' | 'double' | 'replace'

/** The approximate frequencies of each error: a slip of the finger and a missing letter are the commonest. */
const rules: [Rule, number][] = [
  ['neighbor', 0.3],
  ['drop', 0.25],
  ['swap', 0.2],
  ['double', 0.15],
  ['replace', 0.1],
]

/** The word with one error, never the word itself. The first letter is seldom the wrong one (one in ten). */
export function withTypo(word: string, numbers: () => number): string {
  for (;;) {
    const first = numbers() < 0.1 ? 0 : 1
    const at = first === 0 ? 0 : 1 + Math.floor(numbers() * (word.length - 1))
    const changed = apply(pickRule(numbers()), word, at, numbers())
    if (changed !== word) return changed
  }
}

function pickRule(share: number): Rule {
  let left = share
  for (const [rule, part] of rules) {
    if (left < part) return rule
    left -= part
  }
  return 'replace'
}

function apply(rule: Rule, word: string, at: number, share: number): string {
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  const oneOf = (letters: string) => letters.charAt(Math.floor(share * letters.length))
  if (rule === 'drop') return before + after
  if (rule === 'double') return before + letter + letter + after
  if (rule === 'swap') return before + after.charAt(0) + letter + after.slice(1)
  return before + oneOf(rule === 'replace' ? alphabet : (neighbors[letter] ?? alphabet)) + after
}
