import type { Ratio } from '../../options/rules/gif-frames.ts'

export { type Ratio, valueOf } from '../../options/rules/gif-frames.ts'

/** Reads `30000/1001` or `4:3`; null when it is no number above 0, or has more digits than a number keeps. */
export function readRatio(text: string | undefined): Ratio | null {
  const [, over, under] = /^(\d{1,15})[/:](\d{1,15})$/.exec(text ?? '') ?? []
  const ratio = { over: Number(over), under: Number(under) }
  return ratio.over > 0 && ratio.under > 0 ? ratio : null
}

/** Writes `30000/1001`, as ffmpeg reads rates. */
export function writeRatio({ over, under }: Ratio): string {
  return `${over}/${under}`
}
