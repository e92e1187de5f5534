import type { Animation } from './gif-playback.ts'

/** A disc that moves over a shaded background, in fewer than 256 colors: 120 by 80 pixels, 100 ms per frame. */
export function discClip(count: number): Animation {
  const [width, height] = [120, 80]
  const frames = Array.from({ length: count }, (_, frame) => {
    const rgba = new Uint8Array(width * height * 4)
    for (let at = 0; at < width * height; at += 1) {
      const [x, y] = [at % width, Math.floor(at / width)]
      const isDisc = (x - 10 - frame * 2) ** 2 + (y - 40) ** 2 < 150
      rgba.set(isDisc ? [220, 40, 30, 255] : [40, 40 + (x >> 3) * 4, 90 + (y >> 3) * 6, 255], at * 4)
    }
    return rgba
  })
  return { width, height, frames, delaysMs: frames.map(() => 100) }
}
