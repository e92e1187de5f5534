import assert from 'node:assert/strict'
import sharp, { type Sharp } from 'sharp'

export const patchSize = { width: 64, height: 48 }

/** Colors within both sRGB and Display P3; sixteen pixels wide and twenty-four high. */
const colors = [
  ...[
    [200, 60, 40],
    [40, 180, 70],
    [50, 80, 210],
    [230, 220, 60],
  ],
  ...[
    [128, 128, 128],
    [21, 21, 21],
    [241, 241, 241],
    [181, 90, 161],
  ],
] as const

/** A picture of patches, whose pixels are in sRGB unless a profile is given. */
export function flatPatches(): Sharp {
  const { width, height } = patchSize
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) {
    const patch = Math.floor((at % width) / 16) + 4 * Math.floor(at / width / 24)
    pixels.set(colors[patch]!, at * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Asserts that pixels (RGBA), scaled from the patches or not, have their colors in sRGB, up to `most` levels each. */
export function assertPatches(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
  most: number,
  name: string,
): void {
  for (const [patch, expected] of colors.entries()) {
    const x = Math.floor((((patch % 4) + 0.5) / 4) * width)
    const y = Math.floor(((Math.floor(patch / 4) + 0.5) / 2) * height)
    const at = (y * width + x) * 4
    const shown = [...pixels.subarray(at, at + 3)]
    const off = Math.max(...shown.map((level, channel) => Math.abs(level - expected[channel]!)))
    assert.ok(off <= most, `${name}: ${shown.join()} is not ${expected.join()}`)
  }
}
