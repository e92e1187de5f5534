/** What the headers of an animated WebP say. */
export type WebpHeaders = { width: number; height: number; hasAlpha: boolean; delaysMs: number[] }

const alphaFlag = 0x10

/**
 * Reads the headers of an animated WebP and of its frames, `maxFrames` at most; undefined where there are more. What is
 * damaged ends the frames: the decoder reports it. (libwebp goes over all frames to find each one.)
 */
export function readWebpHeaders(bytes: Buffer, maxFrames: number): WebpHeaders | undefined {
  const headers: WebpHeaders = { width: 0, height: 0, hasAlpha: false, delaysMs: [] }
  let at = 12
  while (at + 24 <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    if (name === 'VP8X') {
      headers.hasAlpha = ((bytes[at + 8] ?? 0) & alphaFlag) !== 0
      headers.width = bytes.readUIntLE(at + 12, 3) + 1
      headers.height = bytes.readUIntLE(at + 15, 3) + 1
    } else if (name === 'ANMF') {
      if (headers.delaysMs.length === maxFrames) return undefined
      headers.delaysMs.push(bytes.readUIntLE(at + 20, 3))
    }
    at += 8 + size + (size % 2)
  }
  return headers
}
