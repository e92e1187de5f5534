/** A catalogue of captions, with the known facts of each without any index: the answers that searches should find. */
import type { SearchDocument } from '../../src/search/search-index.ts'
import { seededNumbers } from './numbers.ts'
import type { Scene } from './scene.ts'
import { type CaptionRow, sceneRows } from './stream.ts'
import { functionWords } from './word-data.ts'

export type KnownGif = {
  document: SearchDocument
  scene: Scene
  /** The GIFs of the same scene, including this one. */
  sameScene: readonly number[]
  /** Meaningful words of the title, in order, in lower case. */
  titleWords: string[]
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
    alt: null,
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
  /** All GIFs of the catalogue, or, in a large one, one at regular intervals. */
  gifs: KnownGif[]
  categories: { id: number; name: string }[]
  /** The GIFs that contain all of the words, whole, anywhere; ascending. */
  havingAll(words: readonly string[]): readonly number[]
}

/** The number of GIFs kept to make queries from; their memory must not be measured. */
const maxKnown = 200_000

/**
 * Makes a catalogue and passes each document to `receive`. Categories get names that no caption has, so that a GIF is
 * found by its title and its tags.
 */
export function makeCatalogue(
  options: { count: number; seed: number },
  receive: (document: SearchDocument) => void = () => {},
): KnownCatalogue {
  const categories = new Map<string, number>()
  const gifs: KnownGif[] = []
  const having = new Map<string, number[]>()
  const every = Math.ceil(options.count / maxKnown)
  let id = 0
  let sameScene: number[] = []
  let lastScene = -1
  for (const { row, scene, sceneNumber } of sceneRows(options)) {
    id++
    const code = row.category ?? 'other'
    const categoryId = categories.get(code) ?? categories.size + 1
    categories.set(code, categoryId)
    const document = documentOf(row, id, categoryId)
    receive(document)
    const words = new Set([row.title, ...row.tags].flatMap(plainWords))
    for (const word of words) {
      const ids = having.get(word)
      if (ids === undefined) having.set(word, [id])
      else ids.push(id)
    }
    if (sceneNumber !== lastScene) sameScene = []
    lastScene = sceneNumber
    sameScene.push(id)
    if (sceneNumber % every !== 0) continue
    const titleWords = plainWords(row.title).filter((word) => word.length > 2 && !functionWords.has(word))
    gifs.push({ document, scene, sameScene, titleWords: [...new Set(titleWords)] })
  }
  return {
    gifs,
    categories: [...categories.values()].map((number) => ({ id: number, name: `category${number}` })),
    havingAll(words) {
      const [rarest = [], ...others] = words
        .map((word) => having.get(word) ?? [])
        .toSorted((a, b) => a.length - b.length)
      return others.length === 0
        ? rarest
        : rarest.filter((one) => others.every((ids) => includesSorted(ids, one)))
    },
  }
}

/** Returns true if ascending numbers include a given one. */
export function includesSorted(numbers: readonly number[], wanted: number): boolean {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? Infinity) < wanted) low = middle + 1
    else high = middle
  }
  return numbers[low] === wanted
}

const plainWords = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** The GIFs in an order determined only by the seed, so that queries cover all sorts of them. */
export function shuffled(gifs: readonly KnownGif[], seed: number): KnownGif[] {
  const numbers = seededNumbers(seed)
  return gifs
    .map((gif) => ({ gif, place: numbers() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ gif }) => gif)
}
