/** The most bits of a code (GIF89a, appendix F). */
const maxCodeBits = 12

/** The codes of strings, looked up by the code of the string without its last index, and that index. */
class CodeTable {
  /** The code, and above it the round in which it was set: starting a new round forgets all codes. */
  readonly #codes = new Int32Array(1 << (maxCodeBits + 8))
  #round = 1

  /** Returns the code of a string, or -1 if it has none. */
  find(prefix: number, index: number): number {
    const entry = this.#codes[(prefix << 8) | index] ?? 0
    return entry >> maxCodeBits === this.#round ? entry & ((1 << maxCodeBits) - 1) : -1
  }

  set(prefix: number, index: number, code: number): void {
    this.#codes[(prefix << 8) | index] = (this.#round << maxCodeBits) | code
  }

  clear(): void {
    this.#round += 1
    if (this.#round < 1 << (31 - maxCodeBits)) return
    this.#codes.fill(0)
    this.#round = 1
  }
}

let table: CodeTable | undefined

/**
 * Encodes indices without loss in the variable-length LZW of GIF (GIF89a, appendix F): a clear code, the strings, the
 * end code. `minCodeSize` is from 2 to 8, and every index is below two to its power. Returns the codes without
 * sub-blocks.
 */
export function encodeLzw(indices: Uint8Array, minCodeSize: number): Uint8Array {
  const clear = 1 << minCodeSize
  const output = new BitWriter()
  const codes = (table ??= new CodeTable())
  codes.clear()
  let codeBits = minCodeSize + 1
  let next = clear + 2
  output.write(clear, codeBits)
  let prefix = -1
  for (const index of indices) {
    if (prefix === -1) {
      prefix = index
      continue
    }
    const known = codes.find(prefix, index)
    if (known !== -1) {
      prefix = known
      continue
    }
    output.write(prefix, codeBits)
    if (next < 1 << maxCodeBits) {
      codes.set(prefix, index, next)
      // The decoder adds its string one code later.
      if (next === 1 << codeBits) codeBits += 1
      next += 1
    } else {
      output.write(clear, codeBits)
      codes.clear()
      codeBits = minCodeSize + 1
      next = clear + 2
    }
    prefix = index
  }
  output.write(prefix, codeBits)
  if (next === 1 << codeBits && codeBits < maxCodeBits) codeBits += 1
  output.write(clear + 1, codeBits)
  return output.finish()
}

/**
 * Returns the codes of `data` up to the bit `bits`, followed by the end code of `codeBits` bits; anything after the
 * last pixel is dropped.
 */
export function endCodes(
  data: Uint8Array,
  minCodeSize: number,
  { bits, codeBits }: { bits: number; codeBits: number },
): Uint8Array {
  const codes = new Uint8Array(Math.ceil((bits + codeBits) / 8))
  codes.set(data.subarray(0, Math.ceil(bits / 8)))
  if (bits % 8 !== 0) codes[bits >> 3] = (codes[bits >> 3] ?? 0) & ((1 << (bits % 8)) - 1)
  const end = (1 << minCodeSize) + 1
  for (let bit = 0; bit < codeBits; bit += 1) {
    const at = bits + bit
    codes[at >> 3] = (codes[at >> 3] ?? 0) | (((end >> bit) & 1) << (at & 7))
  }
  return codes
}

/** Collects codes, the lowest bit first. */
class BitWriter {
  #bytes = new Uint8Array(4096)
  #length = 0
  #buffer = 0
  #held = 0

  /** Appends a code of `bits` bits. */
  write(code: number, bits: number): void {
    this.#buffer |= code << this.#held
    this.#held += bits
    for (; this.#held >= 8; this.#held -= 8, this.#buffer >>>= 8) this.#push(this.#buffer & 255)
  }

  /** Returns all bytes written; the last one is padded with zeros. */
  finish(): Uint8Array {
    if (this.#held > 0) this.#push(this.#buffer & 255)
    return this.#bytes.slice(0, this.#length)
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[this.#length++] = byte
  }
}
