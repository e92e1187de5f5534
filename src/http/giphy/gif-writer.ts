import { type DefaultRating, resolveRating } from '../../catalogue/gif.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import { type LadderGif, resolveRendition } from '../../media/resolve-rendition.ts'
import type { RecordWriter } from '../records/record-pieces.ts'
import { writeGif } from './write-gif.ts'

export type GifWriterOptions = {
  mediaUrls: Pick<MediaUrls, 'urlOf'>
  /** The address of the site without a slash at its end. */
  siteUrl: () => string
  defaultRating: DefaultRating
}

/** Gives what writes the records of this server's GIFs. */
export function gifWriter({ mediaUrls, siteUrl, defaultRating }: GifWriterOptions): RecordWriter {
  return (record) => {
    const { code, title, width, height, frames, durationMs, hasAlpha, renditions } = record
    const gif: LadderGif = { width, height, frames, durationMs, hasAlpha, renditions }
    const site = siteUrl()
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
          return { url: mediaUrls.urlOf(record, name), width, height, bytes: bytes ?? 0 }
        },
      },
      site,
    )
    return { head }
  }
}
