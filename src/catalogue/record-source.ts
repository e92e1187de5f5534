import type { Gif } from './gif.ts'

/** The stored record of a GIF, with its tags as the stored JSON. */
export type StoredRecord = Pick<
  Gif,
  | 'id'
  | 'code'
  | 'tenorId'
  | 'mediaId'
  | 'title'
  | 'width'
  | 'height'
  | 'durationMs'
  | 'frames'
  | 'renditions'
  | 'hasAlpha'
  | 'alt'
  | 'flashing'
  | 'visibility'
  | 'rating'
  | 'hidden'
  | 'createdAt'
> & {
  category: { code: string; name: string }
  tagsJson: string
}

/**
 * Reads records for responses. Returns no promise if it does not have to wait: a promise costs more than reading a
 * record.
 */
export type RecordSource = {
  /** Returns the records of GIFs of any visibility, in any order; deleted GIFs are left out. */
  recordsByIds(ids: readonly number[]): StoredRecord[] | Promise<StoredRecord[]>
  recordByCode(code: string): StoredRecord | undefined | Promise<StoredRecord | undefined>
}
