/** The boxes of an MP4 file or of a box: the name, and the offsets of its head and of the end of its content. */
function boxesIn(bytes: Buffer, start: number, end: number) {
  const boxes: { name: string; start: number; end: number }[] = []
  for (let at = start; at + 8 <= end; at = boxes.at(-1)?.end ?? end) {
    boxes.push({
      name: bytes.toString('latin1', at + 4, at + 8),
      start: at,
      end: at + bytes.readUInt32BE(at),
    })
  }
  return boxes
}

function movieOf(avif: Buffer) {
  const movie = boxesIn(avif, 0, avif.length).find(({ name }) => name === 'moov')
  if (movie === undefined) throw new Error('no moov')
  return { ...movie, tracks: boxesIn(avif, movie.start + 8, movie.end).filter(({ name }) => name === 'trak') }
}

/** The sequence whose alpha track comes before its color track. */
export function withAlphaFirst(avif: Buffer): Buffer {
  const [color, alpha] = movieOf(avif).tracks
  if (color === undefined || alpha === undefined) throw new Error('no two tracks')
  return Buffer.concat([
    avif.subarray(0, color.start),
    avif.subarray(alpha.start, alpha.end),
    avif.subarray(color.start, color.end),
    avif.subarray(alpha.end),
  ])
}

/** A box, whose content is given in hexadecimal digits. */
export function box(name: string, ...content: (string | Buffer)[]): Buffer {
  const parts = content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part))
  const head = Buffer.alloc(8, `\0\0\0\0${name}`, 'latin1')
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0))
  return Buffer.concat([head, ...parts])
}

/** The sequence with a box at the end of its first track; the bytes after it move. */
export function withBoxInTrack(avif: Buffer, added: Buffer): Buffer {
  const movie = movieOf(avif)
  const [track] = movie.tracks
  if (track === undefined) throw new Error('no track')
  const made = Buffer.concat([avif.subarray(0, track.end), added, avif.subarray(track.end)])
  for (const start of [movie.start, track.start])
    made.writeUInt32BE(made.readUInt32BE(start) + added.length, start)
  for (let at = made.indexOf('stco'); at !== -1; at = made.indexOf('stco', at + 4)) {
    for (let entry = 0; entry < made.readUInt32BE(at + 8); entry += 1) {
      const place = at + 12 + entry * 4
      made.writeUInt32BE(made.readUInt32BE(place) + added.length, place)
    }
  }
  return made
}

/** The same sequence, which plays for `durationMs` by repeating the part that lasts `onceMs`; in units of the movie. */
export function withRepeats(avif: Buffer, onceMs: number, durationMs: number): Buffer {
  const copy = Buffer.from(avif)
  const header = copy.indexOf('mvhd')
  const scale = copy.readUInt32BE(header + 16)
  const units = (ms: number) => Math.round((ms * scale) / 1000)
  copy.writeUInt32BE(units(durationMs), copy.indexOf('tkhd') + 24)
  const edit = Buffer.alloc(12)
  edit.writeUInt32BE(units(onceMs), 0)
  return withBoxInTrack(copy, box('edts', box('elst', '0000000100000001', edit, '00010000')))
}
