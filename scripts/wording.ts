/**
 * Finds wording that has to be read twice: comments and test titles that begin with a clause used as a noun ("What is said
 * when …"), phrases that English does not use, and British spelling.
 */
import { readFileSync } from 'node:fs'

export type Wording = { path: string; line: number; text: string; rule: string }

/** A clause in the place of a noun: a comment or a title begins with the noun or the verb instead. */
const clauseStart =
  /^(?:what|whatever|whether|how|who|whom|whose|whoever|where|wherever|of|those|that which)\b(?![^.]*\?)/i

/** Phrases to avoid, and what to write instead. */
const phrases: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /\bof ours\b/i, instead: 'our, or the name of the thing' },
  { pattern: /\bso many\b/i, instead: 'the number' },
  { pattern: /\b(?:is|are) none\b/i, instead: 'there is no …' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\ball the same\b/i, instead: 'still, anyway' },
  { pattern: /\bunder way\b/i, instead: 'in progress, running' },
  { pattern: /\bwhat becomes\b/i, instead: 'the outcome of' },
  { pattern: /\bmeanwhile\b/i, instead: 'in the meantime, since then' },
  { pattern: /\bbe let\b/i, instead: 'may, be allowed to' },
  { pattern: /\bbeside\b/i, instead: 'next to, besides' },
  {
    pattern: /\b(?:files?|folders?|rows?|it|they|texts?) (?:lie|lies|lay|stands?|stood)\b/i,
    instead: 'is in, is at',
  },
  { pattern: /\bthat (?:there )?(?:is|are) not\b(?= ?[.,;:]|$)/i, instead: 'a missing …' },
  { pattern: /\bas it then is\b/i, instead: 'the updated …' },
  { pattern: /\b(?:for|to|by|from|with|than) who\b/i, instead: 'whoever, people who, its owner' },
  { pattern: /\bfor ever\b/i, instead: 'forever' },
  { pattern: /; gives\b/, instead: 'returns' },
  {
    pattern:
      /\bcolour|\bfavourit|\blicence|\bbehaviour|\bcancelled\b|\bcancelling\b|\bneighbour|\bgrey\b|\bcentre\b/i,
    instead: 'American spelling',
  },
]

/** Addresses, tables and words of the API that keep the name that they have had, and names of others. */
const fixedNames =
  /\/[\w:{}$.-]*favourites?\b|['"`]favourites?\b|\b(?:into|from|FROM|INTO) favourite\b|\bfavourite:|\bfavourite_\w+|018_favourites|FAVOURITES_\w+|['"`]cancelled['"`]|\bcancelled:|\/licences\.txt|\.favourites\b|toColourspace|licen\[cs\]e|colou\?r/g

/** Returns the wording to change in a file; lines count from 1. */
export function findWording(path: string, text = readFileSync(path, 'utf8')): Wording[] {
  const found: Wording[] = []
  const pieces = path.endsWith('.ts') ? [...commentsOf(text), ...titlesOf(text)] : []
  for (const { at, text: piece } of pieces) {
    if (clauseStart.test(piece)) found.push(describe(at, piece, 'begin with a noun or a verb'))
  }
  for (const [index, line] of text.split('\n').entries()) {
    const plain = line.replaceAll(fixedNames, '')
    for (const { pattern, instead } of phrases) {
      if (pattern.test(plain)) found.push({ path, line: index + 1, text: line.trim(), rule: instead })
    }
  }
  return found.toSorted((one, other) => one.line - other.line)

  function describe(at: number, piece: string, rule: string): Wording {
    return { path, line: text.slice(0, at).split('\n').length, text: piece.slice(0, 100), rule }
  }
}

type Piece = { at: number; text: string }

/** The comments of a file, without their marks; comments of several lines that follow each other count as one. */
function commentsOf(text: string): Piece[] {
  const blocks = [...text.matchAll(/^[^'"`\n]*?\/\*\*?([\s\S]*?)\*\//gm)]
  const lines = [...text.matchAll(/^((?!\s*\/\/).*?)(?<![:'"`\\])\/\/ (.*)$|^(?<!\/\/.*\n)\s*\/\/ (.*)$/gm)]
  return [
    ...blocks.map(({ index, 0: all, 1: body = '' }) => ({
      at: index + all.indexOf('/*'),
      text: body.replaceAll(/\n\s*\* ?/g, ' ').trim(),
    })),
    ...lines.map(({ index, 2: trailing, 3: own }) => ({ at: index, text: (own ?? trailing ?? '').trim() })),
  ]
}

/** The titles of tests. */
function titlesOf(text: string): Piece[] {
  const titles = text.matchAll(/\b(?:test|describe|suite|it|t\.test)(?:\.\w+)?\(\s*(['"`])(.*?)\1\s*,/g)
  return [...titles].map(({ index, 2: title = '' }) => ({ at: index, text: title }))
}
