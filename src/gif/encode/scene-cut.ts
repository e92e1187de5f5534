/** One of this many columns and rows is compared. */
const step = 8
/** A pixel has changed when its green differs by more than this. */
const difference = 16
/** The share of changed pixels above which a new scene begins. */
const share = 0.5

/** Whether a frame (RGBA, `width` pixels wide) begins another scene than the one before. */
export function isSceneCut(before: Uint8Array, frame: Uint8Array, width: number): boolean {
  let compared = 0
  let changed = 0
  for (let row = 0; row < frame.length; row += width * 4 * step) {
    for (let at = row + 1; at < row + width * 4; at += 4 * step) {
      compared++
      if (Math.abs((before[at] ?? 0) - (frame[at] ?? 0)) > difference) changed++
    }
  }
  return changed > compared * share
}
