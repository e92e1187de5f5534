import {
  type ErrorText,
  type ErrorValues,
  formatEnglish,
  valuesOf,
  readErrorText,
} from './errors/error-text.ts'

/**
 * Every error that is shown to people, as one class with a closed list of codes. The list is public (it is in the
 * OpenAPI document and in stored tasks), so codes are never renamed.
 */
export const errorCodes = {
  malformed_body: 'The body does not match its content type.',
  unauthorized: 'The call needs a token, or its token is invalid.',
  forbidden: 'The account is not allowed to do this.',
  not_found: 'There is nothing at this address.',
  method_not_allowed: 'The address exists, but not for this method.',
  too_large: 'The body or a file in it is over the limit.',
  too_slow: 'The request arrived too slowly.',
  unsupported_media_type: 'The type of the body, or of a file in it, is not supported.',
  missing_value: 'A required value is missing.',
  invalid_value: 'A value breaks a rule.',
  rate_limited: 'Too many calls; try again later.',
  queue_full: 'Too many tasks are waiting; try again later.',
  unavailable: 'The service cannot do this now; try again later.',
  internal: 'A fault of the service itself.',
  source_refused: 'The service is not allowed to fetch this address.',
  source_unreachable: 'The address could not be reached, or did not answer in time.',
  source_not_found: 'The address has no video.',
  source_too_large: 'The file at the address is over the limit.',
  source_unsupported: 'The service cannot read this site.',
  media_unsupported: 'The file is not a video or picture in a supported format.',
  media_broken: 'The file could not be decoded.',
  media_too_large: 'The picture or video has more pixels or frames than the limit.',
  keep_refused:
    'The animation is over a limit of `keep`, or has sound; without `keep`, a GIF can still be made from it.',
  clip_outside_video: 'The clip starts after the end of the video.',
  timed_out: 'The work took longer than the limit.',
  cancelled: 'It was canceled.',
} as const

export type ErrorCode = keyof typeof errorCodes

/** `no_space`: the disk has too little free space. */
export type UnavailableReason = 'no_space'

export type AppErrorOptions = {
  /** The key of the invalid value. */
  field?: string | undefined
  /** True for a temporary fault: the same work may succeed later. */
  retry?: boolean | undefined
  /** Seconds after which a client can try again. */
  retryAfterSeconds?: number | undefined
  /** The reason it is unavailable, if that determines how often it is retried. */
  reason?: UnavailableReason | undefined
  /** The underlying cause, for the log only. */
  cause?: unknown
}

/** `message` is the English sentence of its text; it never contains a path, a command or SQL. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly text: ErrorText
  readonly field: string | undefined
  readonly retry: boolean
  readonly retryAfterSeconds: number | undefined
  readonly reason: UnavailableReason | undefined

  constructor(code: ErrorCode, text: ErrorText, options: AppErrorOptions = {}) {
    super(formatEnglish(text), options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.text = text
    this.field = options.field
    this.retry = options.retry ?? false
    this.retryAfterSeconds = options.retryAfterSeconds
    this.reason = options.reason
  }

  /** Returns the same error with other wording, or in another language. */
  withMessage(message: string): AppError {
    const error = new AppError(this.code, this.text, this)
    error.message = message
    return error
  }
}

/** Returns the AppError for a temporary fault of the service itself; `cause` is for the log. */
export function serviceFault(cause: unknown): AppError {
  return new AppError('internal', { detail: 'ourFault' }, { retry: true, cause })
}

/**
 * An error as it is stored with a task. `message` is the English sentence, for versions that do not know the detail;
 * errors of versions that stored no detail have only that.
 */
export type ErrorView = {
  code: ErrorCode
  message: string
  field?: string
  detail?: string
  values?: ErrorValues
}

/** Returns the form of an error that a task stores. */
export function toErrorView({ code, message, field, text }: AppError): ErrorView {
  const values = valuesOf(text)
  return {
    code,
    message,
    ...(field !== undefined && { field }),
    detail: text.detail,
    ...(Object.keys(values).length > 0 && { values }),
  }
}

/** Returns the AppError stored with a task, with the stored sentence if this version does not know its detail. */
export function fromErrorView({ code, message, field, detail, values }: ErrorView): AppError {
  const text = readErrorText(detail, values)
  const error = new AppError(code, text ?? { detail: 'somethingWrong' }, { field })
  return text === undefined ? error.withMessage(message) : error
}

/** Returns the part of an error that the API shows. */
export function publicError({ values: _values, ...view }: ErrorView): Omit<ErrorView, 'values'> {
  return view
}
