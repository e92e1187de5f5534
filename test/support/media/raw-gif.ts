import fc from 'fast-check'

/** A frame of a GIF that is written block by block. */
export type RawFrame = {
  left: number
  top: number
  width: number
  height: number
  /** Row by row from the top; as many as the box has pixels, unless the image data should be invalid. */
  indices: readonly number[]
  isInterlaced: boolean
  localColors: readonly number[] | null
  /** Null: no graphic control extension. */
  control: { delay: number; disposal: number; transparentIndex: number | null } | null
  /** Bytes written before the frame. */
  before: readonly number[][]
  /** The number of codes between clear codes: decoders have to accept any number. */
  clearEvery: number
  hasEndCode: boolean
  /** Pixels that follow the last one of the box. */
  surplus: number
  startsClear: boolean
}

export type RawGif = {
  version: '87a' | '89a'
  width: number
  height: number
  flags: number
  background: number
  colors: readonly number[] | null
  frames: readonly RawFrame[]
  repeats: number | null
  end: readonly number[]
}

const word = (value: number) => [value & 255, value >> 8]
const text = (letters: string) => [...Buffer.from(letters, 'latin1')]
const blocks = (bytes: readonly number[], size = 255): number[] => {
  const written: number[] = []
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.slice(at, at + size)
    written.push(part.length, ...part)
  }
  return [...written, 0]
}

/** The flags of a color table. */
const tableFlags = (colors: readonly number[] | null) =>
  colors === null ? 0 : 0x80 | (Math.log2(colors.length / 3) - 1)

/** Writes a GIF by hand, valid or invalid. */
export function writeRawGif({
  version,
  width,
  height,
  flags,
  background,
  colors,
  frames,
  repeats,
  end,
}: RawGif): Buffer {
  return Buffer.from([
    ...text(`GIF${version}`),
    ...[...word(width), ...word(height), (flags & 0x78) | tableFlags(colors), background, 0],
    ...(colors ?? []),
    ...(repeats === null ? [] : [0x21, 0xff, 11, ...text('NETSCAPE2.0'), 3, 1, ...word(repeats), 0]),
    ...frames.flatMap(frameBytes),
    ...end,
  ])
}

function frameBytes(frame: RawFrame): number[] {
  const { left, top, width, height, localColors, control, isInterlaced } = frame
  const local = localColors === null ? 0 : tableFlags(localColors)
  return [
    ...frame.before.flat(),
    ...(control === null
      ? []
      : [
          ...[0x21, 0xf9, 4, (control.disposal << 2) | (control.transparentIndex === null ? 0 : 1)],
          ...[...word(control.delay), control.transparentIndex ?? 0, 0],
        ]),
    ...[
      0x2c,
      ...word(left),
      ...word(top),
      ...word(width),
      ...word(height),
      local | (isInterlaced ? 0x40 : 0),
    ],
    ...(localColors ?? []),
    ...[4, ...blocks(lzwCodes(frame), 1 + ((width * 7 + height) % 255))],
  ]
}

/** Codes of 4 bits and more: no code for a string is ever used, so that writing them needs no decoder. */
function lzwCodes({
  indices,
  width,
  height,
  isInterlaced,
  clearEvery,
  hasEndCode,
  surplus,
  startsClear,
}: RawFrame): number[] {
  const rows = Array.from({ length: height }, (_, y) => y)
  const order = isInterlaced
    ? [
        ...rows.filter((y) => y % 8 === 0),
        ...rows.filter((y) => y % 8 === 4),
        ...rows.filter((y) => y % 4 === 2),
        ...rows.filter((y) => y % 2 === 1),
      ]
    : rows
  const pixels = order.flatMap((y) => indices.slice(y * width, (y + 1) * width))
  const bytes: number[] = []
  let [buffer, held] = [0, 0]
  let [codeBits, next] = [5, 18]
  let isAfterClear = true
  const write = (code: number) => {
    buffer |= code << held
    held += codeBits
    for (; held >= 8; held -= 8, buffer >>>= 8) bytes.push(buffer & 255)
  }
  const clear = () => {
    write(16)
    ;[codeBits, next, isAfterClear] = [5, 18, true]
  }
  if (startsClear) clear()
  for (const [place, pixel] of [...pixels, ...Array.from({ length: surplus }, () => 1)].entries()) {
    if (place > 0 && place % clearEvery === 0) clear()
    write(pixel)
    // A decoder adds a string for every code but the first.
    if (!isAfterClear && next < 4096) {
      next += 1
      if (next === 1 << codeBits && codeBits < 12) codeBits += 1
    }
    isAfterClear = false
  }
  if (hasEndCode) write(17)
  return held > 0 ? [...bytes, buffer & 255] : bytes
}

const byte = fc.integer({ min: 0, max: 255 })
const table = (colors: number) => fc.array(byte, { minLength: colors * 3, maxLength: colors * 3 })
const bytesOf = (maxLength: number) => fc.array(byte, { minLength: 1, maxLength })

/** Blocks without effect on the picture. */
const idleBlock = fc.oneof(
  bytesOf(300).map((bytes) => [0x21, 0xfe, ...blocks(bytes)]),
  bytesOf(20).map((bytes) => [0x21, 0xff, 11, ...text('XMP DataXMP'), ...blocks(bytes)]),
  bytesOf(20).map((bytes) => [0x21, 0x01, 12, ...Array<number>(12).fill(0), ...blocks(bytes)]),
  bytesOf(20).map((bytes) => [0x21, 0x77, ...blocks(bytes)]),
)

/** Random GIFs of up to 24 by 24 pixels, which all decoders can read; `isTidy`: all of them identically. */
export function randomGif({ isTidy }: { isTidy: boolean }): fc.Arbitrary<RawGif> {
  const side = fc.integer({ min: 1, max: 24 })
  return fc.tuple(side, side).chain(([width, height]) =>
    fc.record({
      version: isTidy ? fc.constant('89a' as const) : fc.constantFrom('87a' as const, '89a' as const),
      width: fc.constant(width),
      height: fc.constant(height),
      flags: isTidy ? fc.constant(0x70) : byte,
      background: isTidy ? fc.constant(0) : fc.integer({ min: 0, max: 15 }),
      colors: table(16),
      repeats: fc.option(fc.integer({ min: 0, max: 65_535 })),
      frames: fc
        .tuple(
          isTidy ? wholeFrame(width, height) : fc.constant([]),
          fc.array(randomFrame(width, height, isTidy), { minLength: 1, maxLength: 5 }),
        )
        .map(([first, others]) => [...first, ...others]),
      end: isTidy
        ? fc.constant([0x3b])
        : fc.oneof(
            fc.constant([]),
            bytesOf(40).map((bytes) => [0x3b, ...bytes]),
            idleBlock.map((block) => [...block, 0x3b]),
          ),
    }),
  )
}

/** A frame that covers the screen with pixels of the first eight colors. */
function wholeFrame(width: number, height: number): fc.Arbitrary<RawFrame[]> {
  return fc.array(fc.nat(7), { minLength: width * height, maxLength: width * height }).map((indices) => [
    {
      ...{ left: 0, top: 0, width, height, indices, isInterlaced: false, localColors: null, before: [] },
      ...{
        control: { delay: 5, disposal: 1, transparentIndex: 8 },
        clearEvery: 14,
        hasEndCode: true,
        surplus: 0,
      },
      startsClear: true,
    },
  ])
}

function randomFrame(width: number, height: number, isTidy: boolean): fc.Arbitrary<RawFrame> {
  const span = (most: number) =>
    fc
      .tuple(fc.nat(most - 1), fc.nat(most - 1))
      .map(([one, other]) => [Math.min(one, other), Math.abs(one - other) + 1] as const)
  const index = fc.integer({ min: 0, max: 15 })
  return fc.tuple(span(width), span(height)).chain(([[left, boxWidth], [top, boxHeight]]) =>
    fc.record({
      left: fc.constant(left),
      top: fc.constant(top),
      width: fc.constant(boxWidth),
      height: fc.constant(boxHeight),
      indices: fc.array(index, { minLength: boxWidth * boxHeight, maxLength: boxWidth * boxHeight }),
      isInterlaced: fc.boolean(),
      localColors: fc.option(table(16)),
      control: fc.option(
        fc.record({
          delay: isTidy ? fc.integer({ min: 2, max: 300 }) : fc.integer({ min: 0, max: 65_535 }),
          disposal: fc.integer({ min: 0, max: isTidy ? 1 : 7 }),
          transparentIndex: fc.option(index),
        }),
        { freq: isTidy ? 1000 : 3 },
      ),
      before: isTidy ? fc.constant([]) : fc.array(idleBlock, { maxLength: 2 }),
      clearEvery: fc.constantFrom(2, 3, 14, 1000),
      hasEndCode: isTidy ? fc.constant(true) : fc.constantFrom(true, true, true, true, false),
      surplus: isTidy ? fc.constant(0) : fc.constantFrom(0, 0, 1, 40),
      startsClear: fc.constant(true),
    }),
  )
}
