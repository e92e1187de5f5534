import { AppError } from '../lib/app-error.ts'
import { runTool, ToolFailure } from './tool.ts'

export type FfmpegRun = {
  args: string[]
  maxCpuSeconds: number
  /** Called with the count of frames made so far. */
  onFrames: (count: number) => void
  /** The most that it may write into one file, where that is not the usual. */
  maxFileBytes?: number
  /** Raw frames for `pipe:0`. */
  feed?: AsyncIterable<Uint8Array>
}

/** What every run begins with: quiet, no questions, no metadata of ours, progress on standard output. */
const always = [
  ...['-hide_banner', '-v', 'error', '-y', '-progress', 'pipe:1', '-stats_period', '0.1'],
  // Its own choice is a thread for every core of the machine, in every run.
  ...['-filter_threads', '2', '-filter_complex_threads', '2'],
]

/**
 * Runs ffmpeg; gives what it complained of and how many frames the first output took.
 * Throws ToolFailure, and AppError unavailable where ffmpeg is missing.
 */
export async function runFfmpeg(run: FfmpegRun): Promise<{ stderr: string; frames: number }> {
  let frames = 0
  let rest = ''
  const onOutput = (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('frame=')) continue
      frames = Number(line.slice('frame='.length))
      run.onFrames(frames)
    }
  }
  const { maxCpuSeconds, maxFileBytes, feed } = run
  const args = [...(feed === undefined ? ['-nostdin'] : []), ...always, ...run.args]
  const stderr = await runTool('ffmpeg', args, {
    maxCpuSeconds,
    onOutput,
    ...(maxFileBytes !== undefined && { maxFileBytes }),
    ...(feed !== undefined && { feed }),
  })
  return { stderr, frames }
}

/**
 * What to tell the person whose file made the tool fail, as an AppError. Anything that is no ToolFailure stays as
 * it is. `tooLong` is the sentence for work whose frames do not fit into one file.
 */
export function mediaError(
  error: unknown,
  tooLong = 'The clip is too long for its size; choose a shorter one.',
): unknown {
  if (!(error instanceof ToolFailure)) return error
  const cause = error
  if (/exceeds max_streams/.test(error.stderr)) {
    return new AppError('media_too_large', 'The video has more streams than this service accepts.', { cause })
  }
  if (isTooLarge(error.stderr)) return tooLarge(cause)
  if (isOverFileSize(error)) return new AppError('media_too_large', tooLong, { cause })
  if (/No space left on device/.test(error.stderr)) {
    return new AppError('unavailable', 'The service is out of room; try again later.', { retry: true, cause })
  }
  if (error.signal !== null) {
    return new AppError('media_broken', 'The file made the decoder stop.', { retry: true, cause })
  }
  return new AppError('media_broken', 'The file is damaged: no picture in it could be decoded.', { cause })
}

/** Whether the tool ended because a file that it wrote reached the limit of its process. */
export function isOverFileSize({ signal, stderr }: ToolFailure): boolean {
  return signal === 'SIGXFSZ' || /File too large/.test(stderr)
}

/** Whether a tool complained that a frame is over `-max_pixels`, or memory over the limit of its process. */
export function isTooLarge(stderr: string): boolean {
  return /max pixel count|Picture size \d+x\d+ is invalid|Cannot allocate memory/.test(stderr)
}

/** The AppError media_too_large for frames over the limit of pixels; `cause` is for the log. */
export function tooLarge(cause: unknown): AppError {
  return new AppError('media_too_large', 'The video has more pixels in a frame than this service accepts.', {
    cause,
  })
}
