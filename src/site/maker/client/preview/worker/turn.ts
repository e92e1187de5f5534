import type { Area } from '../../../../../gif/scale/picture.ts'

type Size = { width: number; height: number }

/** A rotation as quarter turns clockwise, 0 to 3. */
function quarterTurns(degrees: number): number {
  return ((Math.round(degrees / 90) % 4) + 4) % 4
}

/** Where an area of upright pictures is in pictures as they are stored. */
export function storedArea({ x, y, width, height }: Area, upright: Size, degrees: number): Area {
  switch (quarterTurns(degrees)) {
    case 1:
      return { x: y, y: upright.width - x - width, width: height, height: width }
    case 2:
      return { x: upright.width - x - width, y: upright.height - y - height, width, height }
    case 3:
      return { x: upright.height - y - height, y: x, width: height, height: width }
    default:
      return { x, y, width, height }
  }
}

/** Pixels (RGBA) turned clockwise, and mirrored then: `size` is that of the result. */
export function turnUpright(rgba: Uint8Array, size: Size, degrees: number, isFlipped: boolean): Uint8Array {
  const turns = quarterTurns(degrees)
  if (turns === 0 && !isFlipped) return rgba
  const { width, height } = size
  const source = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height)
  const target = new Uint32Array(width * height)
  const place = (x: number, y: number) =>
    [
      y * width + x,
      (width - 1 - x) * height + y,
      (height - 1 - y) * width + width - 1 - x,
      x * height + height - 1 - y,
    ][turns] ?? 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      target[y * width + x] = source[place(isFlipped ? width - 1 - x : x, y)] ?? 0
    }
  }
  return new Uint8Array(target.buffer)
}
