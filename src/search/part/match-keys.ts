import { hashKey, heavyPostings } from './match-counts.ts'

/** The parts of the vocabulary that building a part needs. */
export type PartVocabulary = {
  /** A limit that all term ids are below. */
  readonly size: number
  termOf(id: number): string
  /** Returns the ids of the terms that have the word's stem. */
  formsOf(token: string): ArrayLike<number>
}

/** The sections of a part that `MatchCounts` reads, except for the counts. */
export type MatchKeys = {
  keyTable: Uint32Array
  keyStarts: Uint32Array
  keyChars: Uint16Array
  keyParents: Uint32Array
  slotKeys: Uint32Array
  formSlots: Uint32Array
  formKeys: Uint32Array
}

/** A stem group with `heavyPostings` postings has a term with at least this many, if it has at most 32 terms. */
const commonTerm = heavyPostings / 32

/**
 * Finds the keys whose matches a part counts: prefixes of terms, and terms, whose matching terms have at least
 * `heavyPostings` postings together. `terms` are the part's, by slot, and `frequencyOf` returns the postings of a slot.
 */
export function findMatchKeys(
  terms: Uint32Array,
  frequencyOf: (slot: number) => number,
  vocabulary: PartVocabulary,
): MatchKeys {
  const slots = terms.length
  const texts = Array.from(terms, (term) => vocabulary.termOf(term))
  const slotOfTerm = new Map<number, number>()
  for (const [slot, term] of terms.entries()) slotOfTerm.set(term, slot)
  const slotsOfForms = (text: string) =>
    Array.from(vocabulary.formsOf(text), (term) => slotOfTerm.get(term) ?? -1).filter((slot) => slot !== -1)

  const keys = new Map<string, number>([['', 0]])
  const addKey = (text: string) => keys.has(text) || keys.set(text, keys.size)
  for (const prefix of heavyPrefixes(texts, frequencyOf)) addKey(prefix)
  for (const [slot, text] of texts.entries()) {
    if (frequencyOf(slot) < commonTerm) continue
    const forms = slotsOfForms(text)
    const postings = forms.reduce((sum, form) => sum + frequencyOf(form), 0)
    if (postings < heavyPostings) continue
    // A form's own group may be a different one: it may have two stems.
    for (const form of forms) addKey(texts[form] ?? '')
  }

  const forms: [slot: number, key: number][] = []
  for (const [text, key] of keys)
    if (key !== 0)
      for (const slot of slotsOfForms(text))
        if (texts[slot]?.startsWith(text) !== true) forms.push([slot, key])
  forms.sort(([a], [b]) => a - b)

  const slotKeys = new Uint32Array(slots)
  for (const [slot, text] of texts.entries()) slotKeys[slot] = longestKey(keys, text, text.length)
  const keyParents = new Uint32Array(keys.size)
  for (const [text, key] of keys) if (key !== 0) keyParents[key] = longestKey(keys, text, text.length - 1)
  return {
    ...writeKeys([...keys.keys()]),
    keyParents,
    slotKeys,
    formSlots: Uint32Array.from(forms, ([slot]) => slot),
    formKeys: Uint32Array.from(forms, ([, key]) => key),
  }
}

/** Returns the prefixes (whole characters) of terms whose postings together reach `heavyPostings`. */
function heavyPrefixes(texts: readonly string[], frequencyOf: (slot: number) => number): string[] {
  const order = texts.map((_, slot) => slot)
  order.sort((a, b) => compare(texts[a] ?? '', texts[b] ?? ''))
  const heavy: string[] = []
  /** By length: the postings of the terms so far that share that prefix with the last one. */
  const sums: number[] = []
  let last = ''
  const finish = (shared: number) => {
    for (let length = last.length; length > shared; length -= 1) {
      if ((sums[length] ?? 0) >= heavyPostings && !splitsCharacter(last, length))
        heavy.push(last.slice(0, length))
      sums[length] = 0
    }
  }
  for (const slot of order) {
    const text = texts[slot] ?? ''
    let shared = 0
    while (shared < text.length && text[shared] === last[shared]) shared += 1
    finish(shared)
    last = text
    const frequency = frequencyOf(slot)
    for (let length = 1; length <= text.length; length += 1) sums[length] = (sums[length] ?? 0) + frequency
  }
  finish(0)
  return heavy
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns true if a prefix of that length ends between the two halves of a character. */
function splitsCharacter(text: string, length: number): boolean {
  return length < text.length && text.charCodeAt(length) >>> 10 === 0xdc00 >>> 10
}

function longestKey(keys: ReadonlyMap<string, number>, text: string, maxLength: number): number {
  for (let length = maxLength; length > 0; length -= 1) {
    const key = keys.get(text.slice(0, length))
    if (key !== undefined) return key
  }
  return 0
}

function writeKeys(texts: readonly string[]): Pick<MatchKeys, 'keyTable' | 'keyStarts' | 'keyChars'> {
  const keyTable = new Uint32Array(2 ** Math.ceil(Math.log2(texts.length * 2)))
  const keyStarts = new Uint32Array(texts.length + 1)
  const keyChars = new Uint16Array(texts.reduce((sum, text) => sum + text.length, 0))
  let at = 0
  for (const [key, text] of texts.entries()) {
    for (let index = 0; index < text.length; index += 1) keyChars[at++] = text.charCodeAt(index)
    keyStarts[key + 1] = at
    const mask = keyTable.length - 1
    let place = hashKey(text) & mask
    while (keyTable[place] !== 0) place = (place + 1) & mask
    keyTable[place] = key + 1
  }
  return { keyTable, keyStarts, keyChars }
}
