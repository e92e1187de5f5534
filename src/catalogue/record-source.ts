import type { Gif } from './gif.ts'

/** What the record of a GIF says, with its tags as the JSON that they are stored as. */
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

/** Reads records for answers. Without a promise where nothing has to be waited for, which costs more than reading one. */
export type RecordSource = {
  /** Those of GIFs of any visibility, in any order; those that are gone are left out. */
  recordsByIds(ids: readonly number[]): StoredRecord[] | Promise<StoredRecord[]>
  recordByCode(code: string): StoredRecord | undefined | Promise<StoredRecord | undefined>
}
