import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'

const run = promisify(execFile)

export type AnimationType = 'webp' | 'gif' | 'apng' | 'avif'

export type AnimationShape = {
  delaysMs: number[]
  width?: number
  height?: number
  hasAlpha?: boolean
  /** The alpha of opaque pixels; 1 is fully opaque. */
  opacity?: number
  /** The number of times it plays, except for an AVIF; 0 is forever. */
  plays?: number
}

/** The content of every frame of `makeAnimation`: gray, 20 levels brighter than the previous one. */
export function levelOf(frame: number): number {
  return 20 + 20 * (frame % 11)
}

/**
 * Writes an animated picture whose frames are gray, and transparent on the right with `hasAlpha`; returns its path.
 * libvips writes GIFs and WebPs, ffmpeg PNGs and AVIFs, whose alpha is a track of its own.
 */
export async function makeAnimation(
  folder: string,
  type: AnimationType,
  { delaysMs, width = 64, height = 48, hasAlpha = false, opacity = 1, plays = 0 }: AnimationShape,
): Promise<string> {
  const path = join(folder, `animation.${type === 'apng' ? 'png' : type}`)
  const pixels = Buffer.alloc(width * height * 4 * delaysMs.length)
  for (let at = 0; at < pixels.length; at += 4) {
    const level = levelOf(Math.floor(at / (width * height * 4)))
    pixels.set(
      [level, level, level, hasAlpha && (at / 4) % width >= width / 2 ? 0 : Math.round(255 * opacity)],
      at,
    )
  }
  if (type === 'webp' || type === 'gif') {
    const raw = { width, height: height * delaysMs.length, channels: 4 as const, pageHeight: height }
    const image = sharp(pixels, { raw, limitInputPixels: false })
    const options = { delay: delaysMs, loop: plays }
    await (
      type === 'webp' ? image.webp({ ...options, lossless: true, effort: 0 }) : image.gif(options)
    ).toFile(path)
    return path
  }
  const frames = join(folder, `${type}.rgba`)
  await writeFile(frames, pixels)
  const input = ['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${width}x${height}`, '-i', frames]
  const starts = delaysMs.slice(0, -1).map((ms, frame) => `gte(N,${frame + 1})*${ms}`)
  const times = `settb=1/1000,setpts='${['0', ...starts].join('+')}'`
  const kept = ['-fps_mode', 'passthrough', '-enc_time_base', '1:1000']
  const last = delaysMs.at(-1) ?? 100
  if (type === 'apng') {
    const ends = ['-plays', String(plays), '-final_delay', `${last}/1000`]
    await run('ffmpeg', ['-v', 'error', ...input, '-vf', times, ...kept, ...ends, '-f', 'apng', path])
    return path
  }
  // The muxer counts in sixteenths of a millisecond.
  const ends = `setts=duration=if(eq(N\\,${delaysMs.length - 1})\\,${last * 16}\\,DURATION)`
  const alpha = hasAlpha
    ? 'split[whole][mask];[whole]format=yuv444p[color];[mask]alphaextract,format=gray[alpha]'
    : 'format=yuv444p[color]'
  const maps = ['-map', '[color]', ...(hasAlpha ? ['-map', '[alpha]'] : [])]
  const coded = ['-c:v', 'libaom-av1', '-cpu-used', '8', '-crf', '10', '-bsf:v', ends, '-f', 'avif']
  await run('ffmpeg', [
    '-v',
    'error',
    ...input,
    '-filter_complex',
    `[0:v]${times},${alpha}`,
    ...maps,
    ...kept,
    ...coded,
    path,
  ])
  return path
}
