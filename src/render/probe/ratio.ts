import type { Ratio } from '../../options/rules/gif-frames.ts'

export { type Ratio, valueOf } from '../../options/rules/gif-frames.ts'

/** Reads `30000/1001` or `4:3`; returns null if it is not a number above 0, or has too many digits. */
export function readRatio(text: string | undefined): Ratio | null {
  const [, over, under] = /^(\d{1,15})[/:](\d{1,15})$/.exec(text ?? '') ?? []
  const ratio = { over: Number(over), under: Number(under) }
  return ratio.over > 0 && ratio.under > 0 ? ratio : null
}

/** Formats a rate for ffmpeg, such as `30000/1001`. */
export function writeRatio({ over, under }: Ratio): string {
  return `${over}/${under}`
}
