import type { StoredRecord } from '../../catalogue/record-source.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import { type LadderGif, resolveRendition } from '../../media/resolve-rendition.ts'
import type { RecordWriter } from '../records/record-pieces.ts'
import { formatsOf, mediaFormats } from './media-formats.ts'

type WriterDeps = { siteUrl: () => string; mediaUrls: Pick<MediaUrls, 'urlOf'> }

/** Writes the record of an open GIF as a result, with one part for each media format, in the order of `mediaFormats`. */
export function tenorRecordWriter({ siteUrl, mediaUrls }: WriterDeps): RecordWriter {
  return (record) => {
    const page = quote(`${siteUrl()}/${record.code}`)
    const title = quote(record.title)
    return {
      head:
        `{"id":"${record.tenorId}","title":${title},` +
        `"content_description":${record.alt === null ? title : quote(record.alt)},` +
        `"content_description_source":"","created":${seconds(record.createdAt)},` +
        `"itemurl":${page},"url":${page},"tags":${record.tagsJson},"flags":${JSON.stringify(flagsOf(record))},` +
        `"hasaudio":false,"hascaption":false,"bg_color":"","media_formats":{`,
      parts: writeFormats(record, mediaUrls),
      tail: '}}',
    }
  }
}

/** What is said of a format is true of the file that stands for it now. */
function writeFormats(record: StoredRecord, mediaUrls: WriterDeps['mediaUrls']): string[] {
  const { width, height, frames, durationMs, hasAlpha, renditions } = record
  const gif: LadderGif = { width, height, frames, durationMs, hasAlpha, renditions }
  return formatsOf(record).map((format) => {
    const { name, file, durationMs: shownMs } = resolveRendition(gif, mediaFormats[format])
    return (
      `"${format}":{"url":${quote(mediaUrls.urlOf(record, name))},"dims":[${file.width},${file.height}],` +
      `"duration":${seconds(shownMs)},"size":${file.bytes ?? 0},"preview":""}`
    )
  })
}

function flagsOf({ hasAlpha, frames }: StoredRecord): string[] {
  return [...(hasAlpha === true ? ['sticker'] : []), ...(frames === 1 ? ['static'] : [])]
}

/** Always with a decimal point: some readers take a number without one for no fraction. */
function seconds(milliseconds: number): string {
  const value = milliseconds / 1000
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

const quote = JSON.stringify as (text: string) => string
