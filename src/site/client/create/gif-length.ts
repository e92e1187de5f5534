const graphicControl = 0xf9
const [extension, image] = [0x21, 0x2c]

/** As decoders do it: a frame of no time, or of hardly any, is shown this long. */
const hastyHundredths = { below: 2, shown: 10 }

/** How long a GIF plays, in seconds: the time of all its frames. Null where the file is no whole GIF. */
export async function gifSeconds(file: Blob): Promise<number | null> {
  if ((await file.slice(0, 4).text()) !== 'GIF8') return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const byte = (at: number) => bytes[at] ?? 0
  const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + colors(byte(10))
  let delay = 0
  let hundredths = 0
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
      hundredths += delay < hastyHundredths.below ? hastyHundredths.shown : delay
      delay = 0
      at += 11 + colors(byte(at + 9))
    } else break
    skipBlocks()
  }
  return hundredths === 0 ? null : hundredths / 100
}
