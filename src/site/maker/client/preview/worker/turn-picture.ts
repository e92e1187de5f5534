import { turnSampling } from '../../../../../gif/scale/chroma-place.ts'
import { type Picture, shortened } from '../../../../../gif/scale/picture.ts'

/** Pixels are turned in squares of this side: rows and columns of one stay in the cache of the processor. */
const tile = 32

type Size = { width: number; height: number }
type Pixels = Uint8Array | Uint32Array

/**
 * A picture turned clockwise, and mirrored then: before it is scaled, as ffmpeg does it, or columns and rows of color would
 * change places.
 */
export function turnPicture(picture: Picture, degrees: number, isFlipped: boolean): Picture {
  const turns = quarterTurns(degrees)
  if (turns === 0 && !isFlipped) return picture
  const { width, height } = picture
  const isTurned = turns % 2 === 1
  const size = isTurned ? { width: height, height: width } : { width, height }
  if (picture.kind === 'rgba') {
    const source = new Uint32Array(picture.pixels.buffer, picture.pixels.byteOffset, width * height)
    const target = new Uint32Array(width * height)
    turnPixels(source, picture, target, turns, isFlipped)
    return { ...picture, ...size, pixels: new Uint8Array(target.buffer) }
  }
  const { planes, shiftX, shiftY } = picture
  const color = { width: shortened(width, shiftX), height: shortened(height, shiftY) }
  const [lumaBytes, colorBytes] = [width * height, color.width * color.height]
  const turned = new Uint8Array(planes.length)
  turnPixels(planes, picture, turned, turns, isFlipped)
  for (const start of [lumaBytes, lumaBytes + colorBytes])
    turnPixels(planes.subarray(start), color, turned.subarray(start), turns, isFlipped)
  const shifts = isTurned ? { shiftX: shiftY, shiftY: shiftX } : { shiftX, shiftY }
  const sampling = { stepX: 1 << shiftX, stepY: 1 << shiftY, place: picture.chroma }
  const chroma = turnSampling(sampling, picture, turns, isFlipped).place
  return { ...picture, ...size, ...shifts, chroma, planes: turned }
}

/** A rotation as quarter turns clockwise, 0 to 3. */
function quarterTurns(degrees: number): number {
  return ((Math.round(degrees / 90) % 4) + 4) % 4
}

function turnPixels(
  source: Pixels,
  { width, height }: Size,
  target: Pixels,
  turns: number,
  isFlipped: boolean,
): void {
  // Where the first pixel goes, and how far apart those go that lie beside and below each other.
  const last = width * height - 1
  let [start, right, down] = [
    [0, 1, width],
    [height - 1, height, -1],
    [last, -1, -width],
    [last - height + 1, -height, 1],
  ][turns] as [number, number, number]
  if (isFlipped) {
    // Rows of the target are read from their other end.
    const rowPixels = turns % 2 === 1 ? height : width
    start = start - (start % rowPixels) + (rowPixels - 1 - (start % rowPixels))
    if (turns % 2 === 1) down = -down
    else right = -right
  }
  for (let top = 0; top < height; top += tile) {
    const bottom = Math.min(height, top + tile)
    for (let left = 0; left < width; left += tile) {
      const end = Math.min(width, left + tile)
      for (let y = top; y < bottom; y += 1) {
        let to = start + y * down + left * right
        for (let at = y * width + left; at < y * width + end; at += 1, to += right)
          target[to] = source[at] ?? 0
      }
    }
  }
}
