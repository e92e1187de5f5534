import { isListed, isOpen } from '../../catalogue/gif.ts'
import type { StoredFile } from '../../media/media-store.ts'
import { type RenditionName, renditions } from '../../media/rendition.ts'
import type { ServedGif } from './listed-gifs.ts'
import { httpDate } from '../preconditions.ts'

export type ServedFile = { gif: ServedGif; name: RenditionName; file: StoredFile }

/**
 * Any site can embed a file, and no file is a page. A browser that opens one directly builds a page around it, which
 * loads the file again: so images and media are allowed, and scripts are not.
 */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

const wholeHeaders = new WeakMap<StoredFile, string[]>()

/** All headers of a whole file of a listed GIF, with alternating names and values. */
export function wholeFileHeaders(served: ServedFile): string[] {
  const { file } = served
  let headers = wholeHeaders.get(file)
  if (headers === undefined) {
    const length = { 'content-length': String(file.bytes) }
    headers = Object.entries({ ...commonHeaders, ...fileHeaders(served), ...length }).flat()
    wholeHeaders.set(file, headers)
  }
  return headers
}

const listedHeaders = new WeakMap<StoredFile, Record<string, string>>()

/** The headers of a file in addition to the common ones. Those of a listed GIF's file never change, and are cached. */
export function headersOf(served: ServedFile): Record<string, string> {
  const { gif, file } = served
  if (!isListed(gif)) return fileHeaders(served)
  let headers = listedHeaders.get(file)
  if (headers === undefined) {
    headers = fileHeaders(served)
    listedHeaders.set(file, headers)
  }
  return headers
}

/** The headers of a file that do not depend on its bytes. */
export function gifHeaders(gif: ServedGif, name: RenditionName): Record<string, string> {
  return {
    'content-type': renditions[name].contentType,
    'cache-control': cacheControlOf(gif),
    ...(gif.hidden && { 'cross-origin-resource-policy': 'same-origin' }),
    ...(!isListed(gif) && { 'x-robots-tag': 'noindex' }),
  }
}

function fileHeaders({ gif, name, file }: ServedFile): Record<string, string> {
  return {
    ...gifHeaders(gif, name),
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': httpDate(file.modifiedAt),
  }
}

/** Only the browser that requested an unlisted file caches it, and revalidates it each time. */
function cacheControlOf(gif: ServedGif): string {
  if (isListed(gif)) return 'public, max-age=31536000, immutable'
  return isOpen(gif) ? 'private, no-cache' : 'private, no-store'
}
