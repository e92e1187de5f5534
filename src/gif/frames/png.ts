/** A picture of the screen of a GIF: RGBA as one number per pixel, opaque, or 0 where it is transparent. */
export type Picture = { width: number; height: number; pixels: Uint32Array }

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Color types (PNG, third edition, 11.2.1). */
const [truecolor, indexed, truecolorAlpha] = [2, 3, 6]

/** Encodes a picture as PNG, with a palette if it has at most 256 colors, as most GIF frames do. */
export async function encodePng({ width, height, pixels }: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const palette = paletteOf(pixels)
  const colorType = palette !== null ? indexed : pixels.includes(0) ? truecolorAlpha : truecolor
  const rows = palette === null ? colorRows(pixels, width, colorType) : indexRows(pixels, width, palette)
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, colorType, 0, 0, 0], 8)
  return join([
    Uint8Array.from(signature),
    chunk('IHDR', header),
    ...(palette === null ? [] : paletteChunks(palette)),
    chunk('IDAT', await deflate(rows)),
    chunk('IEND', new Uint8Array()),
  ])
}

/** Returns the palette index of each color, or null if there are more than 256. */
function paletteOf(pixels: Uint32Array): Map<number, number> | null {
  const palette = new Map<number, number>()
  let last = -1
  for (const color of pixels) {
    if (color === last) continue
    last = color
    if (!palette.has(color)) palette.set(color, palette.size)
    if (palette.size > 256) return null
  }
  return palette
}

function paletteChunks(palette: ReadonlyMap<number, number>): Uint8Array[] {
  const colors = [...palette.keys()]
  const table = Uint8Array.from(
    colors.flatMap((color) => [color & 255, (color >> 8) & 255, (color >> 16) & 255]),
  )
  const alpha = Uint8Array.from(colors.map((color) => (color === 0 ? 0 : 255)))
  return palette.has(0) ? [chunk('PLTE', table), chunk('tRNS', alpha)] : [chunk('PLTE', table)]
}

function indexRows(pixels: Uint32Array, width: number, palette: ReadonlyMap<number, number>) {
  const rows = new Uint8Array(pixels.length + pixels.length / width)
  let to = 0
  for (const [at, color] of pixels.entries()) {
    // Each row begins with its filter type: none.
    if (at % width === 0) to += 1
    rows[to++] = palette.get(color) ?? 0
  }
  return rows
}

function colorRows(pixels: Uint32Array, width: number, colorType: number) {
  const channels = colorType === truecolor ? 3 : 4
  const rows = new Uint8Array(pixels.length * channels + pixels.length / width)
  let to = 0
  for (const [at, color] of pixels.entries()) {
    const before = at % width === 0 ? 0 : (pixels[at - 1] ?? 0)
    // Every row uses the filter "sub": each byte is stored as its difference from the pixel before.
    if (at % width === 0) rows[to++] = 1
    for (let channel = 0; channel < channels; channel += 1) {
      const shift = channel * 8
      rows[to++] = ((color >>> shift) & 255) - ((before >>> shift) & 255)
    }
  }
  return rows
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let index = 0; index < 4; index += 1) bytes[4 + index] = type.charCodeAt(index)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 0 ? value >>> 1 : 0xedb88320 ^ (value >>> 1)
  return value
})

/** Returns the CRC-32 checksum that PNG uses (annex D). */
function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 255] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

function join(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
