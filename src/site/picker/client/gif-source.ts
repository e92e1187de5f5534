/** What the picker hands to the page when a GIF is chosen. */
export type PickedGif = {
  code: string
  title: string
  /** The address of its page. */
  page: string
  gif: string
  mp4: string
  webp: string
  /** A small GIF where there is one, otherwise the GIF. */
  tinygif: string
  width: number
  height: number
  /** What it shows: its description, or else its title. */
  alt: string
  /** Whether it flashes more than three times a second; false where that is not known. */
  flashing: boolean
}

/** A GIF in the grid. */
export type FoundGif = {
  gif: PickedGif
  /** How its source knows it. */
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
  /** How many there are in all; null where that is unknown. */
  total: number | null
  /** Where the next page begins; null after the last one. */
  next: string | null
  /** What the search was taken for, where a word was respelt. */
  corrected: string | null
}

export type Category = { code: string; name: string }

/** Where GIFs come from. All but `countShare` reject with a LoadError. */
export type GifSource = {
  list(listing: Listing, from: string | null): Promise<GifPage>
  categories(): Promise<Category[]>
  complete(text: string): Promise<string[]>
  /** Reports that a person chose the GIF; never rejects. `text` is what was searched for. */
  countShare(found: FoundGif, text: string): void
}

export type SourceOptions = {
  /** The address of the instance, with a slash at its end. */
  host: string
  rating: 'g' | 'pg' | 'pg-13' | 'r'
  /** GIFs of one page. */
  limit: number
}
