/** A catalogue of captions, with what is known of each without any index: the answers that searches should find. */
import type { SearchDocument } from '../../src/search/search-index.ts'
import { seededNumbers } from './numbers.ts'
import type { Scene } from './scene.ts'
import { type CaptionRow, sceneRows } from './stream.ts'
import { functionWords } from './word-data.ts'

export type KnownGif = {
  document: SearchDocument
  scene: Scene
  sceneNumber: number
  /** Words of the title that say something, in their order, in lower case. */
  titleWords: string[]
  /** Every word of title and tags. */
  words: ReadonlySet<string>
}

const sizes: [width: number, height: number][] = [
  [480, 270],
  [320, 240],
  [400, 400],
  [270, 480],
  [498, 280],
]

/** A document for each row, as the catalogue would make it; ids count up from 1. */
export function documentOf(row: CaptionRow, id: number, categoryId: number): SearchDocument {
  const [width, height] = sizes[id % sizes.length] ?? [480, 270]
  return {
    id,
    title: row.title,
    tags: row.tags,
    categoryId,
    // r, or unrated.
    ratingClass: row.nsfw === true ? 4 : 0,
    hasAlpha: id % 20 === 0,
    width,
    height,
    uses: row.uses ?? 0,
  }
}

export type KnownCatalogue = {
  gifs: KnownGif[]
  categories: { id: number; name: string }[]
  /** The GIFs that have all of the words, whole, anywhere. */
  havingAll(words: readonly string[]): number[]
}

/** Categories get names that no caption has, so that what finds a GIF is its title and its tags. */
export function makeCatalogue(options: { count: number; seed: number }): KnownCatalogue {
  const categories = new Map<string, number>()
  const gifs: KnownGif[] = []
  const having = new Map<string, Set<number>>()
  for (const { row, scene, sceneNumber } of sceneRows(options)) {
    const code = row.category ?? 'other'
    const categoryId = categories.get(code) ?? categories.size + 1
    categories.set(code, categoryId)
    const document = documentOf(row, gifs.length + 1, categoryId)
    const titleWords = [
      ...new Set(plainWords(row.title).filter((word) => word.length > 2 && !functionWords.has(word))),
    ]
    const words = new Set([row.title, ...row.tags].flatMap(plainWords))
    for (const word of words) having.set(word, (having.get(word) ?? new Set()).add(document.id))
    gifs.push({ document, scene, sceneNumber, titleWords, words })
  }
  return {
    gifs,
    categories: [...categories.values()].map((id) => ({ id, name: `category${id}` })),
    havingAll(words) {
      const sets = words
        .map((word) => having.get(word) ?? new Set<number>())
        .toSorted((a, b) => a.size - b.size)
      return [...(sets[0] ?? [])].filter((id) => sets.every((set) => set.has(id)))
    },
  }
}

const plainWords = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** The GIFs in an order that only the seed knows, so that queries are about all sorts of them. */
export function shuffled(gifs: readonly KnownGif[], seed: number): KnownGif[] {
  const numbers = seededNumbers(seed)
  return gifs
    .map((gif) => ({ gif, place: numbers() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ gif }) => gif)
}
