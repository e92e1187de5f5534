import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeWithinLimit } from '#src/gif/size-limit/encode-within-limit.ts'
import { gifPresets } from '#src/options/gif-options.ts'
import type { KeptFrames } from '../../../bench/gif/frames.ts'
import { type Quality, measureGif } from '../../../bench/gif/quality.ts'
import { type Clip, drawClip } from '../../support/media/drawn-clip.ts'

export const fps = 15
const seconds = 2

/** A picture with detail of every size, as in nature: random colors on large scales, light and dark on small ones. */
const scene = [
  texture('16x9', 'c0s=60:c1s=14:c2s=14', 'large'),
  texture('60x34', 'c0s=20', 'middle'),
  texture('240x136', 'c0s=10', 'small'),
  '[large][middle]blend=all_mode=grainmerge[both]',
  '[both][small]blend=all_mode=grainmerge,trim=end_frame=1,loop=-1:1',
].join(';')

/** Blurred dots: the given number of pixels of noise, enlarged. */
function texture(size: string, noise: string, label: string): string {
  return `color=gray:s=${size}:r=15,format=yuv444p,noise=${noise}:all_seed=7,scale=720:408:flags=bicubic,format=gbrp[${label}]`
}

/** Clips as people make them: a screen recording, and two from a camera, with its noise. */
export const limitedClips: Record<string, () => Promise<Clip>> = {
  'a drawn game': () => Promise.resolve(drawGame()),
  'a camera that pans': () =>
    drawClip(
      `${scene},scroll=h=0.005:v=0.003,${sensor(6)},scale=240:136:flags=area,trim=duration=${seconds}`,
    ),
  'a still camera with something moving': () =>
    drawClip(
      [
        `${scene},scale=240:136:flags=area[wall]`,
        `gradients=s=72x72:r=15:speed=0.02:c0=0x802020:c1=0xf0d0a0:seed=3:n=2,format=yuva444p,geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='255*lt(hypot(X-36,Y-36),34)'[ball]`,
        `[wall][ball]overlay=x='80+70*sin(2*t)':y='28+24*cos(3*t)':shortest=1,${sensor(3)},trim=duration=${seconds}`,
      ].join(';'),
    ),
}

/** Noise of a sensor, which is never the same, and the rest of it after a camera's own processing. */
function sensor(noise: number): string {
  return `noise=alls=${noise}:allf=t:all_seed=5,gblur=sigma=0.6`
}

/**
 * Flat colors with sharp edges: a floor that scrolls under hills, a figure that jumps, lamps; in a light that has many
 * shades.
 */
function drawGame(): Clip {
  const [width, height] = [240, 136]
  const frames = Array.from({ length: fps * seconds }, (_, frame) => {
    const rgba = new Uint8Array(width * height * 4).fill(255)
    const fill = (x: number, y: number, right: number, bottom: number, color: number[]) => {
      for (let row = Math.max(0, y); row < Math.min(height, bottom); row++)
        for (let column = Math.max(0, x); column < Math.min(width, right); column++)
          rgba.set(color, (row * width + column) * 4)
    }
    for (let row = 0; row < height; row++) fill(0, row, width, row + 1, [40 + row / 2, 90 + row / 2, 190])
    for (let hill = -1; hill < 6; hill++) {
      const left = hill * 60 - (frame % 60)
      for (let step = 0; step < 30; step++)
        fill(left + step, 100 - step, left + 60 - step, 101 - step, [30, 110 + step * 2, 60])
    }
    for (let tile = -1; tile < 16; tile++) {
      const left = tile * 16 - ((frame * 2) % 16)
      fill(left, 108, left + 15, 122, [150, 90, 50])
      fill(left, 108, left + 15, 111, [90, 180, 60])
      fill(left + 3, 124, left + 14, 136, [120, 70, 40])
    }
    const jump = Math.round(30 * Math.abs(Math.sin(frame / 5)))
    fill(70, 88 - jump, 84, 108 - jump, [220, 60, 60])
    fill(73, 91 - jump, 77, 95 - jump, [250, 240, 230])
    for (let bit = 0; bit < 8; bit++)
      fill(8 + bit * 9, 8, 14 + bit * 9, 18, ((frame >> (bit % 5)) & 1) === 1 ? [250, 230, 90] : [60, 60, 80])
    for (let at = 0; at < rgba.length; at++) {
      const [x, y] = [(at / 4) % width, at / 4 / width]
      if (at % 4 !== 3) rgba[at]! *= 1 - 0.45 * Math.hypot((x - 120) / width, (y - 60) / height)
    }
    return rgba
  })
  return { width, height, frames }
}

/** The GIF within a size limit, of the best quality; undefined if its frames would have to be smaller. */
export function fit({ frames, ...size }: Clip, maxBytes: number): Buffer | undefined {
  let parts: Uint8Array[] = []
  const { result } = encodeWithinLimit(
    { ...size, count: frames.length, durationMs: 1000 / fps, frameAt: (index) => frames[index]! },
    {
      preset: gifPresets[0]!,
      maxBytes,
      loops: 0,
      write: (bytes: Uint8Array) => void parts.push(bytes.slice()),
      restart: () => (parts = []),
    },
  )
  return result.fits ? Buffer.concat(parts) : undefined
}

/** Measures GIFs against the frames of a clip; the folder is removed at the end. */
export async function withMeasure<Value>(
  clip: Clip,
  work: (measure: (gif: Uint8Array) => Promise<Quality>, frames: KeptFrames) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'limited-clips-'))
  try {
    const rgb = Buffer.concat(clip.frames).filter((_, index) => index % 4 !== 3)
    const path = join(folder, 'frames.rgb')
    await writeFile(path, rgb)
    const { width, height } = clip
    const frames = { width, height, fps, count: clip.frames.length, rgb, path }
    return await work(async (gif) => {
      const file = join(folder, 'measured.gif')
      await writeFile(file, gif)
      return measureGif(file, frames)
    }, frames)
  } finally {
    await rm(folder, { recursive: true })
  }
}
