import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clip, Job } from './clips.ts'
import { kept, keptFolder, keptValue } from './kept.ts'
import type { FrameRequest } from './make-frames.ts'

/** The frames that every encoder gets, and with which its GIF is compared. */
export type Frames = {
  width: number
  height: number
  fps: number
  count: number
  /** All of them, red, green and blue. */
  rgb: Uint8Array
}

/** Frames that are also stored in a file. */
export type KeptFrames = Frames & { path: string }

/** The arguments that make ffmpeg read the clip of a job. */
export function clipInput({ path, startSeconds }: Clip, { seconds }: Job): string[] {
  return ['-v', 'error', '-y', '-ss', `${startSeconds}`, '-t', `${seconds}`, '-i', path, '-an']
}

/** The filters of the commands that people type, whose CPU is measured. */
export function clipFilters({ fps, width }: Job): string {
  return `fps=${fps},scale=${width}:-2`
}

/** Incremented with every change of how frames are made, so that earlier ones are not used. */
const framesVersion = 2

/** The name under which data about a clip and a job are stored. */
export function keptName({ key, startSeconds }: Clip, { name, seconds }: Job): string {
  return `${key}@${startSeconds}-${name}-${seconds}s-v${framesVersion}`
}

const makeFrames = new URL('make-frames.ts', import.meta.url).pathname

/** The frames that `gifwright make` gives its encoder for a clip, stored for later runs: every encoder gets them. */
export function clipFrames(clip: Clip, job: Job): KeptFrames {
  const name = keptName(clip, job)
  const [rgbName, sizeName] = [`${name}.rgb`, `${name}.size.json`]
  if (!existsSync(join(keptFolder, rgbName))) rmSync(join(keptFolder, sizeName), { force: true })
  const { width, height } = keptValue(sizeName, () => {
    const { path, startSeconds } = clip
    const { seconds, fps, width } = job
    const request: FrameRequest = { path, startSeconds, seconds, width, fps }
    let size = ''
    kept(rgbName, (output) => {
      size = execFileSync(process.execPath, [makeFrames, JSON.stringify(request), output], {
        encoding: 'utf8',
      })
    })
    return JSON.parse(size) as { width: number; height: number }
  })
  const path = join(keptFolder, rgbName)
  const rgb = readFileSync(path)
  return { width, height, fps: job.fps, count: rgb.length / (width * height * 3), rgb, path }
}

/** The arguments that make ffmpeg read stored frames. */
export function framesInput({ width, height, fps, path }: KeptFrames): string[] {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', `${fps}`]
  return ['-v', 'error', '-y', ...raw, '-i', path]
}

/** Distinguishes frames from others: measurements against them are stored under it. */
export function framesHash({ width, height, fps, rgb }: Frames): string {
  const size = `${width} ${height} ${fps} `
  return createHash('sha256').update(size).update(rgb).digest('hex').slice(0, 16)
}

/** The same frames as the encoder takes them: RGBA, one array each. */
export function rgbaFrames({ width, height, count, rgb }: Frames): Uint8Array[] {
  const pixels = width * height
  return Array.from({ length: count }, (_, frame) => {
    const rgba = new Uint8Array(pixels * 4)
    for (let pixel = 0, from = frame * pixels * 3; pixel < pixels; pixel++, from += 3) {
      rgba[pixel * 4] = rgb[from]!
      rgba[pixel * 4 + 1] = rgb[from + 1]!
      rgba[pixel * 4 + 2] = rgb[from + 2]!
      rgba[pixel * 4 + 3] = 255
    }
    return rgba
  })
}
