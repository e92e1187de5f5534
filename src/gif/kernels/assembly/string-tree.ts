/** The strings of LZW as a tree, for a search that considers every continuation of a string. */
import { codeOf, forgetStrings, isKnown, know, maxCodes, unknow } from './code-table'
import { lzwEnd } from './lzw'

/** For each code, 16 bits each: its first child other than `clear`, and the next child of its parent. 0 means none. */
const childAt: usize = lzwEnd
const siblingAt: usize = childAt + 2 * maxCodes
/** For each code, 16 bits each: its child `clear`, and its parent. */
const clearChildAt: usize = siblingAt + 2 * maxCodes
const parentAt: usize = clearChildAt + 2 * maxCodes
/** The last and the first index of each code's string. */
const lastAt: usize = parentAt + 2 * maxCodes
const firstAt: usize = lastAt + maxCodes
export const treeEnd: usize = firstAt + maxCodes

/** Codes below this are indices, whose children are looked up in the table of code-table.ts. */
const roots: u32 = 256

/** Begins a tree of `entries` single indices. */
export function beginTree(entries: i32): void {
  forgetStrings(roots)
  memory.fill(childAt, 0, 2 * maxCodes)
  memory.fill(clearChildAt, 0, 2 * maxCodes)
  for (let index = 0; index < entries; index++) {
    store<u8>(index, <u8>index, lastAt)
    store<u8>(index, <u8>index, firstAt)
  }
}

/** Ends a tree: other kernels expect the table of code-table.ts to be empty. */
export function endTree(): void {
  forgetStrings(roots)
}

@inline
export function childOf(code: u32): u32 {
  return <u32>load<u16>(code << 1, childAt)
}

@inline
export function siblingOf(code: u32): u32 {
  return <u32>load<u16>(code << 1, siblingAt)
}

@inline
export function clearChildOf(code: u32): u32 {
  return <u32>load<u16>(code << 1, clearChildAt)
}

@inline
export function parentOf(code: u32): u32 {
  return <u32>load<u16>(code << 1, parentAt)
}

@inline
export function lastOf(code: u32): u32 {
  return <u32>load<u8>(code, lastAt)
}

@inline
export function firstOf(code: u32): u32 {
  return <u32>load<u8>(code, firstAt)
}

/** Returns the child of a single index that ends with another, neither of them `clear`; 0 if it has no such child. */
@inline
export function childOfRoot(root: u32, index: u32): u32 {
  const string = (root << 8) | index
  return isKnown(string, index) ? codeOf(string) : 0
}

/** Returns the child of a code that ends with an index; 0 if it has no such child. */
export function childWith(code: u32, index: u32, clear: u32): u32 {
  if (index == clear) return clearChildOf(code)
  let child = childOf(code)
  while (child != 0 && lastOf(child) != index) child = siblingOf(child)
  return child
}

/** Adds a child. */
export function addChild(parent: u32, index: u32, code: u32, clear: u32): void {
  store<u8>(code, <u8>index, lastAt)
  store<u8>(code, <u8>firstOf(parent), firstAt)
  store<u16>(code << 1, <u16>parent, parentAt)
  if (index == clear) {
    store<u16>(parent << 1, <u16>code, clearChildAt)
    return
  }
  store<u16>(code << 1, <u16>childOf(parent), siblingAt)
  store<u16>(parent << 1, <u16>code, childAt)
  if (parent < roots) know((parent << 8) | index, index, code)
}

/** Removes the child that was added last. */
export function removeChild(parent: u32, code: u32, clear: u32): void {
  const index = lastOf(code)
  if (index == clear) {
    store<u16>(parent << 1, 0, clearChildAt)
    return
  }
  store<u16>(parent << 1, <u16>siblingOf(code), childAt)
  if (parent < roots) unknow((parent << 8) | index, index)
}
