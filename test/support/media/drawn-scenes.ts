import { readLook, type Look } from '#src/looks/look.ts'
import { LookMaker } from '#src/looks/look-maker.ts'

/** A computed GIF: `paint` returns the luma, 0 to 255, of a position and a time, each from 0 to 1. */
export type Scene = {
  width: number
  height: number
  frames: number
  /** The duration of each frame; all equal if omitted. */
  durations?: number[]
  paint: (x: number, y: number, t: number) => number
}

/** Random numbers from 0 to below 1, the same for a seed each time: Marsaglia, "Xorshift RNGs", 2003. */
export function randomNumbers(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** A scene of some soft shapes that move over a gradient; different for each seed. */
export function drawScene(seed: number): Scene {
  const numbers = randomNumbers(seed)
  for (let skipped = 0; skipped < 8; skipped++) numbers()
  const between = (from: number, to: number) => from + numbers() * (to - from)
  const [slopeX, slopeY] = [between(-60, 60), between(-60, 60)]
  const shapes = Array.from({ length: 4 + Math.floor(numbers() * 6) }, () => ({
    x: between(0, 1),
    y: between(0, 1),
    moveX: between(-0.4, 0.4),
    moveY: between(-0.4, 0.4),
    radius: between(0.06, 0.3),
    luma: between(-120, 120),
  }))
  return {
    width: 72,
    height: 48,
    frames: 12,
    paint: (x, y, t) => {
      let luma = 128 + slopeX * (x - 0.5) + slopeY * (y - 0.5)
      for (const shape of shapes) {
        const distance = Math.hypot(x - shape.x - shape.moveX * t, y - shape.y - shape.moveY * t)
        luma += shape.luma * Math.max(0, Math.min(1, (shape.radius - distance) * 20 + 0.5))
      }
      return Math.max(0, Math.min(255, luma))
    },
  }
}

/** Typical changes that people make to GIFs before they send them again. */
export const variants: Record<string, (scene: Scene) => Scene> = {
  half: (scene) => ({ ...scene, width: 36, height: 24 }),
  larger: (scene) => ({ ...scene, width: 100, height: 60 }),
  'fewer frames': (scene) => ({ ...scene, frames: 7 }),
  'uneven times': (scene) => ({ ...scene, frames: 4, durations: [3, 3, 3, 3] }),
  'few colors': (scene) => ({
    ...scene,
    paint: (x, y, t) => Math.round(scene.paint(x, y, t) / 8) * 8,
  }),
  noise: (scene) => ({
    ...scene,
    paint: (x, y, t) => scene.paint(x, y, t) + 20 * Math.sin(x * 997 + y * 787 + t * 31),
  }),
  brighter: (scene) => ({ ...scene, paint: (x, y, t) => scene.paint(x, y, t) * 0.85 + 30 }),
}

/** The look of a scene; null if it shows too little. */
export function lookOf(scene: Scene): Look | null {
  const maker = new LookMaker(scene)
  for (let frame = 0; frame < scene.frames; frame++)
    maker.add(drawFrame(scene, frame), scene.durations?.[frame])
  return readLook(maker.finish())
}

function drawFrame({ width, height, frames, paint }: Scene, frame: number): Uint8Array {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const luma = paint((x + 0.5) / width, (y + 0.5) / height, (frame + 0.5) / frames)
      pixels.fill(luma, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return new Uint8Array(pixels.buffer)
}
