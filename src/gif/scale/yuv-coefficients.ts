import type { YuvMatrix } from './picture.ts'

/** As ffmpeg has them: what V adds to red, U to blue, and both take from green, in 65,536ths of a step of luma. */
const coefficients: Record<YuvMatrix, readonly [red: number, blue: number, greenU: number, greenV: number]> =
  {
    bt601: [104_597, 132_201, 25_675, 53_279],
    bt709: [117_489, 138_438, 13_975, 34_925],
    bt2020: [110_013, 140_363, 12_277, 42_626],
  }

/** What luma is multiplied by once `black` is taken from it, and what V adds to red and green, U to green and blue. */
export function rgbOfYuv(matrix: YuvMatrix, isFullRange: boolean) {
  const [gain, black, color] = isFullRange ? [1, 0, 224 / 255] : [255 / 219, 16, 1]
  const [red, blue, greenU, greenV] = coefficients[matrix]
  const share = (value: number) => (value * color) / 65_536
  return {
    gain,
    black,
    red: share(red),
    greenU: share(-greenU),
    greenV: share(-greenV),
    blue: share(blue),
  }
}
