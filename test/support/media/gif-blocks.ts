/** Bytes of a GIF, block by block, valid or invalid: cases that `writeRawGif` cannot write. */

const word = (value: number) => [value & 255, value >> 8]
const text = (letters: string) => [...Buffer.from(letters, 'latin1')]

/** Eight clearly distinct colors: black, red, green, blue, white, yellow, cyan, magenta. */
export const eightColors = [
  ...[0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255],
  ...[255, 255, 255, 255, 255, 0, 0, 255, 255, 255, 0, 255],
]

/** The flags of a color table (GIF89a, sections 18 and 20). */
const tableFlags = (colors: readonly number[]) =>
  colors.length === 0 ? 0 : 0x80 | (Math.log2(colors.length / 3) - 1)

/** The header, the screen and the global color table; without colors the table is omitted. */
export function screen({
  version = '89a',
  width = 4,
  height = 4,
  colors = eightColors,
  background = 0,
  aspect = 0,
}: Partial<{
  version: string
  width: number
  height: number
  colors: readonly number[]
  background: number
  aspect: number
}> = {}): number[] {
  return [
    ...text(`GIF${version}`),
    ...[...word(width), ...word(height), 0x70 | tableFlags(colors), background, aspect],
    ...colors,
  ]
}

/** A graphic control extension (GIF89a, section 23); the delay is in hundredths of a second. */
export function control({
  delay = 10,
  disposal = 0,
  transparent = null,
}: Partial<{ delay: number; disposal: number; transparent: number | null }> = {}): number[] {
  return [
    ...[0x21, 0xf9, 4, (disposal << 2) | (transparent === null ? 0 : 1)],
    ...[...word(delay), transparent ?? 0, 0],
  ]
}

/** A picture: its box, its own color table, its least code size, and its data. */
export type Picture = {
  left: number
  top: number
  width: number
  height: number
  isInterlaced: boolean
  colors: readonly number[]
  codeSize: number
  /** Color indices in the order of the data; by default the index 1 for the whole box. */
  indices: readonly number[]
  /** The codes, joined: by default those of `indices`. */
  data: readonly number[]
  /** Written in place of the terminator of the data. */
  end: readonly number[]
}

/** An image descriptor, its table and its data (GIF89a, sections 20 to 22). */
export function picture({
  left = 0,
  top = 0,
  width = 4,
  height = 4,
  isInterlaced = false,
  colors = [],
  codeSize = 3,
  indices = Array<number>(width * height).fill(1),
  data = literalCodes(indices, codeSize),
  end = [0],
}: Partial<Picture> = {}): number[] {
  return [
    ...[0x2c, ...word(left), ...word(top), ...word(width), ...word(height)],
    ...[tableFlags(colors) | (isInterlaced ? 0x40 : 0), ...colors, codeSize],
    ...subBlocks(data),
    ...end,
  ]
}

/** Data sub-blocks without their terminator (GIF89a, section 15). */
export function subBlocks(bytes: readonly number[]): number[] {
  const blocks: number[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.slice(at, at + 255)
    blocks.push(part.length, ...part)
  }
  return blocks
}

/** LZW codes, packed from the lowest bit on; `bits` is the width of each, or of all. */
export function packCodes(codes: readonly number[], bits: number | readonly number[]): number[] {
  const bytes: number[] = []
  let [buffer, held] = [0, 0]
  for (const [place, code] of codes.entries()) {
    buffer |= code << held
    held += typeof bits === 'number' ? bits : (bits[place] ?? 0)
    for (; held >= 8; held -= 8, buffer >>>= 8) bytes.push(buffer & 255)
  }
  return held > 0 ? [...bytes, buffer & 255] : bytes
}

/** Codes that use no string: a clear code after each index, so that the codes get no longer. */
export function literalCodes(indices: readonly number[], codeSize: number, hasEnd = true): number[] {
  const clear = 2 ** codeSize
  // After one code of a size under 2 the next free code already needs one more bit.
  const later = Math.max(codeSize + 1, 32 - Math.clz32(clear + 2))
  const codes = [...indices.flatMap((index) => [clear, index]), ...(hasEnd ? [clear + 1] : [])]
  return packCodes(
    codes,
    codes.map((_, place) => (place > 0 && place % 2 === 0 ? later : codeSize + 1)),
  )
}

/** An application extension with the number of times a GIF plays. */
export function loops(count: number, name = 'NETSCAPE2.0'): number[] {
  return [0x21, 0xff, 11, ...text(name), 3, 1, ...word(count), 0]
}

/** A plain text extension (GIF89a, section 25), which no decoder draws. */
export const plainText = [
  ...[0x21, 0x01, 12, ...word(0), ...word(0), ...word(4), ...word(4), 4, 4, 1, 0],
  ...[2, ...text('hi'), 0],
]

/** A comment (GIF89a, section 24). */
export const comment = [0x21, 0xfe, 3, ...text('hey'), 0]

export const trailer = [0x3b]
