import { AppError, serviceFault } from '../../lib/app-error.ts'
import { noSpace } from '../../lib/disk/disk-faults.ts'
import { maxRenditionBytes } from '../../media/rendition.ts'
import { DecoderLog } from '../decode/decoder-log.ts'
import { runTool, ToolFailure, type ToolRun } from './run-tool.ts'

/** What every run begins with: quiet, no questions, and no thread for every core of the machine. */
const always = [
  ...['-hide_banner', '-nostats', '-y'],
  // How much of a clip may be damaged is decided by the frames of the clip.
  ...['-max_error_rate', '1'],
  ...['-filter_threads', '1', '-filter_complex_threads', '1'],
]

type FfmpegRun = Omit<ToolRun, 'maxFileBytes' | 'log'> & {
  args: string[]
  /** What is logged, as `-v` takes it. Levels must be named. */
  logLevel?: string
  /** Takes each line of the log. */
  onLogLine?: (line: string) => void
}

/**
 * Runs ffmpeg; gives the errors in its log, and whether it reports that something was not decoded well. No file of it
 * may be over the size of a rendition. Throws ToolFailure, AppError internal where ffmpeg cannot be started, and
 * what `onLogLine` throws.
 */
export async function runFfmpeg({
  args,
  logLevel = 'level+warning',
  onLogLine,
  ...run
}: FfmpegRun): Promise<{ errors: string; reportsFaults: boolean }> {
  const log = new DecoderLog(onLogLine)
  const allArgs = [...(run.feed === undefined ? ['-nostdin'] : []), ...always, '-v', logLevel, ...args]
  const errors = await runTool('ffmpeg', allArgs, { ...run, log, maxFileBytes: maxRenditionBytes })
  return { errors, reportsFaults: log.reportsFaults }
}

const tooLong = 'The clip is too long for its size; choose a shorter one.'

/** What to tell the person whose file made ffmpeg fail, as an AppError. Anything but a ToolFailure stays as it is. */
export function mediaError(error: unknown): unknown {
  if (!(error instanceof ToolFailure)) return error
  const cause = error
  if (error.fault === 'crash') {
    return new AppError('media_broken', 'The file made the decoder stop.', { retry: true, cause })
  }
  // ffmpeg ends as if it had no memory.
  if (/exceeds max_streams/.test(error.stderr)) {
    return new AppError('media_too_large', 'The video has more streams than this service accepts.', { cause })
  }
  if (error.fault !== 'input') return limitError(error, tooLong)
  return nothingDecoded(error.stderr, cause)
}

/** What ffmpeg and ffprobe say of a file without its index, without its end, or without any packet. */
export const endsEarly =
  /moov atom not found|File ended prematurely|partial file|Could not seek to position 0: |: End of file$/m

/** What they say of a codec, or a feature of one, that they do not have. With the second, damage gives the last as well. */
const isUnknownCoding = /Unknown compression method|unsupported coding type|no decoder found/
const isNotImplemented = /not (?:yet )?implemented|patches welcome/i
const isInvalid = /: Invalid data found when processing input$/m

/** Whether ffmpeg does not implement what is in a file, by its errors: such a file is not damaged. */
export function isUnsupported(stderr: string): boolean {
  return isUnknownCoding.test(stderr) || (isNotImplemented.test(stderr) && !isInvalid.test(stderr))
}

/** The AppError for a video in which no picture could be decoded, by the errors of ffmpeg or ffprobe; `cause` is for the log. */
export function nothingDecoded(stderr: string, cause: unknown = stderr): AppError {
  if (isTooLarge(stderr)) return tooLarge(cause)
  if (isUnsupported(stderr)) return unknownCoding(cause)
  return endsEarly.test(stderr)
    ? unfinishedFile(cause)
    : new AppError('media_broken', 'The file is damaged: no picture in it could be decoded.', { cause })
}

/** The AppError for a video that was not written to its end, so that nothing of it can be decoded. */
export function unfinishedFile(cause: unknown): AppError {
  const message =
    'The file is an unfinished recording or upload: it ended early, before its index or its first picture was written.'
  return new AppError('media_broken', message, { cause })
}

/** The AppError for a video whose codec, or what it uses of it, cannot be decoded here. */
export function unknownCoding(cause: unknown): AppError {
  const message = 'The video is coded in a way that this service does not read.'
  return new AppError('media_unsupported', message, { cause })
}

/**
 * The same where ffmpeg was given frames of ours: that it fails says nothing of the source but how much it is, and may
 * pass. `sentence` is what to tell where the frames are too many.
 */
export function toolFaultError(error: unknown, sentence = tooLong): unknown {
  return error instanceof ToolFailure ? limitError(error, sentence) : error
}

/** The AppError for a tool that met a limit or the end of the disk; of every other end the file is not the cause. */
function limitError(cause: ToolFailure, tooManyFrames: string): AppError {
  if (cause.fault === 'file_size') return new AppError('media_too_large', tooManyFrames, { cause })
  if (cause.fault === 'memory') return takesTooMuch('media_too_large', 'memory', cause)
  if (cause.fault === 'cpu_time') return takesTooMuch('timed_out', 'processor time', cause)
  return cause.fault === 'disk_full' ? noSpace(cause) : serviceFault(cause)
}

/** The AppError where making a GIF wants more of something than one may have; `cause` is for the log. */
export function takesTooMuch(
  code: 'media_too_large' | 'timed_out',
  what: 'memory' | 'processor time',
  cause: unknown,
): AppError {
  return new AppError(code, `Making the GIF takes more ${what} than this service has for one.`, { cause })
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
