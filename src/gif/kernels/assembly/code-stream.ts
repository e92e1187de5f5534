/** A stream of LZW codes, lowest bit first. */
import { maxCodes } from './code-table'
import { nearEnd } from './near-entries'

/** The most codes that wait behind a full table. */
export const mostWaiting: i32 = 256

/** Codes waiting to be written in bulk, 16 bits each, at the place of the code that each one defined. */
const waitingAt: usize = nearEnd
export const streamEnd: usize = waitingAt + (maxCodes + mostWaiting) * 2

let out: usize = 0
let held: u64 = 0
let heldBits: u64 = 0

export function beginStream(target: usize): void {
  out = target
  held = 0
  heldBits = 0
}

/** Returns the address of the next byte; all bytes before it are complete. */
@inline
export function streamAt(): usize {
  return out
}

/** Writes `bits` bits. */
@inline
function putBits(codes: u64, bits: u64): void {
  held |= codes << heldBits
  heldBits += bits
  store<u64>(out, held)
  out += <usize>(heldBits >> 3)
  held >>= heldBits & 56
  heldBits &= 7
}

export function putCode(code: u32, bits: u64): void {
  putBits(code, bits)
}

@inline
export function wait(place: u32, code: u32): void {
  store<u16>(place << 1, <u16>code, waitingAt)
}

/** Writes the waiting codes at the places `from` to `end`. */
export function putWaiting(from: u32, end: u32, bits: u64): void {
  for (; from + 4 <= end; from += 4) {
    const codes = load<u64>(from << 1, waitingAt)
    const low = (codes & 0xffff) | (((codes >> 16) & 0xffff) << bits)
    const high = ((codes >> 32) & 0xffff) | ((codes >> 48) << bits)
    putBits(low | (high << (bits << 1)), bits << 2)
  }
  for (; from < end; from++) putBits(load<u16>(from << 1, waitingAt), bits)
}

/** Moves the codes since `start` apart to insert the lengths of sub-blocks; returns the end of the result. */
export function endStream(start: usize): usize {
  const end = heldBits > 0 ? out + 1 : out
  const length = end - start
  const blocks = (length + 254) / 255
  // Starts with the last block, so that none is overwritten before it is moved.
  for (let block = blocks - 1; block >= 0; block--) {
    const from = start + block * 255
    const size = min(255, end - from)
    const to = from + block + 1
    memory.copy(to, from, size)
    store<u8>(to - 1, <u8>size)
    if (block == 0) break
  }
  store<u8>(end + blocks, 0)
  return end + blocks + 1
}
