import fc from 'fast-check'
import { randomNumbers } from '../rendering/both-kernels.ts'

export type DrawnFrame = { kind: 'gradient' | 'noise' | 'boxes' | 'few'; seed: number; hasAlpha: boolean }

/** The content of a frame. */
export const drawnFrames: fc.Arbitrary<DrawnFrame> = fc.record({
  kind: fc.constantFrom('gradient', 'noise', 'boxes', 'few'),
  seed: fc.integer(),
  hasAlpha: fc.boolean(),
})

/** Sides that are seldom multiples of anything. */
export const sides = (max: number) => fc.oneof(fc.constant(1), fc.integer({ min: 1, max }))

/** RGBA of a frame: alpha 255, or anything in some places. */
export function drawFrame({ kind, seed, hasAlpha }: DrawnFrame, width: number, height: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4)
  const noise = randomNumbers(seed, width * height, 1 << 24)
  const [red = 0, green = 0, blue = 0, slope = 0, left = 0, top = 0] = randomNumbers(seed ^ 77, 6, 200)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const place = y * width + x
      const dot = noise[place] ?? 0
      const isInside = Math.abs(x - (left % width)) < 9 && Math.abs(y - (top % height)) < 7
      const grain = dot % 3
      const gradient = [red + x, green + y, blue + ((x * slope) >> 7)].map(
        (channel) => (channel + grain) & 255,
      )
      const pixel = {
        gradient,
        noise: [dot & 255, (dot >> 8) & 255, dot >> 16],
        boxes: isInside ? [red, green, x * 3] : gradient,
        few: [(dot % 5) * 50, red, green],
      }[kind]
      rgba.set([...pixel, hasAlpha && isInside ? dot % 256 : 255], place * 4)
    }
  }
  return rgba
}

/** A frame slightly different from another: noise of a few steps in some of the pixels, more in few. */
export function disturb(rgba: Uint8Array, seed: number, most: number): Uint8Array {
  const noise = randomNumbers(seed, rgba.length, 1 << 16)
  return rgba.map((value, at) => {
    const random = noise[at] ?? 0
    if ((at & 3) === 3 || random % 4 !== 0) return value
    return Math.min(255, Math.max(0, value + ((random >> 4) % (2 * most + 1)) - most))
  })
}
