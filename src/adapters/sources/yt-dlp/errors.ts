import { AppError, type ErrorCode } from '../../../lib/app-error.ts'
import { sourceTooLarge } from '../network-errors.ts'

type ErrorRule = { pattern: RegExp; code: ErrorCode; message: string; retry?: boolean }

/** The error when no rule matches. */
const noVideo: Omit<ErrorRule, 'pattern'> = {
  code: 'source_not_found',
  message: 'The site shows no video at this address.',
}

/** The first match counts. yt-dlp reports errors as text only. */
const errorRules: ErrorRule[] = [
  {
    pattern: /no suitable extractor|unsupported url/i,
    code: 'source_unsupported',
    message: 'This page of the site cannot be read by this service.',
  },
  {
    pattern: /MemoryError|unable to allocate/i,
    code: 'source_too_large',
    message: 'What the site sends is too large to be read.',
  },
  {
    pattern: /HTTP Error (?:404|410)/,
    code: 'source_not_found',
    message: 'The site has nothing at this address.',
  },
  {
    pattern:
      /HTTP Error (?:408|425|429|5\d\d)|timed out|temporary failure|connection (?:reset|refused|aborted|broken)|incomplete ?read|remote end closed|bytes read, \d+ more expected/i,
    code: 'source_unreachable',
    message: 'The site did not answer as it should; try again later.',
    retry: true,
  },
  {
    pattern: /log ?in|sign in|private|account|cookies|members? only|HTTP Error (?:401|403)/i,
    code: 'source_not_found',
    message: 'The site does not show this video to everyone.',
  },
  {
    pattern: /ffmpeg could not be found|DRM protected/i,
    code: 'source_unsupported',
    message: 'The video is encrypted or streamed in a way that this service cannot read.',
  },
  {
    pattern: /unable to extract|report this issue/i,
    code: 'source_unsupported',
    message: 'The site cannot be read by the version of yt-dlp that this service has.',
  },
]

/** Translates yt-dlp's error output, which becomes the cause, for the log only. */
export function toYtDlpError(errors: string): AppError {
  const lines = errors.split('\n').filter((line) => !line.startsWith('WARNING:'))
  const text = lines.join('\n')
  const { code, message, retry = false } = errorRules.find(({ pattern }) => pattern.test(text)) ?? noVideo
  return new AppError(code, message, { field: 'url', retry, cause: new Error(text) })
}

/** Returns the reason a successful run of yt-dlp left no file, if `line` of its output states one. */
export function readYtDlpVerdict(line: string, maxBytes: number): AppError | undefined {
  if (/larger than max-filesize/i.test(line)) return sourceTooLarge(maxBytes)
  if (!/does not pass filter/i.test(line)) return undefined
  return new AppError('source_unsupported', 'The address is a live stream, which has no end.', {
    field: 'url',
  })
}
