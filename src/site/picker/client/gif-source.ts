/** The details passed to the page when a GIF is chosen. */
export type PickedGif = {
  code: string
  title: string
  /** The address of its page. */
  page: string
  gif: string
  mp4: string
  webp: string
  /** The small GIF if it exists, otherwise the GIF. */
  tinygif: string
  width: number
  height: number
  /** The description of the GIF, or else its title. */
  alt: string
  /** True if the GIF flashes more than three times a second; false if unknown. */
  flashing: boolean
}

/** A GIF in the grid. */
export type FoundGif = {
  gif: PickedGif
  /** The id of the GIF at its source. */
  id: string
  /** The small animation and the still that the grid loads. */
  preview: string
  still: string
}

export type Listing =
  | { kind: 'trending' }
  | { kind: 'search'; text: string }
  | { kind: 'category'; code: string }

export type GifPage = {
  gifs: FoundGif[]
  /** The total number of GIFs; null if unknown. */
  total: number | null
  /** The position of the next page; null after the last one. */
  next: string | null
  /** The corrected search text, if a word was misspelled. */
  corrected: string | null
}

export type Category = { code: string; name: string }

/** A source of GIFs. All methods but `countShare` reject with a LoadError. */
export type GifSource = {
  list(listing: Listing, from: string | null): Promise<GifPage>
  categories(): Promise<Category[]>
  complete(text: string): Promise<string[]>
  /** Reports that a person chose the GIF; never rejects. `text` is the search text. */
  countShare(found: FoundGif, text: string): void
}

export type SourceOptions = {
  /** The address of the instance, with a trailing slash. */
  host: string
  rating: 'g' | 'pg' | 'pg-13' | 'r'
  /** The number of GIFs per page. */
  limit: number
}
