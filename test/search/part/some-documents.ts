import type { SearchDocument } from '#src/search/search-index.ts'

/** A document of which only the given fields matter. */
export function documentOf(given: Partial<SearchDocument> & Pick<SearchDocument, 'id'>): SearchDocument {
  return {
    title: '',
    alt: null,
    tags: [],
    categoryId: 1,
    ratingClass: 0,
    hasAlpha: false,
    width: 100,
    height: 100,
    uses: 0,
    ...given,
  }
}

const words =
  'dance cat dog mouse happy dancing mice danced frog frogs red blue big jump jumping sad running run ran leave left leaves 東京 😂 party'.split(
    ' ',
  )

/**
 * The same documents each time: a few common words of several forms, and many rare ones. Their ids start at `firstId`.
 */
export function someDocuments(count: number, firstId = 1): SearchDocument[] {
  let state = firstId
  const random = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + 0x9e37_79b9) >>> 0
    return (state >>> 8) % below
  }
  const word = () => {
    const common = words[Math.min(random(words.length), random(words.length))]!
    return random(4) === 0 ? `rare${random(count)}` : common
  }
  return Array.from({ length: count }, (_, index) =>
    documentOf({
      id: firstId + index,
      title: Array.from({ length: 1 + random(6) }, word).join(' '),
      tags: Array.from({ length: random(4) }, () => (random(3) === 0 ? `${word()} ${word()}` : word())),
      categoryId: random(5),
      ratingClass: random(5),
      hasAlpha: random(8) === 0,
      width: 20 + random(80),
      height: 20 + random(80),
      uses: random(3) === 0 ? random(50) : 0,
    }),
  )
}
