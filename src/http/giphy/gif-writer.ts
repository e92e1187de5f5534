import { type DefaultRating, resolveRating } from '../../catalogue/gif.ts'
import { folderUrlOf, type MediaUrls } from '../../media/media-urls.ts'
import { renditions as specs } from '../../media/rendition.ts'
import { type LadderGif, resolveRendition } from '../../media/resolve-rendition.ts'
import type { RecordWriter } from '../records/record-pieces.ts'
import { writeGif } from './write-gif.ts'

export type GifWriterOptions = {
  mediaUrls: MediaUrls
  /** The address of the site without a trailing slash. */
  siteUrl: () => string
  defaultRating: DefaultRating
}

/** Returns the writer for records of this server's GIFs. */
export function gifWriter({ mediaUrls, siteUrl, defaultRating }: GifWriterOptions): RecordWriter {
  return (record) => {
    const { code, title, width, height, frames, durationMs, hasAlpha, renditions } = record
    const gif: LadderGif = { width, height, frames, durationMs, hasAlpha, renditions }
    const site = siteUrl()
    // Without the closing quote: nothing after it needs escaping.
    const folderJson = JSON.stringify(folderUrlOf(record, mediaUrls)).slice(0, -1)
    const head = writeGif(
      {
        id: code,
        title,
        altText: record.alt ?? title,
        rating: resolveRating(record.rating, defaultRating),
        isSticker: hasAlpha === true,
        tagsJson: record.tagsJson,
        createdAt: record.createdAt,
        frames,
        hash: record.mediaId,
        pageUrl: `${site}/${code}`,
        embedUrl: `${site}/embed/${code}`,
        fileOf: (wanted) => {
          const { name, file } = resolveRendition(gif, wanted)
          const { width, height, bytes } = file
          return { urlJson: `${folderJson}${specs[name].file}"`, width, height, bytes: bytes ?? 0 }
        },
      },
      site,
    )
    return { head }
  }
}
