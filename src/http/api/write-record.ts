import { isNsfw } from '../../catalogue/gif.ts'
import type { StoredRecord } from '../../catalogue/record-source.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import type { RecordWriter } from '../records/record-pieces.ts'

/**
 * Writes the JSON of an open GIF's record with its category, as presentGifWithCategory and the schema of the API give it, byte
 * for byte: the API has a test that compares them. Several times as fast as going by the schema.
 */
export function apiRecordWriter(mediaUrls: Pick<MediaUrls, 'urlOf'>): RecordWriter {
  return (record) => ({ head: writeRecord(record, mediaUrls) })
}

function writeRecord(record: StoredRecord, mediaUrls: Pick<MediaUrls, 'urlOf'>): string {
  const { category } = record
  return (
    `{"category":{"code":${quote(category.code)},"name":${quote(category.name)}},` +
    `"code":${quote(record.code)},"title":${quote(record.title)},` +
    `"width":"${record.width}","height":"${record.height}",` +
    `"gif_url":${quote(mediaUrls.urlOf(record, 'gif'))},"thumb_url":${quote(mediaUrls.urlOf(record, 'thumb'))},` +
    `"mp4_url":${quote(mediaUrls.urlOf(record, 'mp4'))},"webp_url":${quote(mediaUrls.urlOf(record, 'webp'))},` +
    `"tags":${record.tagsJson},"nsfw":${isNsfw(record)},"private":false,` +
    `"duration":${record.durationMs / 1000},"frames":${record.frames},` +
    `"created_at":"${new Date(record.createdAt).toISOString()}"}`
  )
}

const quote = JSON.stringify as (text: string) => string
