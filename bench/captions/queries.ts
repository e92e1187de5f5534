/**
 * Searches whose answer is known: possible queries of a person who looks for one GIF of a catalogue. They are made from
 * the captions and from word data unknown to the index, so that they measure its quality.
 */
import { emojiMeanings } from './emoji-meanings.ts'
import { withTypo } from './typos.ts'
import { seededNumbers } from './numbers.ts'
import { includesSorted, type KnownCatalogue, type KnownGif, shuffled } from './known-gifs.ts'
import { countOf, irregularForms, readMisspellings } from './word-data.ts'

/** The GIFs that a query means. */
type Ids = { has(id: number): boolean }

/** The expected results: one of `ids` for a search, the word for a completion, an id for related GIFs. */
export type KnownQuery =
  | { call: 'search'; text: string; meant: string; ids: Ids }
  | { call: 'complete'; text: string; meant: string }
  | { call: 'related'; id: number; ids: Ids }
  /** Letters without meaning: the expected result is nothing. */
  | { call: 'nothing'; text: string }

export const queryKinds = [
  'known item',
  'one typo',
  'two typos',
  'real misspellings',
  'one-word typo',
  'word forms',
  'irregular forms',
  'unfinished last word',
  'completion',
  'completion with typo',
  'emoji',
  'related',
  'nonsense',
] as const
export type QueryKind = (typeof queryKinds)[number]

/** The number of other GIFs from which a query must distinguish the intended one: nobody types less. */
const maxMeant = 10
/** The same for words that are not typed in their exact form: others contain them in another form. */
const maxMeantInForms = 2

/** Shorter words have too many neighbors to tell which one was meant. */
const minTypoLength = 4
/** Only people who type a long word make two errors in it. */
const minTwoTypoLength = 7

export class QueryMaker {
  readonly #catalogue: KnownCatalogue
  readonly #numbers: () => number
  readonly #order: KnownGif[]
  readonly #misspellings = readMisspellings()
  readonly #makers: Record<QueryKind, (gif: KnownGif) => KnownQuery | undefined> = {
    'known item': (gif) => this.#rewritten(gif, (words) => words),
    'one typo': (gif) => this.#changingOne(gif, (word) => this.#typo(word)),
    'two typos': (gif) => this.#rewritten(gif, (words) => this.#twoTypos(words)),
    'real misspellings': (gif) => this.#changingOne(gif, (word) => this.#misspelling(word)),
    'one-word typo': (gif) => this.#oneWord(gif),
    'word forms': (gif) => this.#inOtherForms(gif, false),
    'irregular forms': (gif) => this.#inOtherForms(gif, true),
    'unfinished last word': (gif) =>
      this.#rewritten(gif, (words) => this.#unfinished(words), { most: maxMeantInForms }),
    completion: (gif) => this.#completion(gif, (begun) => begun),
    'completion with typo': (gif) =>
      this.#completion(gif, (begun) => (begun.length < minTypoLength ? undefined : this.#typo(begun))),
    emoji: (gif) => this.#withEmoji(gif),
    related: (gif) => this.#related(gif),
    nonsense: () => ({ call: 'nothing', text: this.#randomLetters() }),
  }

  constructor(catalogue: KnownCatalogue, seed: number) {
    this.#catalogue = catalogue
    this.#numbers = seededNumbers(seed)
    this.#order = shuffled(catalogue.gifs, seed)
  }

  /** At most `count` queries of the kind; fewer only if the catalogue has no more. */
  make(kind: QueryKind, count: number): KnownQuery[] {
    const queries: KnownQuery[] = []
    for (const gif of this.#order) {
      if (queries.length === count) break
      const query = this.#makers[kind](gif)
      if (query !== undefined) queries.push(query)
    }
    return queries
  }

  /**
   * Words of the title, as few as distinguish the GIF from all but nine, in order: what people type who remember it.
   * Undefined if even all of them do not, or `rewrite` has nothing to do.
   */
  #rewritten(
    gif: KnownGif,
    rewrite: (words: string[]) => string[] | undefined,
    { accept = () => true, most = maxMeant }: { accept?: (word: string) => boolean; most?: number } = {},
  ): KnownQuery | undefined {
    const places = shuffledPlaces(gif.titleWords, this.#numbers)
    // A word that is wanted comes first.
    const order = [
      ...places.filter((place) => accept(gif.titleWords[place] ?? '')),
      ...places.filter((place) => !accept(gif.titleWords[place] ?? '')),
    ]
    for (let count = 2; count <= Math.min(5, order.length); count++) {
      const words = order
        .slice(0, count)
        .toSorted((a, b) => a - b)
        .map((place) => gif.titleWords[place] ?? '')
      const having = this.#catalogue.havingAll(words)
      if (having.length > most) continue
      const typed = rewrite(words)
      return (
        typed && {
          call: 'search',
          text: typed.join(' '),
          meant: words.join(' '),
          ids: new Set([gif.document.id]),
        }
      )
    }
    return undefined
  }

  #changingOne(gif: KnownGif, change: (word: string) => string | undefined): KnownQuery | undefined {
    return this.#rewritten(gif, (words) => this.#changeOne(words, minTypoLength, change))
  }

  #unfinished(words: string[]): string[] | undefined {
    const last = words.at(-1) ?? ''
    const begun = this.#begun(last)
    return begun === last ? undefined : [...words.slice(0, -1), begun]
  }

  #changeOne(
    words: string[],
    minLength: number,
    change: (word: string) => string | undefined,
  ): string[] | undefined {
    for (const place of shuffledPlaces(words, this.#numbers)) {
      const word = words[place] ?? ''
      const changed = word.length < minLength ? undefined : change(word)
      if (changed !== undefined) return words.with(place, changed)
    }
    return undefined
  }

  /** In two words, or both in one long word. */
  #twoTypos(words: string[]): string[] | undefined {
    if (this.#numbers() < 0.5) {
      return this.#changeOne(words, minTwoTypoLength, (word) => this.#typo(this.#typo(word)))
    }
    const long = words.filter((word) => word.length >= minTypoLength)
    if (long.length < 2) return undefined
    const [one, other] = shuffledPlaces(long, this.#numbers).map((place) => long[place])
    return words.map((word) => (word === one || word === other ? this.#typo(word) : word))
  }

  #typo(word: string): string {
    for (;;) {
      const typed = withTypo(word, this.#numbers)
      if (typed !== word && typed.length > 1) return typed
    }
  }

  #misspelling(word: string): string | undefined {
    const known = this.#misspellings.get(word) ?? []
    return known[Math.floor(this.#numbers() * known.length)]
  }

  /** A single word with an error: any GIF that has the word was meant. */
  #oneWord(gif: KnownGif): KnownQuery | undefined {
    const long = gif.titleWords.filter((word) => word.length >= minTypoLength)
    const word = long[Math.floor(this.#numbers() * long.length)]
    if (word === undefined) return undefined
    const having = this.#catalogue.havingAll([word])
    return {
      call: 'search',
      text: this.#typo(word),
      meant: word,
      ids: { has: (id) => includesSorted(having, id) },
    }
  }

  /** Like known item, with each noun and verb that has other forms in another one. */
  #inOtherForms(gif: KnownGif, irregular: boolean): KnownQuery | undefined {
    const others = otherForms(gif)
    const isIrregular = (one: string, other: string) => irregularPair(one, other) === irregular
    const choices = (word: string) => (others.get(word) ?? []).filter((other) => isIrregular(word, other))
    return this.#rewritten(
      gif,
      (words) => {
        const typed = words.map((word) => {
          const forms = choices(word)
          return forms[Math.floor(this.#numbers() * forms.length)] ?? word
        })
        return typed.join() === words.join() ? undefined : typed
      },
      { accept: (word) => choices(word).length > 0, most: maxMeantInForms },
    )
  }

  /** More than half of a word, three letters or more. */
  #begun(word: string): string {
    const least = Math.max(3, Math.ceil(word.length * 0.6))
    return word.slice(0, least + Math.floor(this.#numbers() * Math.max(0, word.length - least)))
  }

  /** The beginning of a word alone, or after the word before it. */
  #completion(gif: KnownGif, change: (begun: string) => string | undefined): KnownQuery | undefined {
    if (gif.document.ratingClass > 3) return undefined
    const place = Math.floor(this.#numbers() * gif.titleWords.length)
    const word = gif.titleWords[place] ?? ''
    const begun = this.#begun(word)
    if (begun.length < 3 || begun === word) return undefined
    const typed = change(begun)
    if (typed === undefined) return undefined
    const before = place > 0 && this.#numbers() < 0.4 ? `${gif.titleWords[place - 1]} ` : ''
    return { call: 'complete', text: before + typed, meant: word }
  }

  #withEmoji(gif: KnownGif): KnownQuery | undefined {
    const inTags = gif.document.tags.some((tag) => /\p{Extended_Pictographic}/u.test(tag))
    const emojiOf = (word: string) =>
      Object.keys(emojiMeanings).filter((emoji) => emojiMeanings[emoji]?.includes(word) === true)
    if (inTags) return undefined
    return this.#rewritten(
      gif,
      (words) =>
        this.#changeOne(words, 1, (word) =>
          emojiOf(word).at(Math.floor(this.#numbers() * emojiOf(word).length)),
        ),
      { accept: (word) => emojiOf(word).length > 0 },
    )
  }

  /** The same scene, described by others. */
  #related(gif: KnownGif): KnownQuery | undefined {
    const ids = new Set(gif.sameScene.filter((other) => other !== gif.document.id))
    return ids.size === 0 ? undefined : { call: 'related', id: gif.document.id, ids }
  }

  #randomLetters(): string {
    const consonants = 'bcdfghjklmnpqrstvwxz'
    return Array.from({ length: 9 }, () =>
      consonants.charAt(Math.floor(this.#numbers() * consonants.length)),
    ).join('')
  }
}

function shuffledPlaces(values: readonly unknown[], numbers: () => number): number[] {
  return values
    .map((_, index) => ({ index, place: numbers() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ index }) => index)
}

/** Each word of the scene's nouns and verbs with its other forms. */
function otherForms({ scene }: KnownGif): Map<string, string[]> {
  const { subject, companion, object, place, idea, verb } = scene
  const nouns = [
    ...[subject, companion].filter(({ kind }) => kind !== 'name').map(({ noun }) => noun),
    ...(object === null ? [] : [object]),
    place,
    idea,
  ]
  const sets = [...nouns.map(({ one, many }) => [one, many]), [verb.base, verb.present, verb.ing, verb.past]]
  return new Map(
    sets.flatMap((forms) =>
      forms.map((form) => [form, forms.filter((other) => other !== form && countOf.has(other))]),
    ),
  )
}

const irregularPair = (one: string, other: string) =>
  Object.hasOwn(irregularForms, one) || Object.hasOwn(irregularForms, other)
