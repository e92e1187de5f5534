/** Chunks of visible data; a frame's own are inside `ANMF`. */
const shownInFrame = new Set(['ALPH', 'VP8 ', 'VP8L'])

/** Flags of `VP8X` that are kept: alpha and animation. */
const [alphaFlag, animationFlag] = [0x10, 0x02]

/**
 * Rewrites an animated WebP with only its header, times and frames: no metadata, unknown chunks or trailing bytes.
 * Returns null if it has a color profile, without which it would look different.
 */
export function rewriteWebp(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = []
  for (const { type, chunk } of chunksOf(bytes, 12)) {
    if (type === 'ICCP') return null
    if (type === 'VP8X') {
      const header = Buffer.from(chunk)
      header[8] = ((header[8] ?? 0) & alphaFlag) | animationFlag
      kept.push(header)
    } else if (type === 'ANIM') kept.push(chunk)
    else if (type === 'ANMF') {
      const parts = [...chunksOf(chunk, 24)].filter((part) => shownInFrame.has(part.type))
      kept.push(riffChunk('ANMF', chunk.subarray(8, 24), ...parts.map((part) => part.chunk)))
    }
  }
  return riffChunk('RIFF', Buffer.from('WEBP'), ...kept)
}
/** Yields the whole chunks of a RIFF file from an offset on, with their heads; a chunk that is cut off is omitted. */
function* chunksOf(bytes: Buffer, start: number): Generator<{ type: string; chunk: Buffer }> {
  for (let at = start; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (at + 8 + size > bytes.length) return
    // A chunk of odd size includes its padding.
    const padding = Buffer.alloc(Math.max(0, end - bytes.length))
    yield {
      type: bytes.toString('latin1', at, at + 4),
      chunk: Buffer.concat([bytes.subarray(at, end), padding]),
    }
    at = end
  }
}

function riffChunk(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8, type, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}
