import { open } from 'node:fs/promises'
import { editGif } from '../../gif/edit/edit-gif.ts'
import type { GifFrameReader } from '../../gif/edit/frame-reader.ts'
import { GifError } from '../../gif/read/gif-error.ts'
import { delayMs } from '../../gif/read/gif-frames.ts'
import { playsOf } from '../../gif/read/parse-gif.ts'
import { AppError } from '../../lib/app-error.ts'
import type { EditPlan } from '../../media/media-engine.ts'
import { editFrames } from '../../options/rules/edit-frames.ts'
import { maxWork } from '../animation/picture-limits.ts'
import type { Job, SourceLimits } from '../job.ts'
import { keepRefused } from '../keep/keep-refused.ts'
import { gifProblem } from './open-parts.ts'

/** A GIF of the chosen frames; `loops` is the number of times it plays, 0 means forever. */
export type Edited = { width: number; height: number; loops: number; bytes: number }

/** The bytes to write at once. */
const windowBytes = 1_000_000

/** Writes a GIF of the frames that a plan chooses from its animations. Throws AppError. */
export async function writeEdited(
  parts: GifFrameReader[],
  plan: EditPlan,
  path: string,
  { limits }: Job,
): Promise<Edited> {
  const times = parts.map(({ gif }) => gif.frames.map(delayMs))
  const { frameList: frames, startSeconds, endSeconds, gif, clip } = plan
  const { reverse, boomerang } = gif
  const edit = { frames, startSeconds, endSeconds, reverse, boomerang, speed: clip.speed, fps: clip.fps }
  const edited = editFrames(times, edit, Math.min(limits.maxEditedFrames, limits.maxAnimationFrames))
  if ('problem' in edited) {
    const { field, message } = edited.problem
    throw new AppError('invalid_value', message, { field })
  }
  checkLength(edited.frames, limits.maxClipSeconds)
  checkWork(parts, edited.frames, limits)
  const [first] = parts
  const { width = 0, height = 0 } = first?.gif ?? {}
  const loops = plan.keepsLoops && first !== undefined ? playsOf(first.gif) : gif.loops
  const file = await open(path, 'w')
  try {
    let bytes = 0
    let waiting: Uint8Array[] = []
    let waitingBytes = 0
    const writes: Promise<unknown>[] = []
    const flush = () => {
      const part = Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
      writes.push(file.write(part, 0, part.length, bytes - part.length))
    }
    editGif(parts, edited.frames, loops, (part) => {
      bytes += part.length
      waitingBytes += part.length
      waiting.push(part)
      if (waitingBytes >= windowBytes) flush()
    })
    flush()
    await Promise.all(writes)
    return { width, height, loops, bytes }
  } catch (error) {
    throw error instanceof GifError ? gifProblem(error, limits) : error
  } finally {
    await file.close()
  }
}

/** Throws AppError keep_refused if the chosen frames together have more pixels than their bytes allow. */
function checkWork(
  parts: readonly GifFrameReader[],
  frames: readonly { clip: number }[],
  limits: SourceLimits,
): void {
  const shares = parts.map(({ byteLength, count }) => byteLength / count)
  const bytes = frames.reduce((sum, { clip }) => sum + (shares[clip] ?? 0), 0)
  const { width = 0, height = 0 } = parts[0]?.gif ?? {}
  if (frames.length * width * height <= maxWork(bytes, limits)) return
  throw keepRefused('it has more pixels in all its frames than a file of its size may')
}

function checkLength(frames: readonly { milliseconds: number }[], maxSeconds: number): void {
  const seconds = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  if (seconds <= maxSeconds) return
  const message = `The GIF would be ${Math.ceil(seconds * 10) / 10} seconds long, and it may be at most ${maxSeconds}; choose fewer frames or a higher \`speed\`.`
  throw new AppError('invalid_value', message, { field: 'frames' })
}
