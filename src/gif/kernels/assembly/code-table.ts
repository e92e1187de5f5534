/** The LZW strings known so far. The addresses are constants, so that no base has to be added. */

export const maxBits: i32 = 12
export const maxCodes: i32 = 1 << maxBits

/** 256 bits. */
const setBytes: i32 = 32

/** The set of indices that follow each code in the table; all sets are empty between two tables. */
const childrenAt: usize = 4096
/** The code of each pair of a code and the index after it, 16 bits. Never cleared: the sets say what is valid. */
const codesAt: usize = childrenAt + maxCodes * setBytes
/** The bit of each index in its byte of a set. */
const bitsAt: usize = codesAt + maxCodes * 512
/** The codes of strings that consist of `clear` alone, by their length minus one; 16 bits each. */
const runsAt: usize = bitsAt + 256
export const tableEnd: usize = runsAt + maxCodes * 2

/** The number of runs, and the string that becomes the next one. */
export let runs: i32 = 0
let nextRun: u32 = 0

/** Fills the table of bits, once for all code tables. */
export function setBits(): void {
  for (let index = 0; index < 256; index++) store<u8>(index, <u8>(1 << <u8>(index & 7)), bitsAt)
}

/** Returns true if the table has a string: a code << 8 | the index after it. */
@inline
export function isKnown(string: u32, index: u32): bool {
  return <bool>(load<u8>(string >> 3, childrenAt) & load<u8>(index, bitsAt))
}

/** Returns the code of a known string. */
@inline
export function codeOf(string: u32): u32 {
  return <u32>load<u16>(string << 1, codesAt)
}

/** Assigns a code to a string. */
@inline
export function know(string: u32, index: u32, code: u32): void {
  store<u16>(string << 1, <u16>code, codesAt)
  store<u8>(string >> 3, load<u8>(string >> 3, childrenAt) | load<u8>(index, bitsAt), childrenAt)
}

/** Removes the code of a string. */
@inline
export function unknow(string: u32, index: u32): void {
  store<u8>(string >> 3, load<u8>(string >> 3, childrenAt) & ~load<u8>(index, bitsAt), childrenAt)
}

/** Returns the set of indices 0 to 127 that follow the code. */
@inline
export function lowChildren(string: u32): v128 {
  return v128.load((string >> 3) & -setBytes, childrenAt)
}

/** Returns the set of indices 128 to 255 that follow the code. */
@inline
export function highChildren(string: u32): v128 {
  return v128.load((string >> 3) & -setBytes, childrenAt + 16)
}

/** Forgets all strings of a table with this number of codes. */
export function forgetStrings(codes: i32): void {
  memory.fill(childrenAt, 0, codes * setBytes)
}

/** Returns the code of the run of `clear` with this length minus one. */
@inline
export function runOf(more: i32): u32 {
  return <u32>load<u16>(more << 1, runsAt)
}

/** Forgets all runs, and starts runs of `clear`. */
export function beginRuns(clear: u32): void {
  runs = 0
  nextRun = (clear << 8) | clear
}

/** Records that a string ending with `clear` gets a code, if one is left: it may be the next run. */
export function knowRun(string: u32, clear: u32, code: i32): void {
  if (string != nextRun || code >= maxCodes) return
  store<u16>(++runs << 1, <u16>code, runsAt)
  nextRun = (code << 8) | clear
}
