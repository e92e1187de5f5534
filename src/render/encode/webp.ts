import { open, readFile } from 'node:fs/promises'
import { readHead } from '../../lib/disk/files.ts'
import { sniffBytes, sniffVideo } from '../../media/file-type.ts'
import type { GifOptions } from '../../options/gif-options.ts'
import { toolFaultError, runFfmpeg } from '../tools/ffmpeg.ts'
import type { Branch } from '../decode/frame-stream.ts'
import { bitexact, rawInput, renditionFile } from '../tools/ffmpeg-args.ts'
import type { FrameSource, Job } from '../job.ts'
import { sharp } from '../tools/sharp.ts'

type Encoder = 'libwebp_anim' | 'libwebp'

/** From 0 to 6. Alpha gets effort 0: at this one it would take twice the time for a sixth fewer bytes. */
export const defaultEffort = 2

/** From 0 to 100. */
export const defaultQuality = 70

/**
 * Above this size of the GIF, the WebP is made of whole frames: the encoder of animations keeps its whole output in
 * memory until its end, three times over. Such large frames change everywhere, so the file is hardly smaller.
 */
const mostGifBytesInMemory = 200_000_000

/** Returns the branch for the WebP. Its encoder stores only changes, and joins identical frames. */
export function webpBranch(source: FrameSource, options: GifOptions, job: Job): Branch {
  const { hasAlpha, expectedGifBytes = 0 } = source
  const encoder = expectedGifBytes > mostGifBytesInMemory ? 'libwebp' : 'libwebp_anim'
  const effort = hasAlpha ? 0 : defaultEffort
  const { loops } = options
  return { filters: 'null', output: webpArgs({ encoder, effort, loops }, renditionFile(job, 'webp')) }
}

/** Returns true if a WebP is an animation. */
export async function isAnimated(path: string): Promise<boolean> {
  return sniffVideo(await readHead(path, sniffBytes)) === 'webp'
}

/**
 * Extends the last frame of an animated WebP until `durationMs`: the encoder, which is never told when it ends, uses
 * the mean of the others.
 */
export async function endWebpAt(path: string, durationMs: number): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(24)
    let last = { at: -1, startMs: 0, shownMs: 0 }
    for (let at = 12; at + 8 <= size; at += 8 + head.readUInt32LE(4) + (head.readUInt32LE(4) % 2)) {
      await file.read(head, 0, head.length, at)
      if (head.toString('latin1', 0, 4) !== 'ANMF') continue
      last = { at: at + 20, startMs: last.startMs + last.shownMs, shownMs: head.readUIntLE(20, 3) }
    }
    if (last.at === -1) return
    const shown = Buffer.alloc(3)
    shown.writeUIntLE(Math.min(0xff_ffff, Math.max(1, durationMs - last.startMs)), 0, 3)
    await file.write(shown, 0, 3, last.at)
  } finally {
    await file.close()
  }
}

/**
 * Makes the WebP at `path` an animation, as expected for several frames: if all are equal, the encoder wrote a picture.
 * Throws AppError.
 */
export async function makeAnimated(
  path: string,
  { frames, frameMs, loops }: { frames: number; frameMs: number; loops: number },
  job: Job,
): Promise<void> {
  if (frames < 2 || (await isAnimated(path))) return
  const { data, info } = await sharp(await readFile(path))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size = { width: info.width, height: info.height, durationMs: frames * frameMs }
  await writeStillWebp(data, size, { loops }, `file:${path}`, job)
}

/**
 * Writes the WebP of identical frames, which would become a still picture if joined, as an animation of two frames,
 * half of the time each. Throws AppError.
 */
export async function writeStillWebp(
  frame: Uint8Array,
  { durationMs, ...size }: { width: number; height: number; durationMs: number },
  { loops }: Pick<GifOptions, 'loops'>,
  file: string,
  job: Job,
): Promise<void> {
  async function* twice() {
    yield frame
    yield frame
  }
  await runFfmpeg({
    args: [
      ...rawInput(size, { over: 2000, under: durationMs }),
      ...['-map', '0:v', ...webpArgs({ encoder: 'libwebp', loops }, file)],
    ],
    maxCpuSeconds: job.maxCpuSeconds,
    onOutput: () => undefined,
    feed: twice(),
  }).catch((error: unknown) => {
    throw toolFaultError(error)
  })
}

/** Returns the arguments that write an animated WebP. `libwebp` keeps every frame whole. */
export function webpArgs(
  {
    encoder = 'libwebp_anim',
    effort = defaultEffort,
    quality = defaultQuality,
    loops,
  }: { encoder?: Encoder; effort?: number; quality?: number; loops: number },
  file: string,
): string[] {
  return [
    ...['-c:v', encoder, '-pix_fmt', 'bgra', '-quality', String(quality)],
    ...['-compression_level', String(effort), '-loop', String(loops), '-f', 'webp', ...bitexact, file],
  ]
}
