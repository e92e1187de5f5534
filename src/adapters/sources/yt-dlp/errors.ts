import type { ErrorText } from '../../../lib/errors/error-text.ts'
import { AppError, type ErrorCode } from '../../../lib/app-error.ts'
import { sourceTooLarge } from '../network-errors.ts'

type ErrorRule = { pattern: RegExp; code: ErrorCode; text: ErrorText; retry?: boolean }

/** The error when no rule matches. */
const noVideo: Omit<ErrorRule, 'pattern'> = {
  code: 'source_not_found',
  text: { detail: 'siteNoVideo' },
}

/** The first match counts. yt-dlp reports errors as text only. */
const errorRules: ErrorRule[] = [
  {
    pattern: /no suitable extractor|unsupported url/i,
    code: 'source_unsupported',
    text: { detail: 'pageNotReadable' },
  },
  {
    pattern: /MemoryError|unable to allocate/i,
    code: 'source_too_large',
    text: { detail: 'siteAnswerTooLarge' },
  },
  {
    pattern: /HTTP Error (?:404|410)/,
    code: 'source_not_found',
    text: { detail: 'siteNothingThere' },
  },
  {
    pattern:
      /HTTP Error (?:408|425|429|5\d\d)|timed out|temporary failure|connection (?:reset|refused|aborted|broken)|incomplete ?read|remote end closed|bytes read, \d+ more expected/i,
    code: 'source_unreachable',
    text: { detail: 'siteAnswer' },
    retry: true,
  },
  {
    pattern: /log ?in|sign in|private|account|cookies|members? only|HTTP Error (?:401|403)/i,
    code: 'source_not_found',
    text: { detail: 'videoNotForEveryone' },
  },
  {
    pattern: /ffmpeg could not be found|DRM protected/i,
    code: 'source_unsupported',
    text: { detail: 'videoEncryptedStream' },
  },
  {
    pattern: /unable to extract|report this issue/i,
    code: 'source_unsupported',
    text: { detail: 'siteNotReadByYtDlp' },
  },
]

/** Translates yt-dlp's error output, which becomes the cause, for the log only. */
export function toYtDlpError(errors: string): AppError {
  const lines = errors.split('\n').filter((line) => !line.startsWith('WARNING:'))
  const output = lines.join('\n')
  const { code, text, retry = false } = errorRules.find(({ pattern }) => pattern.test(output)) ?? noVideo
  return new AppError(code, text, { field: 'url', retry, cause: new Error(output) })
}

/** Returns the reason a successful run of yt-dlp left no file, if `line` of its output states one. */
export function readYtDlpVerdict(line: string, maxBytes: number): AppError | undefined {
  if (/larger than max-filesize/i.test(line)) return sourceTooLarge(maxBytes)
  if (!/does not pass filter/i.test(line)) return undefined
  return new AppError('source_unsupported', { detail: 'liveStream' }, { field: 'url' })
}
