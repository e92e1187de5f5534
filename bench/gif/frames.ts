import { readFileSync } from 'node:fs'
import type { Clip, Job } from './clips.ts'
import { kept, keptValue, run } from './kept.ts'
import { execFileSync } from 'node:child_process'

/** The frames that every encoder is given, and that its GIF is compared with. */
export type Frames = {
  width: number
  height: number
  fps: number
  count: number
  /** All of them, red, green and blue. */
  rgb: Uint8Array
}

/** What ffmpeg is told to read the clip of a job. */
export function clipInput({ path, startSeconds }: Clip, { seconds }: Job): string[] {
  return ['-v', 'error', '-y', '-ss', `${startSeconds}`, '-t', `${seconds}`, '-i', path, '-an']
}

/** The filters that make the frames of a job. */
export function clipFilters({ fps, width }: Job): string {
  return `fps=${fps},scale=${width}:-2`
}

/** The name under which things about a clip and a job are kept. */
export function keptName({ key, startSeconds }: Clip, job: Job): string {
  return `${key}@${startSeconds}-${job.name}`
}

/** Decodes and scales the clip by ffmpeg, once: the frames are kept for later runs. */
export function clipFrames(clip: Clip, job: Job): Frames {
  const [input, filters] = [clipInput(clip, job), clipFilters(job)]
  const path = kept(`${keptName(clip, job)}.rgb`, (path) =>
    run('ffmpeg', [...input, '-vf', filters, '-f', 'rawvideo', '-pix_fmt', 'rgb24', path]),
  )
  const { width, height } = keptValue(`${keptName(clip, job)}.size.json`, () => {
    const png = execFileSync('ffmpeg', [
      ...[...input, '-vf', filters, '-frames:v', '1'],
      ...['-f', 'image2pipe', '-c:v', 'png', '-pix_fmt', 'rgb24', 'pipe:1'],
    ])
    return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
  })
  const rgb = readFileSync(path)
  return { width, height, fps: job.fps, count: rgb.length / (width * height * 3), rgb }
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
