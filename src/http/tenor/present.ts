import type { StoredRecord } from '../../catalogue/record-source.ts'
import { folderUrlOf, type MediaUrls } from '../../media/media-urls.ts'
import { renditions } from '../../media/rendition.ts'
import { type LadderGif, resolveRendition } from '../../media/resolve-rendition.ts'
import type { RecordWriter } from '../records/record-pieces.ts'
import { formatsOf, mediaFormats } from './media-formats.ts'
import { resultTail, writeMediaFormat, writeResultHead } from './write-result.ts'

/**
 * Writes the record of a public or unlisted GIF as a result, with one part per media format, in the order of
 * `mediaFormats`.
 */
export function tenorRecordWriter({
  siteUrl,
  mediaUrls,
}: {
  siteUrl: () => string
  mediaUrls: MediaUrls
}): RecordWriter {
  return (record) => ({
    head: writeResultHead({
      id: record.tenorId,
      title: record.title,
      description: record.alt ?? record.title,
      createdAt: record.createdAt,
      page: `${siteUrl()}/${record.code}`,
      tagsJson: record.tagsJson,
      isSticker: record.hasAlpha === true,
      isStill: record.frames === 1,
    }),
    parts: writeFormats(record, mediaUrls),
    tail: resultTail,
  })
}

/** The values of a format describe the file that currently serves it. */
function writeFormats(record: StoredRecord, mediaUrls: MediaUrls): string[] {
  const { width, height, frames, durationMs, hasAlpha, renditions: files } = record
  const gif: LadderGif = { width, height, frames, durationMs, hasAlpha, renditions: files }
  // File names need no escapes, so the address of their folder is quoted once.
  const folder = JSON.stringify(folderUrlOf(record, mediaUrls)).slice(0, -1)
  return formatsOf(record).map((format) => {
    const { name, file, durationMs: shownMs } = resolveRendition(gif, mediaFormats[format])
    return writeMediaFormat(format, `${folder}${renditions[name].file}"`, file, shownMs)
  })
}
