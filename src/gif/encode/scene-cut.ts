/** Every so manyth column and row is looked at. */
const step = 8
/** A pixel whose green differs by more is another one. */
const difference = 16
/** Of the pixels, how many differ where another scene begins. */
const share = 0.5

/** Whether a frame (RGBA) shows another scene than the one before. */
export function isSceneCut(before: Uint8Array, frame: Uint8Array, width: number): boolean {
  let looked = 0
  let changed = 0
  for (let row = 0; row < frame.length; row += width * 4 * step) {
    for (let at = row + 1; at < row + width * 4; at += 4 * step) {
      looked++
      if (Math.abs((before[at] ?? 0) - (frame[at] ?? 0)) > difference) changed++
    }
  }
  return changed > looked * share
}
