import { hashWords } from './dct-hash.ts'

/*
 * The look of a GIF, in 33 bytes: a version, and a 64-bit hash of the mean picture of each of its four quarters. A GIF
 * that shows too little to be told from others is stored as the version only.
 */

/** The quarters of a GIF. */
export const pictures = 4

/** The 32-bit words of all hashes of a look. */
export const lookWords = pictures * hashWords

/** The first byte of a stored look: how it was made. Looks of other versions are not compared, and are made again. */
export const lookVersion = 1

/** The bytes of a stored look. */
export const lookBytes = 1 + lookWords * 4

/**
 * The most bits, of 256, in which two looks that count as the same may differ. It is the largest number for which one
 * of the 16 parts of a look, 16 bits each, must differ by at most a single bit, so that the index finds all of them.
 */
const maxDistance = 31

/** The hashes of a GIF, in the order of its quarters; both words are zero for a quarter that shows too little. */
export type Look = Uint32Array

/** Packs a look for storing, little-endian after the version. At least two of its quarters must show something. */
export function packLook(look: Look): Uint8Array {
  if (shownPictures(look) < 2) return Uint8Array.of(lookVersion)
  const packed = new Uint8Array(lookBytes)
  const view = new DataView(packed.buffer)
  packed[0] = lookVersion
  for (const [index, word] of look.entries()) view.setUint32(1 + index * 4, word, true)
  return packed
}

/** Reads a stored look; returns null for a GIF that shows too little, for another version, and for other data. */
export function readLook(packed: Uint8Array): Look | null {
  if (packed.length !== lookBytes || packed[0] !== lookVersion) return null
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  return Uint32Array.from({ length: lookWords }, (_, index) => view.getUint32(1 + index * 4, true))
}

/** Returns the number of quarters that show something. */
function shownPictures(look: Look): number {
  return shownMask(look, 0).toString(2).replaceAll('0', '').length
}

/** Returns a bit for each quarter of a look within `words` that shows something. */
export function shownMask(words: Uint32Array, at: number): number {
  let mask = 0
  for (let picture = 0; picture < pictures; picture++) {
    const word = at + picture * hashWords
    if (((words[word] ?? 0) | (words[word + 1] ?? 0)) !== 0) mask |= 1 << picture
  }
  return mask
}

/** Returns the number of bits in which looks may differ, by a mask of the quarters that they show. */
export function allowedDistance(mask: number): number {
  let shown = 0
  for (let rest = mask; rest !== 0; rest >>= 1) shown += rest & 1
  return Math.floor((maxDistance * shown) / pictures)
}

/**
 * Returns the number of bits in which a look differs from another one, which begins in `others` at `at`. If there are
 * clearly more than `most`, it may return fewer than there are, but still more than `most`.
 */
export function lookDistance(look: Look, others: Uint32Array, at: number, most: number): number {
  let distance = 0
  for (let word = 0; word < lookWords; word += 2) {
    distance +=
      countBits((look[word] ?? 0) ^ (others[at + word] ?? 0)) +
      countBits((look[word + 1] ?? 0) ^ (others[at + word + 1] ?? 0))
    if (distance > most) return distance
  }
  return distance
}

/** Returns the number of set bits of a word, counted in parallel: Warren, "Hacker's Delight", section 5-1. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
