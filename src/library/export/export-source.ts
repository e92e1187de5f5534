import type { Gif, Visibility } from '../../catalogue/gif.ts'

/** Which GIFs are exported; null: all. */
export type ExportFilter = {
  ownerId: number | null
  categoryId: number | null
  visibility: Visibility | null
  /** Whether those that the operator has hidden are among them. */
  withHidden: boolean
}

export type ExportedGif = {
  gif: Gif
  /** The e-mail address of its account. */
  owner: string | null
  uses: number
}

/** Reads what is exported of the catalogue. */
export interface ExportSource {
  /** How many there are, and the highest id: later ones are not exported. */
  countExported(filter: ExportFilter): Promise<{ count: number; lastId: number }>
  /** Those with ids above `after`, up to `lastId`, the oldest first. */
  listExported(filter: ExportFilter, after: number, lastId: number, limit: number): Promise<ExportedGif[]>
}
