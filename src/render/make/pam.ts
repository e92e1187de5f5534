import { releaseBytes } from '../../lib/release-bytes.ts'

/** One frame: RGBA, 8 bits, straight alpha. The bytes are the frame's until the next one is asked for. */
export type Frame = { width: number; height: number; pixels: Uint8Array }

/** Longer than any header that ffmpeg writes. */
const maxHeaderBytes = 256
const headerEnd = 'ENDHDR\n'
/** A frame of more pixels is none: the largest screens have a sixth of it. */
const maxFramePixels = 200_000_000

/**
 * Takes apart a stream of PAM pictures, as ffmpeg's `image2pipe` writes them: each says how large it is. All are of one
 * size. A last one that is cut off is left out. Throws an Error where the stream is something else.
 */
export async function* readPamFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let frame: Frame | undefined
  let header = ''
  let filled = -1
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0;) {
      if (filled < 0) {
        const taken = headerPart(header, rest)
        header += taken
        rest = rest.subarray(taken.length)
        if (!header.endsWith(headerEnd)) continue
        frame = sameSize(frame, readSize(header))
        header = ''
        filled = 0
        continue
      }
      if (frame === undefined) throw new Error('unreachable: pixels before a header')
      const part = rest.subarray(0, frame.pixels.length - filled)
      frame.pixels.set(part, filled)
      filled += part.length
      rest = rest.subarray(part.length)
      if (filled < frame.pixels.length) continue
      yield frame
      filled = -1
    }
    releaseBytes(chunk)
  }
}

/** What of `bytes` belongs to the header that began as `begun`. */
function headerPart(begun: string, bytes: Uint8Array): string {
  const text = begun + Buffer.from(bytes.subarray(0, maxHeaderBytes)).toString('latin1')
  const end = text.indexOf(headerEnd)
  if (end === -1 && text.length >= maxHeaderBytes) throw new Error('no PAM header')
  return text.slice(begun.length, end === -1 ? undefined : end + headerEnd.length)
}

function readSize(header: string): { width: number; height: number } {
  const [, width, height] = /^P7\nWIDTH (\d+)\nHEIGHT (\d+)\nDEPTH 4\nMAXVAL 255\n/.exec(header) ?? []
  const size = { width: Number(width), height: Number(height) }
  if (size.width * size.height > 0 && size.width * size.height <= maxFramePixels) return size
  throw new Error(`no PAM header of RGBA: ${JSON.stringify(header)}`)
}

function sameSize(frame: Frame | undefined, { width, height }: { width: number; height: number }): Frame {
  if (frame === undefined) return { width, height, pixels: new Uint8Array(width * height * 4) }
  if (frame.width === width && frame.height === height) return frame
  throw new Error('the frames change their size')
}
