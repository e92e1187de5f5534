import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { type Element, elementsOf, readSize, writeSize } from './elements.ts'

/** A place in a file, in a form that is meaningful in any file. */
type Place =
  | { from: 'start' | 'end'; offset: number }
  | { from: 'anywhere'; part: number }
  | { from: 'element'; which: number; offset: number }

type ElementDeed = 'remove' | 'repeat' | 'swap' | 'nest' | 'resize' | 'rename' | 'empty' | 'blank'

/** One change to the bytes of a file. */
export type Mutation =
  | { do: 'truncate'; at: Place }
  | { do: 'flip'; at: Place; bit: number }
  | { do: 'fill'; at: Place; length: number; value: number }
  | { do: 'number'; at: Place; bytes: 1 | 2 | 4 | 8; value: bigint; little: boolean }
  | { do: 'remove'; at: Place; length: number }
  | { do: 'repeat'; at: Place; length: number; times: number }
  | { do: 'splice'; at: Place; otherAt: Place }
  | { do: 'append'; bytes: Uint8Array; times: number }
  | { do: 'element'; deed: ElementDeed; which: number; other: number; value: number; mends: boolean }

const maxBytes = 16 * 2 ** 20

const headerBytes = 600
const extremes = [0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0xff_ffff, 0x7fff_ffff, 0x8000_0000]
const extremeSizes = [...extremes, 0xffff_ffff, 4, 7, 8, 16]
const extremeNumbers = [...extremeSizes.map(BigInt), 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]

/** The bytes that identify the type of a file come first in most formats. */
const someElement = fc.oneof(fc.nat(40), fc.nat(5000))

/** Fields of sizes, times and counts begin at multiples of 2 or 4 after the head of their element. */
const fieldOffset = fc.oneof(
  fc.nat(10).map((words) => words * 4),
  fc.nat(20).map((halves) => halves * 2),
  fc.nat(90),
)

const place: fc.Arbitrary<Place> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ from: fc.constant('start' as const), offset: fc.nat(headerBytes) }) },
  { weight: 1, arbitrary: fc.record({ from: fc.constant('end' as const), offset: fc.nat(headerBytes) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      from: fc.constant('anywhere' as const),
      part: fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ from: fc.constant('element' as const), which: someElement, offset: fieldOffset }),
  },
)

const deeds: ElementDeed[] = ['remove', 'repeat', 'swap', 'nest', 'resize', 'rename', 'empty', 'blank']

/** Any change of a file; fields and elements more often than single bytes. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('truncate' as const), at: place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('flip' as const), at: place, bit: fc.nat(7) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fill' as const),
      at: place,
      length: fc.integer({ min: 1, max: 64 }),
      value: fc.constantFrom(0, 0xff, 0x7f, 0x80, 0x41),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('number' as const),
      at: place,
      bytes: fc.constantFrom(1 as const, 2 as const, 4 as const, 8 as const),
      value: fc.constantFrom(...extremeNumbers),
      little: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('remove' as const), at: place, length: fc.nat(2000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('repeat' as const),
      at: place,
      length: fc.integer({ min: 1, max: 2000 }),
      times: fc.integer({ min: 1, max: 200 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('splice' as const), at: place, otherAt: place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      bytes: fc.uint8Array({ maxLength: 64 }),
      times: fc.integer({ min: 1, max: 1000 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('element' as const),
      deed: fc.constantFrom(...deeds),
      which: someElement,
      other: someElement,
      value: fc.constantFrom(...extremeSizes),
      mends: fc.boolean(),
    }),
  },
)

/**
 * The file after the mutations, one after another; `other` is the source of spliced bytes. PNG checksums are corrected.
 */
export function mutate(
  seed: Buffer,
  mutations: readonly Mutation[],
  other: Buffer,
  { mendsChecksums }: { mendsChecksums: boolean },
): Buffer {
  let bytes = Buffer.from(seed)
  for (const one of mutations) bytes = Buffer.from(apply(bytes, one, other).subarray(0, maxBytes))
  if (mendsChecksums) mendPngChecksums(bytes)
  return bytes
}

function apply(bytes: Buffer, one: Mutation, other: Buffer): Buffer {
  if (one.do === 'append')
    return Buffer.concat([bytes, ...Array.from({ length: one.times }, () => one.bytes)])
  if (one.do === 'element') return applyToElement(bytes, one)
  const at = placeIn(bytes, one.at)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  if (one.do === 'truncate') return before
  if (one.do === 'remove') return Buffer.concat([before, after.subarray(one.length)])
  if (one.do === 'splice') return Buffer.concat([before, other.subarray(placeIn(other, one.otherAt))])
  if (one.do === 'fill') return bytes.fill(one.value, at, Math.min(bytes.length, at + one.length))
  if (one.do === 'number')
    return Buffer.concat([before, numberBytes(one), after.subarray(one.bytes)]).subarray(0, bytes.length)
  if (one.do === 'repeat') {
    const piece = after.subarray(0, one.length)
    return Buffer.concat([before, ...Array.from({ length: one.times }, () => piece), after])
  }
  if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << one.bit)
  return bytes
}

function numberBytes({ bytes, value, little }: Mutation & { do: 'number' }): Buffer {
  const whole = Buffer.alloc(8)
  whole.writeBigUInt64BE(BigInt.asUintN(64, value))
  const cut = whole.subarray(8 - bytes)
  return little ? Buffer.from(cut.toReversed()) : cut
}

function placeIn(bytes: Buffer, at: Place): number {
  if (at.from === 'anywhere') return Math.floor(at.part * bytes.length)
  if (at.from === 'end') return Math.max(0, bytes.length - at.offset)
  const elements = at.from === 'element' ? elementsOf(bytes) : []
  const start = at.from === 'element' ? (elements[at.which % elements.length]?.start ?? 0) : 0
  return Math.min(bytes.length, start + at.offset)
}

function applyToElement(
  bytes: Buffer,
  { which, other, deed, value, mends }: Mutation & { do: 'element' },
): Buffer {
  const elements = elementsOf(bytes)
  const element = elements[which % elements.length]
  const stranger = elements[other % elements.length]
  if (element === undefined || stranger === undefined) return bytes
  const { start, bodyStart, end, size, parent } = element
  if (deed === 'resize') {
    if (size !== null) writeSize(bytes, size, value)
    return bytes
  }
  if (deed === 'rename') {
    bytes.copy(bytes, start + 4, stranger.start + 4, stranger.start + 8)
    return bytes
  }
  if (deed === 'blank') return bytes.fill(value & 0xff, bodyStart, end)
  const none = Buffer.alloc(0)
  const whole = bytes.subarray(start, end)
  const replaced: Record<typeof deed, { from: number; to: number; by: Buffer; inside: Element | null }> = {
    remove: { from: start, to: end, by: none, inside: parent },
    repeat: { from: end, to: end, by: whole, inside: parent },
    nest: { from: bodyStart, to: bodyStart, by: whole, inside: element },
    empty: { from: bodyStart, to: end, by: none, inside: element },
    swap: { from: start, to: end, by: bytes.subarray(stranger.start, stranger.end), inside: parent },
  }
  const { from, to, by, inside } = replaced[deed]
  const piece = Buffer.from(by)
  if (mends) growParents(bytes, inside, piece.length - (to - from))
  return Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(to)])
}

/** A change of an element's length changes all enclosing elements too. */
function growParents(bytes: Buffer, inside: Element | null, grownBytes: number): void {
  for (let one = inside; one !== null; one = one.parent) {
    if (one.size !== null) writeSize(bytes, one.size, readSize(bytes, one.size) + grownBytes)
  }
}

function mendPngChecksums(bytes: Buffer): void {
  if (bytes.toString('latin1', 0, 4) !== '\x89PNG') return
  for (const { start, end } of elementsOf(bytes)) {
    bytes.writeUInt32BE(crc32(bytes.subarray(start + 4, end - 4)), end - 4)
  }
}
