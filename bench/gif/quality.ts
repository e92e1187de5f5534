import { Blur } from './blur.ts'
import { type DecodedGif, decodeGif, pictureAt } from './decoded-gif.ts'
import type { Frames } from './frames.ts'
import { Ssim } from './ssim.ts'

/** The similarity of a GIF to the frames from which it was made. */
export type Quality = {
  /** In dB, over red, green and blue of all frames. */
  psnr: number
  /** In dB, both sides blurred by a Gaussian of sigma 1, which is how people see dithering. */
  blurredPsnr: number
  /** For the luma; 1 at best. */
  ssim: number
  blurredSsim: number
  /** The change of the blurred error from frame to frame, as a root mean square: 0 at best. */
  flicker: number
}

/** The value in place of the infinite PSNR of equal pictures. */
export const bestPsnr = 100

/** Plays a GIF by its timing and compares the picture in the middle of each frame's time with that frame. */
export function measureGif(path: string, frames: Frames): Quality {
  const gif = decodeGif(path)
  if (gif.width !== frames.width || gif.height !== frames.height)
    throw new Error(`${path} is ${gif.width} x ${gif.height}, not ${frames.width} x ${frames.height}`)
  return compare(gif, frames)
}

function compare(gif: DecodedGif, { width, height, fps, rgb }: Frames): Quality {
  const pixels = width * height
  const plane = () => new Float32Array(pixels)
  const errors: Planes = [plane(), plane(), plane()]
  const before: Planes = [plane(), plane(), plane()]
  const [luma, shownLuma] = [plane(), plane()]
  const blur = new Blur(width, height)
  const ssim = new Ssim(width, height)
  const count = rgb.length / (pixels * 3)
  let [squares, blurredSquares, changes, similarity, blurredSimilarity] = [0, 0, 0, 0, 0]

  for (let frame = 0; frame < count; frame++) {
    const source = rgb.subarray(frame * pixels * 3, (frame + 1) * pixels * 3)
    squares += subtract(source, pictureAt(gif, (frame + 0.5) / fps), errors, luma, shownLuma)
    similarity += ssim.of(luma, shownLuma)
    // Blurring is linear: the blurred pictures differ by the blurred error, and so do their lumas.
    for (const error of errors) blur.apply(error, error)
    blur.apply(luma, luma)
    addLuma(luma, errors, shownLuma)
    blurredSimilarity += ssim.of(luma, shownLuma)
    errors.forEach((error, channel) => {
      blurredSquares += squareSum(error)
      if (frame > 0) changes += squareOfDifference(error, before[channel]!)
      before[channel]!.set(error)
    })
  }
  const values = count * pixels * 3
  return {
    psnr: psnr(squares / values),
    blurredPsnr: psnr(blurredSquares / values),
    ssim: similarity / count,
    blurredSsim: blurredSimilarity / count,
    flicker: count > 1 ? Math.sqrt(changes / ((count - 1) * pixels * 3)) : 0,
  }
}

type Planes = [Float32Array, Float32Array, Float32Array]

/** Fills the planes for one frame; returns the sum of the squared errors. A hole shows a white page. */
function subtract(
  source: Uint8Array,
  shown: Uint8Array,
  [red, green, blue]: Planes,
  luma: Float32Array,
  shownLuma: Float32Array,
): number {
  let squares = 0
  for (let pixel = 0; pixel < luma.length; pixel++) {
    const [from, at] = [pixel * 3, pixel * 4]
    const hole = shown[at + 3] === 0
    const [r, g, b] = [source[from]!, source[from + 1]!, source[from + 2]!]
    const dr = (hole ? 255 : shown[at]!) - r
    const dg = (hole ? 255 : shown[at + 1]!) - g
    const db = (hole ? 255 : shown[at + 2]!) - b
    squares += dr * dr + dg * dg + db * db
    red[pixel] = dr
    green[pixel] = dg
    blue[pixel] = db
    const light = 0.299 * r + 0.587 * g + 0.114 * b
    luma[pixel] = light
    shownLuma[pixel] = light + 0.299 * dr + 0.587 * dg + 0.114 * db
  }
  return squares
}

function addLuma(luma: Float32Array, [red, green, blue]: Planes, sum: Float32Array): void {
  for (let at = 0; at < luma.length; at++)
    sum[at] = luma[at]! + 0.299 * red[at]! + 0.587 * green[at]! + 0.114 * blue[at]!
}

function squareSum(plane: Float32Array): number {
  let sum = 0
  for (let at = 0; at < plane.length; at++) sum += plane[at]! * plane[at]!
  return sum
}

function squareOfDifference(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) {
    const difference = a[at]! - b[at]!
    sum += difference * difference
  }
  return sum
}

function psnr(meanSquare: number): number {
  return Math.min(bestPsnr, 10 * Math.log10(255 ** 2 / meanSquare))
}
