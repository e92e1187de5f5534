import type { ErrorText } from '../../lib/errors/error-text.ts'
import { AppError, serviceFault } from '../../lib/app-error.ts'
import { noSpace } from '../../lib/disk/disk-faults.ts'
import { maxRenditionBytes } from '../../media/rendition.ts'
import { DecoderLog } from '../decode/decoder-log.ts'
import { runTool, ToolFailure, type ToolRun } from './run-tool.ts'

/** The first arguments of every run: quiet, no questions, and fewer threads than one per core. */
const always = [
  ...['-hide_banner', '-nostats', '-y'],
  // The tolerated damage of a clip is decided by the frames of the clip.
  ...['-max_error_rate', '1'],
  ...['-filter_threads', '1', '-filter_complex_threads', '1'],
]

type FfmpegRun = Omit<ToolRun, 'maxFileBytes' | 'log'> & {
  args: string[]
  /** The log level for `-v`. Levels must be named. */
  logLevel?: string
  /** Receives each line of the log. */
  onLogLine?: (line: string) => void
}

/**
 * Runs ffmpeg; returns the errors in its log, and whether it reports decoding faults. No file of it may be larger than
 * a rendition. Throws ToolFailure, AppError internal if ffmpeg cannot be started, and what `onLogLine` throws.
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

const tooLong: ErrorText = { detail: 'clipTooLong' }

/** Returns the user-facing AppError for a file that made ffmpeg fail. Anything but a ToolFailure stays as it is. */
export function mediaError(error: unknown): unknown {
  if (!(error instanceof ToolFailure)) return error
  const cause = error
  if (error.fault === 'crash') {
    return new AppError('media_broken', { detail: 'decoderStopped' }, { retry: true, cause })
  }
  // ffmpeg then exits as if it were out of memory.
  if (/exceeds max_streams/.test(error.stderr)) {
    return new AppError('media_too_large', { detail: 'videoStreams' }, { cause })
  }
  if (error.fault !== 'input') return limitError(error, tooLong)
  return nothingDecoded(error.stderr, cause)
}

/** Matches what ffmpeg and ffprobe report for a file without its index, without its end, or without any packet. */
export const endsEarly =
  /moov atom not found|File ended prematurely|partial file|Could not seek to position 0: |: End of file$/m

/** Match reports of an unsupported codec, or feature of one. Damage can cause the second, together with the last. */
const isUnknownCoding = /Unknown compression method|unsupported coding type|no decoder found/
const isNotImplemented = /not (?:yet )?implemented|patches welcome/i
const isInvalid = /: Invalid data found when processing input$/m

/** Returns true if the errors show that ffmpeg does not implement a feature of a file, which is then not damaged. */
export function isUnsupported(stderr: string): boolean {
  return isUnknownCoding.test(stderr) || (isNotImplemented.test(stderr) && !isInvalid.test(stderr))
}

/**
 * Returns the AppError for a video in which no picture could be decoded, by the errors of ffmpeg or ffprobe; `cause` is
 * for the log.
 */
export function nothingDecoded(stderr: string, cause: unknown = stderr): AppError {
  if (isTooLarge(stderr)) return tooLarge(cause)
  if (isUnsupported(stderr)) return unknownCoding(cause)
  return endsEarly.test(stderr)
    ? unfinishedFile(cause)
    : new AppError('media_broken', { detail: 'fileDamaged' }, { cause })
}

/** Returns the AppError for a video that was not written completely, so that nothing of it can be decoded. */
export function unfinishedFile(cause: unknown): AppError {
  return new AppError('media_broken', { detail: 'recordingUnfinished' }, { cause })
}

/** Returns the AppError for a video whose codec, or a feature of it, cannot be decoded here. */
export function unknownCoding(cause: unknown): AppError {
  return new AppError('media_unsupported', { detail: 'videoCodec' }, { cause })
}

/**
 * The AppError for a failure of ffmpeg while it was fed frames by this process. It does not indicate a fault of the
 * source, except its length, and may be temporary. `text` is that of the error for too many frames.
 */
export function toolFaultError(error: unknown, text = tooLong): unknown {
  return error instanceof ToolFailure ? limitError(error, text) : error
}

/** Returns the AppError for a tool that hit a limit or a full disk; other failures are not the file's fault. */
function limitError(cause: ToolFailure, tooManyFrames: ErrorText): AppError {
  if (cause.fault === 'file_size') return new AppError('media_too_large', tooManyFrames, { cause })
  if (cause.fault === 'memory') return takesTooMuch('memory', cause)
  if (cause.fault === 'cpu_time') return takesTooMuch('cpu_time', cause)
  return cause.fault === 'disk_full' ? noSpace(cause) : serviceFault(cause)
}

/** Returns the AppError for a GIF that would exceed a limit; `cause` is for the log. */
export function takesTooMuch(what: 'memory' | 'cpu_time', cause: unknown): AppError {
  return what === 'memory'
    ? new AppError('media_too_large', { detail: 'makingMemory' }, { cause })
    : new AppError('timed_out', { detail: 'makingProcessorTime' }, { cause })
}

/** Returns true if a tool complained that a frame is over `-max_pixels`, or memory over the limit of its process. */
export function isTooLarge(stderr: string): boolean {
  return /max pixel count|Picture size \d+x\d+ is invalid|Cannot allocate memory/.test(stderr)
}

/** Returns the AppError media_too_large for frames over the limit of pixels; `cause` is for the log. */
export function tooLarge(cause: unknown): AppError {
  return new AppError('media_too_large', { detail: 'videoPixels' }, { cause })
}
