/** Counts distinct colors exactly, up to a small limit. */

const slots: i32 = 1024

/**
 * Adds the opaque colors of `count` pixels to an open-addressed table of 1024 words (color + 1, 0 where empty) that
 * holds `known` of them. Returns the new number of colors, or `most` + 1 as soon as it exceeds `most`.
 */
export function countDistinct(pixels: usize, count: i32, table: usize, known: i32, most: i32): i32 {
  let last: u32 = 0
  for (const end = pixels + (count << 2); pixels < end; pixels += 4) {
    const pixel = load<u32>(pixels)
    if (pixel == last || pixel == 0) continue
    last = pixel
    const word = (pixel & 0xffffff) + 1
    let slot = (word * 0x9e3779b1) >> 22
    for (;;) {
      const held = load<u32>(table + (slot << 2))
      if (held == word) break
      if (held == 0) {
        if (known >= most) return most + 1
        store<u32>(table + (slot << 2), word)
        known++
        break
      }
      slot = (slot + 1) & (slots - 1)
    }
  }
  return known
}
