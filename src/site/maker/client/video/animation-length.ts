import { readDelaysMs } from './animation-delays.ts'

/** As browsers do it: a frame of hardly any time is shown for this long. */
const shortFrame = { maxMs: 10, shownMs: 100 }

/** How long browsers show a frame. */
export function shownDelayMs(delayMs: number): number {
  return delayMs <= shortFrame.maxMs ? shortFrame.shownMs : delayMs
}

/** How long an animated GIF, WebP, PNG or AVIF plays once, in seconds. Null where the file is none, or damaged. */
export async function readAnimationSeconds(file: Blob): Promise<number | null> {
  const delays = readDelaysMs(new Uint8Array(await file.arrayBuffer()))
  return delays.length === 0 ? null : delays.reduce((sum, delay) => sum + shownDelayMs(delay), 0) / 1000
}
