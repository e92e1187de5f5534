import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/** A GIF of two frames with two pixels each; a different one for each number. */
export function tinyGif(number: number): Buffer {
  const colors = [number & 255, (number >> 8) & 255, 90, 200, 60, 20]
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0a, 0]
  const size = [2, 0, 1, 0, 0x80, 0, 0]
  const second = frame.map((byte, index) => (index === 20 ? 0x0c : byte))
  return Buffer.from([...Buffer.from('GIF89a'), ...size, ...colors, ...frame, ...second, 0x3b])
}

/** A ZIP archive of these files. */
export async function zipOf(files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name)
  zip.end()
  return buffer(zip.outputStream)
}
