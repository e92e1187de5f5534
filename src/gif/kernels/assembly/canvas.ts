/** What is shown, as colours. */

const opaque: u32 = 0xff000000

/** Brings a plane of shown colours up to date: `colours` has that of each index; what shows `clear` keeps its own. */
export function updateCanvas(canvas: usize, shown: usize, count: i32, colours: usize, clear: i32): void {
  for (const end = shown + count; shown < end; shown++, canvas += 4) {
    const index = <i32>load<u8>(shown)
    if (index != clear) store<u32>(canvas, load<u32>(colours + (index << 2)) | opaque)
  }
}
