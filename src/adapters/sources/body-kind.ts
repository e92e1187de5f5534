import { sniffBytes, sniffVideo } from '../../media/file-type.ts'

/** What an answer is, as far as its type and its first bytes tell. */
export type BodyKind = 'video' | 'page' | 'playlist' | 'other'

/** How many of the first bytes `bodyKind` looks at. */
export const kindBytes = sniffBytes

const playlistTypes = /mpegurl|dash\+xml|mpeg\.dash/i

/**
 * Decides by the first bytes; the type, which senders often get wrong, decides only where they say nothing.
 * `contentType` is the header as it came; `start` holds up to `kindBytes` bytes.
 */
export function bodyKind(contentType: string, start: Uint8Array): BodyKind {
  if (sniffVideo(start) !== null) return 'video'
  const text = Buffer.from(start).toString('latin1')
  const words = text
    .replace(/^(?:\xEF\xBB\xBF|\xFE\xFF|\xFF\xFE)/, '')
    .replaceAll('\0', '')
    .trimStart()
    .toLowerCase()
  if (words.startsWith('#extm3u') || words.startsWith('<mpd') || playlistTypes.test(contentType))
    return 'playlist'
  if (/^(?:<!doctype html|<html|<head|<body|<title|<meta)/.test(words)) return 'page'
  if (/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(contentType)) return 'page'
  return /^\s*video\//i.test(contentType) && start.length > 0 && !words.startsWith('<') ? 'video' : 'other'
}
