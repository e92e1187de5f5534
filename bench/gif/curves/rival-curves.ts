import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { KeptFrames } from '../frames.ts'
import { kept, keptFolder, keptValue } from '../kept.ts'
import { encodeByFfmpeg, encodeByGifski, gifskiProgram, runs, squeezeByGifsicle } from '../rival-encoders.ts'
import { type Measured, type Point, measurePoint } from './point.ts'

/** The reason that there are no curves of others; empty if all run. */
export function missingRivals(): string[] {
  return [
    ...(runs(gifskiProgram) ? [] : ['gifski does not run here: it is left out.']),
    ...(runs('gifsicle') ? [] : ['gifsicle does not run here (Debian: gifsicle): it is left out.']),
  ]
}

/** GIFs of the frames by gifski, one per quality, from the smallest. */
export async function gifskiCurve(
  frames: KeptFrames,
  qualities: number[],
  measured: Measured,
): Promise<Point[]> {
  if (!runs(gifskiProgram)) return []
  const points = []
  for (const quality of qualities)
    points.push(
      await keptPoint({ label: `gifski ${quality}`, measured, file: `gifski-${quality}` }, (gif) =>
        encodeByGifski(frames, quality, gif),
      ),
    )
  return points
}

/** GIFs by ffmpeg's palettegen and paletteuse and then gifsicle, one per value of its `--lossy`, from the smallest. */
export async function gifsicleCurve(
  frames: KeptFrames,
  losses: number[],
  measured: Measured,
): Promise<Point[]> {
  if (!runs('gifsicle') || losses.length === 0) return []
  const whole = await keptPoint({ label: 'ffmpeg', measured, file: 'ffmpeg' }, (gif) =>
    encodeByFfmpeg(frames, gif),
  )
  const points = []
  for (const lossy of losses.toSorted((a, b) => b - a)) {
    const point = await keptPoint(
      { label: `gifsicle ${lossy}`, measured, file: `gifsicle-${lossy}` },
      (gif) => squeezeByGifsicle(whole.path, lossy, gif),
    )
    points.push({ ...point, cpuSeconds: whole.cpuSeconds + point.cpuSeconds })
  }
  return points
}

/** A GIF and its CPU seconds, both stored from its first encode on. */
async function keptPoint(
  { label, measured, file }: { label: string; measured: Measured; file: string },
  encode: (gif: string) => number,
): Promise<Point> {
  const name = `curves/${measured.hash}/${file}`
  const path = join(keptFolder, `${name}.gif`)
  const cpuSeconds = keptValue(`${name}.cpu.json`, () => {
    let seconds = 0
    rmSync(path, { force: true })
    kept(`${name}.gif`, (gif) => {
      seconds = encode(gif)
    })
    return seconds
  })
  kept(`${name}.gif`, encode)
  return await measurePoint({ label, path, cpuSeconds }, measured)
}
