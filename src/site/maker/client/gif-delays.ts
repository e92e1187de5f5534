const graphicControl = 0xf9
const [extension, image] = [0x21, 0x2c]

/** The delays of the frames of a GIF, in ms; none where the bytes are no whole GIF. */
export function gifDelays(bytes: Uint8Array): number[] {
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'GIF8') return []
  const byte = (at: number) => bytes[at] ?? 0
  const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + colors(byte(10))
  let delay = 0
  const delays: number[] = []
  const skipBlocks = () => {
    while (byte(at) !== 0) at += byte(at) + 1
    at += 1
  }
  while (at < bytes.length) {
    const kind = byte(at)
    if (kind === extension) {
      if (byte(at + 1) === graphicControl) delay = byte(at + 4) + byte(at + 5) * 256
      at += 2
    } else if (kind === image) {
      delays.push(delay * 10)
      delay = 0
      at += 11 + colors(byte(at + 9))
    } else break
    skipBlocks()
  }
  return delays
}
