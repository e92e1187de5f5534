/** What an answer is, as far as its type and its first bytes tell. */
export type BodyKind = 'video' | 'page' | 'playlist' | 'other'

/** How many of the first bytes `bodyKind` looks at. */
export const kindBytes = 1024

const videoStarts: { offset: number; bytes: string }[] = [
  // The boxes that MP4 and MOV files begin with.
  ...['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].map((bytes) => ({ offset: 4, bytes })),
  { offset: 0, bytes: '\x1A\x45\xDF\xA3' }, // Matroska and WebM
  { offset: 8, bytes: 'AVI ' },
  { offset: 0, bytes: 'OggS' },
  { offset: 0, bytes: 'FLV\x01' },
  { offset: 0, bytes: '\x00\x00\x01\xBA' }, // MPEG program stream
  { offset: 0, bytes: '\x30\x26\xB2\x75' }, // ASF and WMV
  { offset: 0, bytes: 'GIF8' },
]

const playlistTypes = /mpegurl|dash\+xml|mpeg\.dash/i

/**
 * Decides by the first bytes; the type, which senders often get wrong, decides only where they say nothing.
 * `contentType` is the header as it came; `start` holds up to `kindBytes` bytes.
 */
export function bodyKind(contentType: string, start: Uint8Array): BodyKind {
  const text = Buffer.from(start).toString('latin1')
  if (videoStarts.some(({ offset, bytes }) => text.startsWith(bytes, offset))) return 'video'
  if (isTransportStream(start)) return 'video'
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

/** An MPEG transport stream is packets of 188 bytes that each begin with `G`. */
function isTransportStream(start: Uint8Array): boolean {
  return [0, 188, 376].every((offset) => start[offset] === 0x47)
}
