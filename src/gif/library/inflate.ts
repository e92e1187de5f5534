/** The longest code of DEFLATE, in bits. */
const maxCodeBits = 15
/** The symbol that ends a block; those after it are lengths. */
const endOfBlock = 256

/** The order of the code lengths of the code-length code (RFC 1951, 3.2.7). */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const

/** A canonical Huffman code: the number of codes of each length, and the symbols in the order of their codes. */
type Code = { counts: number[]; symbols: number[] }

/** Reads the bits of a stream, lowest of each byte first. */
class BitReader {
  readonly #bytes: Uint8Array
  #at = 0
  #held = 0
  #heldBits = 0

  /** Starts at the first bit. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Returns the next bits as a number, the first one lowest. */
  read(bits: number): number {
    while (this.#heldBits < bits) {
      this.#held |= (this.#bytes[this.#at++] ?? 0) << this.#heldBits
      this.#heldBits += 8
    }
    const value = this.#held & ((1 << bits) - 1)
    this.#held >>>= bits
    this.#heldBits -= bits
    return value
  }

  /**
   * Returns the next symbol of a code, highest bit first (RFC 1951, 3.1.1). Throws an Error if the bits are not a code.
   */
  readSymbol({ counts, symbols }: Code): number {
    let [code, first, index] = [0, 0, 0]
    for (let bits = 1; bits <= maxCodeBits; bits += 1) {
      code |= this.read(1)
      const count = counts[bits] ?? 0
      if (code - first < count) return symbols[index + code - first] ?? endOfBlock
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw new Error('the compressed data are damaged')
  }
}

/** Returns the code whose symbols have codes of these lengths, 0 for none (RFC 1951, 3.2.2). */
function codeOf(lengths: readonly number[]): Code {
  const counts = Array.from({ length: maxCodeBits + 1 }, () => 0)
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] ?? 0) + 1
  const symbols = [...lengths.keys()]
    .filter((symbol) => lengths[symbol] !== 0)
    .toSorted((one, other) => (lengths[one] ?? 0) - (lengths[other] ?? 0))
  return { counts, symbols }
}

/** Reads the codes of literals and lengths, and of distances, of a block with dynamic codes (RFC 1951, 3.2.7). */
function readCodes(bits: BitReader): [Code, Code] {
  const [literals, distances, count] = [bits.read(5) + 257, bits.read(5) + 1, bits.read(4) + 4]
  const lengthLengths = Array.from({ length: lengthOrder.length }, () => 0)
  for (const symbol of lengthOrder.slice(0, count)) lengthLengths[symbol] = bits.read(3)
  const lengthCode = codeOf(lengthLengths)
  const lengths: number[] = []
  while (lengths.length < literals + distances) {
    const symbol = bits.readSymbol(lengthCode)
    if (symbol < 16) lengths.push(symbol)
    else {
      const repeated = symbol === 16 ? (lengths.at(-1) ?? 0) : 0
      const times = symbol === 18 ? bits.read(7) + 11 : bits.read(symbol === 16 ? 2 : 3) + 3
      for (let time = 0; time < times; time += 1) lengths.push(repeated)
    }
  }
  return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals))]
}

/**
 * Inflates raw DEFLATE data (RFC 1951) of `length` bytes in blocks with dynamic codes, which compressors produce for
 * the kernels: these are 15 KB, and the engines' own inflaters are asynchronous. Throws an Error for anything else.
 */
export function inflate(data: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const inflated = new Uint8Array(length)
  const bits = new BitReader(data)
  let at = 0
  for (let isLast = 0; isLast === 0;) {
    isLast = bits.read(1)
    if (bits.read(2) !== 2) throw new Error('the compressed data have another kind of block')
    const [literalCode, distanceCode] = readCodes(bits)
    for (;;) {
      const symbol = bits.readSymbol(literalCode)
      if (symbol === endOfBlock) break
      if (at >= length) throw new Error(`the compressed data have more than ${length} bytes`)
      if (symbol < endOfBlock) {
        inflated[at++] = symbol
        continue
      }
      const copied = readLength(bits, symbol)
      const distance = readDistance(bits, bits.readSymbol(distanceCode))
      for (let end = at + copied; at < end; at += 1) inflated[at] = inflated[at - distance] ?? 0
    }
  }
  if (at !== length) throw new Error(`the compressed data have ${at} bytes, not ${length}`)
  return inflated
}

/** Returns the number of bytes to copy (RFC 1951, 3.2.5): four symbols for each number of extra bits. */
function readLength(bits: BitReader, symbol: number): number {
  const step = symbol - endOfBlock - 1
  if (step === 28) return 258
  if (step < 8) return step + 3
  const extra = (step >> 2) - 1
  return ((4 + (step & 3)) << extra) + 3 + bits.read(extra)
}

/** Returns the distance of the bytes to copy (RFC 1951, 3.2.5): two symbols for each number of extra bits. */
function readDistance(bits: BitReader, symbol: number): number {
  if (symbol < 4) return symbol + 1
  const extra = (symbol >> 1) - 1
  return ((2 + (symbol & 1)) << extra) + 1 + bits.read(extra)
}
