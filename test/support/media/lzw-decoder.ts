/** The content of a frame's image data. */
export type DecodedLzw = { indices: number[]; codes: number; clears: number }

/** Decodes image data: the least code size, sub-blocks, their end. Throws if they are not LZW of GIF. */
export function decodeLzw(data: Uint8Array): DecodedLzw {
  const [codeBits = 0] = data
  const bytes: number[] = []
  let at = 1
  for (let size = data[at] ?? 0; size > 0; size = data[at] ?? 0) {
    bytes.push(...data.subarray(at + 1, at + 1 + size))
    at += 1 + size
  }
  if (at !== data.length - 1) throw new Error('the end is in the wrong place')
  const clearCode = 1 << codeBits
  const indices: number[] = []
  let strings: number[][] = []
  let bits = codeBits + 1
  let before: number[] | undefined
  let place = 0
  for (let [codes, clears] = [0, 0]; ; codes++) {
    let code = 0
    for (let bit = 0; bit < bits; bit++, place++)
      code |= (((bytes[place >> 3] ?? 0) >> (place & 7)) & 1) << bit
    if (place > bytes.length * 8) throw new Error('the codes have no end')
    if (code === clearCode) {
      clears++
      strings = Array.from({ length: clearCode + 2 }, (_, index) => [index])
      bits = codeBits + 1
      before = undefined
      continue
    }
    if (code === clearCode + 1) {
      if (bytes.length !== Math.ceil(place / 8)) throw new Error('there is data after the end')
      return { indices, codes, clears }
    }
    const known =
      strings[code] ?? (code === strings.length && before ? [...before, before[0] ?? 0] : undefined)
    if (known === undefined) throw new Error(`unknown code: ${code}`)
    indices.push(...known)
    if (before !== undefined && strings.length < 4096) strings.push([...before, known[0] ?? 0])
    if (strings.length === 1 << bits && bits < 12) bits++
    before = known
  }
}
