/** The displayed frame, as colors. */

const opaque: u32 = 0xff000000

/**
 * Updates a plane of displayed colors: `colors` has the color of each index; pixels with the index `clear` keep theirs.
 */
export function updateCanvas(canvas: usize, shown: usize, count: i32, colors: usize, clear: i32): void {
  for (const end = shown + count; shown < end; shown++, canvas += 4) {
    const index = <i32>load<u8>(shown)
    if (index != clear) store<u32>(canvas, load<u32>(colors + (index << 2)) | opaque)
  }
}
