/** What is shown, as colors. */

const opaque: u32 = 0xff000000

/** Brings a plane of shown colors up to date: `colors` has that of each index; what shows `clear` keeps its own. */
export function updateCanvas(canvas: usize, shown: usize, count: i32, colors: usize, clear: i32): void {
  for (const end = shown + count; shown < end; shown++, canvas += 4) {
    const index = <i32>load<u8>(shown)
    if (index != clear) store<u32>(canvas, load<u32>(colors + (index << 2)) | opaque)
  }
}
