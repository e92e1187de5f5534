/** The paint of busy areas, where no dots are needed: the one nearest entry. */
import { nearestByCell } from './cells'

/** 2^20 half words: valid bit, 4 bits of the color's hash, 8 of the index. */
let cacheBase: usize = 0

const cacheBytes: i32 = 2 << 20

/** Sets the address of the known indices (2 MB). */
export function setNearestAt(cache: usize): void {
  cacheBase = cache
}

/** Forgets all indices, for a new palette. */
export function forgetNearest(): void {
  memory.fill(cacheBase, 0, cacheBytes)
}

/** Returns the index of the nearest entry to a color (24 bits): exact, and cached. */
@inline
export function nearestIndex(color: u32): u32 {
  const hash = color * 0x9e3779b1
  const slot = cacheBase + (((hash >> 4) & 0xfffff) << 1)
  const tag = 0x10 | (hash & 15)
  const known = <u32>load<u16>(slot)
  return known >> 8 == tag ? known & 255 : findIndex(color, slot, tag)
}

/** Finds an unknown index, and caches it at `slot`. */
function findIndex(color: u32, slot: usize, tag: u32): u32 {
  const index = nearestByCell(color) & 255
  store<u16>(slot, <u16>((tag << 8) | index))
  return index
}
