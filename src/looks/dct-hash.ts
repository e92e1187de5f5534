/*
 * The 64-bit hash of a picture by its cosine transform (DCT), as in pHash: Christoph Zauner, "Implementation and
 * Benchmarking of Perceptual Image Hash Functions", 2010, section 3.2.1. Each bit tells whether one of the 8 x 8 lowest
 * frequencies, without the constant ones, is above their median. This hash differs in one way: a bit is set only from a
 * margin above the median on. Drawn pictures have many frequencies that are exactly zero, and the noise of an encoder
 * would flip half of the bits.
 */

/** The side of the hashed picture, in pixels. */
export const hashedSide = 32

/** The number of frequencies of a hash in each direction. */
const frequencies = 8

/** The two 32-bit words of a hash. */
export const hashWords = 2

/** The distance above the median at which a bit is set, as a share of the mean distance from it. */
const margin = 0.05

/**
 * The mean distance of frequencies from their median below which a picture shows too little, because the noise of an
 * encoder would decide the bits. In levels of 8-bit luma; noise alone is about 1, a soft gradient 12, most pictures
 * over 25.
 */
const minContrast = 3

/** The basis functions: `cosines[f * hashedSide + x]` of frequency f + 1, scaled so that the transform keeps length. */
const cosines = Float64Array.from({ length: frequencies * hashedSide }, (_, at) => {
  const frequency = Math.floor(at / hashedSide) + 1
  const x = at % hashedSide
  return Math.cos((Math.PI * (2 * x + 1) * frequency) / (2 * hashedSide)) * Math.sqrt(2 / hashedSide)
})

/**
 * Writes the hash of a picture, 32 x 32 values of luma from 0 to 255, into `words` at `at`. Both words are zero for a
 * picture that shows too little; no other picture has that hash.
 */
export function writeDctHash(picture: Float64Array, words: Uint32Array, at: number): void {
  const lowest = lowestFrequencies(picture)
  const sorted = lowest.toSorted()
  const half = sorted.length / 2
  const median = ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
  const contrast = lowest.reduce((sum, value) => sum + Math.abs(value - median), 0) / lowest.length
  words.fill(0, at, at + hashWords)
  if (contrast < minContrast) return
  const threshold = median + margin * contrast
  for (const [index, value] of lowest.entries()) {
    if (value > threshold) words[at + (index >> 5)] = (words[at + (index >> 5)] ?? 0) | (1 << (index & 31))
  }
}

/** Returns the lowest frequencies of a picture, row by row, by one pass over its rows and one over its columns. */
function lowestFrequencies(picture: Float64Array): Float64Array {
  const rows = new Float64Array(frequencies * hashedSide)
  for (let f = 0; f < frequencies; f++) {
    for (let y = 0; y < hashedSide; y++) {
      let sum = 0
      for (let x = 0; x < hashedSide; x++)
        sum += (picture[y * hashedSide + x] ?? 0) * (cosines[f * hashedSide + x] ?? 0)
      rows[f * hashedSide + y] = sum
    }
  }
  const lowest = new Float64Array(frequencies * frequencies)
  for (let f = 0; f < frequencies; f++) {
    for (let g = 0; g < frequencies; g++) {
      let sum = 0
      for (let y = 0; y < hashedSide; y++)
        sum += (rows[f * hashedSide + y] ?? 0) * (cosines[g * hashedSide + y] ?? 0)
      lowest[g * frequencies + f] = sum
    }
  }
  return lowest
}
