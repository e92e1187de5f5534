import type { TriedLimit } from '../../gif/size-limit/size-limit-error.ts'
import { Worker } from 'node:worker_threads'
import type { SmallerFrames, TriedSize } from '../../gif/size-limit/smaller-frames.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { GifPreset } from '../../options/gif-options.ts'
import { gifError, limitTooSmall } from './gif-error.ts'

/** The limit for machine code, as for the other thread of the encoder. */
const codeRangeSizeMb = 16

export type SizeJob = {
  /** The number of frames. */
  count: number
  width: number
  height: number
  /** The time each frame is shown. */
  durationMs: number
  preset: GifPreset
  maxBytes: number
  loops: number
  /** The descriptor of an empty file, which is restarted if the GIF became too large. */
  output: number
}

/**
 * The bytes of the file and its quality level (see gif/size-limit); or the size tried, and how to shrink the frames
 * first, with an empty file.
 */
export type SizeResult =
  | { fits: true; bytes: number; level: number }
  | { fits: false; tried: TriedSize; smaller: SmallerFrames }

/** A job in its thread, with the memory for a frame, and a flag that is 1 when the frame is there. */
export type SizeThreadJob = SizeJob & { pixels: SharedArrayBuffer; ready: SharedArrayBuffer }

export type FromSizeThread =
  | { type: 'frame'; index: number }
  | { type: 'progress'; fraction: number }
  | { type: 'done'; result: SizeResult }
  /** `tried`: no GIF of these frames is that small. */
  | { type: 'failed'; message: string; tried: TriedLimit | undefined; code: string | undefined }

type SizeThreadHooks = {
  signal: AbortSignal
  onProgress: (fraction: number) => void
  /** Reads a frame: RGBA, straight alpha. The encoder asks for each more than once, mostly in order. */
  frameAt: (index: number) => Promise<Uint8Array>
}

/**
 * Makes a GIF of at most `maxBytes` in a separate thread, which ends with it, or with the signal. Throws AppError
 * invalid_value if the limit is too small for any GIF, the `gifError` of anything else, and the signal's reason.
 */
export async function fitToSize(
  job: SizeJob,
  { signal, onProgress, frameAt }: SizeThreadHooks,
): Promise<SizeResult> {
  signal.throwIfAborted()
  const shared = allocateFrame(job)
  const ready = new SharedArrayBuffer(4)
  const worker = new Worker(new URL('size-limit-worker.ts', import.meta.url), {
    name: 'gif-size',
    resourceLimits: { codeRangeSizeMb },
    workerData: { ...job, pixels: shared, ready } satisfies SizeThreadJob,
  })
  const { promise, resolve, reject } = Promise.withResolvers<SizeResult>()
  const stop = () => reject(signal.reason)
  const giveFrame = async (index: number) => {
    new Uint8Array(shared).set(await frameAt(index))
    const flag = new Int32Array(ready)
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
  }
  signal.addEventListener('abort', stop)
  worker.on('message', (message: FromSizeThread) => {
    if (message.type === 'progress') onProgress(message.fraction)
    else if (message.type === 'frame') giveFrame(message.index).catch(reject)
    else if (message.type === 'done') resolve(message.result)
    else reject(sizeError(message))
  })
  worker.on('error', (error) => reject(gifError(error)))
  worker.on('exit', (code) => reject(gifError(new Error(`The thread of the GIF ended with ${code}.`))))
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function allocateFrame({ width, height }: SizeJob): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(width * height * 4)
  } catch (error) {
    throw gifError(error instanceof Error ? error : new Error(String(error)))
  }
}

function sizeError({ message, tried, code }: Extract<FromSizeThread, { type: 'failed' }>): AppError {
  if (tried !== undefined) return limitTooSmall(tried)
  return gifError(Object.assign(new Error(message), code !== undefined && { code }))
}
