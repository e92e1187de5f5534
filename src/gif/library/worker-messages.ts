import { MissingSimdError } from '../kernels/missing-simd-error.ts'
import { SizeLimitError, type SmallerFrames } from '../size-limit/size-limit-error.ts'
import type { CheckedFrame, CheckedOptions } from './gif-options.ts'

/** What an `EncoderWorker` and its worker say to each other. */

/** To the worker; `job` tells GIFs apart. */
export type ToEncoder =
  | { type: 'start'; job: number; options: CheckedOptions }
  | ({ type: 'frame'; job: number } & CheckedFrame)
  | { type: 'finish'; job: number }
  /** Nobody wants the GIF any more. */
  | { type: 'stop'; job: number }

/** From the worker: a frame is encoded, bytes of the file are ready, all of it was sent, or the GIF was given up. */
export type FromEncoder =
  | { type: 'taken'; job: number }
  | { type: 'bytes'; job: number; bytes: Uint8Array }
  | { type: 'done'; job: number }
  | { type: 'failed'; job: number; error: SentError }

/** An error as it is sent between threads. */
export type SentError = { name: string; message: string; smaller: SmallerFrames | undefined }

/** An error to send. */
export function sendableError(error: unknown): SentError {
  const smaller = error instanceof SizeLimitError ? error.smaller : undefined
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return { name, message, smaller }
}

/** An error that was sent, as one of the same class. */
export function receivedError({ name, message, smaller }: SentError): Error {
  if (name === 'SizeLimitError') return new SizeLimitError(message, smaller)
  if (name === 'MissingSimdError') return new MissingSimdError()
  if (name === 'RangeError') return new RangeError(message)
  return new Error(message)
}
