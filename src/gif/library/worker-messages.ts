import { MissingSimdError } from '../kernels/missing-simd-error.ts'
import { SizeLimitError, type SmallerFrames } from '../size-limit/size-limit-error.ts'
import type { CheckedFrame, CheckedOptions } from './gif-options.ts'

/** The messages between an `EncoderWorker` and its worker. */

/** Messages to the worker; `job` identifies the GIF. */
export type ToEncoder =
  | { type: 'start'; job: number; options: CheckedOptions }
  | ({ type: 'frame'; job: number } & CheckedFrame)
  | { type: 'finish'; job: number }
  /** The GIF is no longer wanted. */
  | { type: 'stop'; job: number }

/** Messages from the worker: a frame is encoded, bytes of the file are ready, all was sent, or the GIF failed. */
export type FromEncoder =
  | { type: 'taken'; job: number }
  | { type: 'bytes'; job: number; bytes: Uint8Array }
  | { type: 'done'; job: number }
  | { type: 'failed'; job: number; error: SentError }

/** An error in the form that is sent between threads. */
export type SentError = { name: string; message: string; smaller: SmallerFrames | undefined }

/** Converts an error for sending. */
export function sendableError(error: unknown): SentError {
  const smaller = error instanceof SizeLimitError ? error.smaller : undefined
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return { name, message, smaller }
}

/** Converts a received error to one of its original class. */
export function receivedError({ name, message, smaller }: SentError): Error {
  if (name === 'SizeLimitError') return new SizeLimitError(message, smaller)
  if (name === 'MissingSimdError') return new MissingSimdError()
  if (name === 'RangeError') return new RangeError(message)
  return new Error(message)
}
