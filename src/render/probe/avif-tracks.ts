import { open } from 'node:fs/promises'

/** The tracks of an AVIF image sequence. Streams are numbered as in ffmpeg: in the order of the tracks. */
export type AvifTracks = {
  color: number
  /** Null if it is opaque. */
  alpha: number | null
  /** True if colors are already multiplied by alpha. */
  isPremultiplied: boolean
  /** The number of times it plays; 0 means forever. */
  plays: number
}

type Track = {
  id: number
  handler: string
  /** The tracks that it refers to, by the type of the reference. */
  references: Map<string, number[]>
  /** In units of the movie; Infinity means unlimited. */
  duration: number
  edits: { isRepeated: boolean; duration: number } | null
}

/** The description of all tracks is far smaller in any sequence that a browser plays. */
const maxMovieBytes = 2 ** 24
const maxTopBoxes = 100

/**
 * Reads the roles of the tracks of an AVIF image sequence (AVIF 1.1, section 4; ISO/IEC 14496-12, sections 8.3 and
 * 8.6.6); returns null if the file is not one, or malformed. Throws the system's errors.
 */
export async function readAvifTracks(path: string): Promise<AvifTracks | null> {
  const movie = await readMovie(path)
  if (movie === null) return null
  try {
    const tracks = [...boxesOf(movie)]
      .filter(({ type }) => type === 'trak')
      .map(({ content }) => readTrack(content))
    const isAlpha = ({ references }: Track) => references.has('auxl')
    const color = tracks.findIndex((track) => track.handler === 'pict' && !isAlpha(track))
    const own = tracks[color]
    if (own === undefined) return null
    const alpha = tracks.findIndex(
      (track) => isAlpha(track) && track.references.get('auxl')?.includes(own.id) === true,
    )
    return {
      color,
      alpha: alpha === -1 ? null : alpha,
      isPremultiplied: own.references.get('prem')?.includes(tracks[alpha]?.id ?? -1) === true,
      plays: playsOf(own),
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Reads the box `moov` of an AVIF image sequence; returns null if it is missing. */
async function readMovie(path: string): Promise<Buffer | null> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(16)
    let at = 0
    for (let box = 0; box < maxTopBoxes; box += 1) {
      const { bytesRead } = await file.read(head, 0, 16, at)
      if (bytesRead < 16) return null
      const type = head.toString('latin1', 4, 8)
      if (box === 0 && (type !== 'ftyp' || head.toString('latin1', 8, 12) !== 'avis')) return null
      const size = head.readUInt32BE(0) === 1 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0)
      if (type === 'moov') {
        if (size > maxMovieBytes) return null
        const bytes = Buffer.alloc(size)
        const read = await file.read(bytes, 0, size, at)
        return read.bytesRead === size ? bytes.subarray(8) : null
      }
      if (size < 8) return null
      at += size
    }
    return null
  } finally {
    await file.close()
  }
}

/** Reads a box `trak`. Throws RangeError if it is malformed. */
function readTrack(trak: Buffer): Track {
  const track: Track = { id: 0, handler: '', references: new Map(), duration: Infinity, edits: null }
  for (const { type, content } of boxesOf(trak)) {
    if (type === 'tkhd') {
      const isLong = content.readUInt8(0) === 1
      track.id = content.readUInt32BE(isLong ? 20 : 12)
      track.duration = durationAt(content, isLong ? 28 : 20, isLong)
    } else if (type === 'tref') {
      for (const { type: name, content: ids } of boxesOf(content))
        track.references.set(
          name,
          Array.from({ length: Math.floor(ids.length / 4) }, (_, index) => ids.readUInt32BE(index * 4)),
        )
    } else if (type === 'mdia') {
      const handler = [...boxesOf(content)].find((box) => box.type === 'hdlr')
      track.handler = handler?.content.toString('latin1', 8, 12) ?? ''
    } else if (type === 'edts') {
      const list = [...boxesOf(content)].find((box) => box.type === 'elst')?.content
      if (list === undefined || list.readUInt32BE(4) !== 1) continue
      const isLong = list.readUInt8(0) === 1
      track.edits = { isRepeated: (list.readUInt8(3) & 1) === 1, duration: durationAt(list, 8, isLong) }
    }
  }
  return track
}

/** Returns a duration in units of the movie; all bits set means unlimited. */
function durationAt(bytes: Buffer, at: number, isLong: boolean): number {
  const value = isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
  return value >= (isLong ? 2 ** 64 - 1 : 2 ** 32 - 1) ? Infinity : value
}

/** Returns how many times a track plays, by its only edit; by default it repeats forever, as in Chromium. */
function playsOf({ edits, duration }: Track): number {
  if (edits === null) return 0
  if (!edits.isRepeated) return 1
  if (duration === Infinity || edits.duration < 1) return 0
  return Math.min(65_535, Math.max(1, Math.ceil(duration / edits.duration)))
}

/** Yields the boxes of a container box. */
function* boxesOf(bytes: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + size) }
    at += size
  }
}
