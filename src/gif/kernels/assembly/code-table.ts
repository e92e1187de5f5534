/** The strings of LZW as they are known so far. Where it lies is fixed, so that no address has to be added. */

export const maxBits: i32 = 12
export const maxCodes: i32 = 1 << maxBits

/** 256 bits. */
const setBytes: i32 = 32

/** For each code the set of indices that follow it in the table; all are empty between two tables. */
const childrenAt: usize = 4096
/** For each code and each index that follows it the code of both, 16 bits. Never cleared: the sets say what counts. */
const codesAt: usize = childrenAt + maxCodes * setBytes
/** The bit of each index in its byte of a set. */
const bitsAt: usize = codesAt + maxCodes * 512
/** The codes of strings of `clear` alone, by how many more than one it is there; 16 bits each. */
const runsAt: usize = bitsAt + 256
export const tableEnd: usize = runsAt + maxCodes * 2

/** How many of these there are; and the string that is the next. */
export let runs: i32 = 0
let nextRun: u32 = 0

/** Once for all tables. */
export function setBits(): void {
  for (let index = 0; index < 256; index++) store<u8>(index, <u8>(1 << <u8>(index & 7)), bitsAt)
}

/** Whether the table has a string: a code << 8 | the index that follows it. */
@inline
export function isKnown(string: u32, index: u32): bool {
  return <bool>(load<u8>(string >> 3, childrenAt) & load<u8>(index, bitsAt))
}

/** The code of a string that is known. */
@inline
export function codeOf(string: u32): u32 {
  return <u32>load<u16>(string << 1, codesAt)
}

/** The string has a code from now on. */
@inline
export function know(string: u32, index: u32, code: u32): void {
  store<u16>(string << 1, <u16>code, codesAt)
  store<u8>(string >> 3, load<u8>(string >> 3, childrenAt) | load<u8>(index, bitsAt), childrenAt)
}

/** The string has no code any more. */
@inline
export function unknow(string: u32, index: u32): void {
  store<u8>(string >> 3, load<u8>(string >> 3, childrenAt) & ~load<u8>(index, bitsAt), childrenAt)
}

/** The indices 0 to 127 that follow the code. */
@inline
export function lowChildren(string: u32): v128 {
  return v128.load((string >> 3) & -setBytes, childrenAt)
}

/** The indices 128 to 255 that follow the code. */
@inline
export function highChildren(string: u32): v128 {
  return v128.load((string >> 3) & -setBytes, childrenAt + 16)
}

/** Forgets all strings of a table with so many codes. */
export function forgetStrings(codes: i32): void {
  memory.fill(childrenAt, 0, codes * setBytes)
}

/** The code of so many more than one. */
@inline
export function runOf(more: i32): u32 {
  return <u32>load<u16>(more << 1, runsAt)
}

/** Forgets all runs; they are of `clear` from now on. */
export function beginRuns(clear: u32): void {
  runs = 0
  nextRun = (clear << 8) | clear
}

/** A string that ends with `clear` gets a code, if there is one left: it may be the next run. */
export function knowRun(string: u32, clear: u32, code: i32): void {
  if (string != nextRun || code >= maxCodes) return
  store<u16>(++runs << 1, <u16>code, runsAt)
  nextRun = (code << 8) | clear
}
