import {
  checkFrame,
  checkGifOptions,
  checkStreamOptions,
  type CheckedOptions,
  type GifFrames,
  type GifOptions,
  type LimitedGifOptions,
} from './gif-options.ts'
import { joinBytes, streamOf } from './parts.ts'
import { keepRunning, listen, startEncoder } from './threads.ts'
import type { WorkerLike } from './worker-like.ts'
import { type FromEncoder, receivedError, type ToEncoder } from './worker-messages.ts'

/** The most frames of a GIF that may be on their way to the worker or waiting there. */
const maxFramesOnTheWay = 2

/** Options for starting an `EncoderWorker`. */
export type EncoderWorkerOptions = {
  /** The worker, which runs worker.js of this package; needed for bundlers that do not find it by themselves. */
  worker?: WorkerLike
}

/** Options for handing over frames. */
type Transfer = {
  /** Moves the buffers of frames to the worker instead of copying them; the caller's arrays are empty afterwards. */
  transfer?: boolean
}

/** A GIF that is being encoded in the worker. */
type Job = {
  parts: Uint8Array<ArrayBuffer>[]
  onTheWay: number
  isDone: boolean
  error: Error | undefined
  /** Called when any of this changes. */
  wake: () => void
}

/**
 * Encodes GIFs in a Web Worker, or in a worker thread of Node.js, so that this thread stays free. Frames are taken from their
 * iterable only as fast as the worker encodes them and, for streams, as the reader takes the bytes. Several GIFs at a time
 * share the worker.
 */
export class EncoderWorker {
  readonly #worker: WorkerLike
  readonly #jobs = new Map<number, Job>()
  #lastJob = 0
  #end: Error | undefined

  /** Starts the worker. Throws an Error if workers are not available. */
  constructor({ worker = startEncoder() }: EncoderWorkerOptions = {}) {
    this.#worker = worker
    listen(
      worker,
      (message) => this.#take(message),
      (reason) => this.#fail(new Error(`The worker of the encoder is not running. ${reason}`)),
    )
    keepRunning(worker, false)
  }

  /** The same as the function of this name, but in the worker; also rejects if the worker has ended. */
  async encodeGif(
    frames: GifFrames,
    options: LimitedGifOptions & Transfer,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = []
    for await (const part of this.#encode(frames, checkGifOptions(options), options.transfer))
      parts.push(part)
    return joinBytes(parts)
  }

  /** The same as the function of this name, but in the worker; also fails if the worker has ended. */
  streamGif(frames: GifFrames, options: GifOptions & Transfer): ReadableStream<Uint8Array<ArrayBuffer>> {
    return streamOf(this.#encode(frames, checkStreamOptions(options), options.transfer))
  }

  /** Stops the worker immediately and abandons its GIFs. */
  close(): void {
    this.#fail(new Error('The worker of the encoder was closed.'))
    this.#worker.terminate()
  }

  /** Sends frames to the worker as it takes them; yields the parts of the file. Throws the error that ends the GIF. */
  async *#encode(
    frames: GifFrames,
    options: CheckedOptions,
    mayTransfer = false,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    if (this.#end !== undefined) throw this.#end
    const number = (this.#lastJob += 1)
    const job: Job = { parts: [], onTheWay: 0, isDone: false, error: undefined, wake: () => undefined }
    this.#jobs.set(number, job)
    keepRunning(this.#worker, true)
    try {
      this.#post({ type: 'start', job: number, options })
      let count = 0
      for await (const given of frames) {
        const { data, durationMs } = checkFrame(given, options, (count += 1))
        while (job.onTheWay >= maxFramesOnTheWay) await change(job)
        if (job.error !== undefined) throw job.error
        if (job.parts.length > 0) yield joinBytes(job.parts.splice(0))
        const pixels = ownPixels(data, mayTransfer)
        job.onTheWay += 1
        this.#post({ type: 'frame', job: number, data: pixels, durationMs }, [pixels.buffer])
      }
      this.#post({ type: 'finish', job: number })
      for (;;) {
        if (job.parts.length > 0) yield joinBytes(job.parts.splice(0))
        else if (job.isDone) return
        else await change(job)
      }
    } finally {
      this.#jobs.delete(number)
      if (!job.isDone) this.#post({ type: 'stop', job: number })
      if (this.#jobs.size === 0) keepRunning(this.#worker, false)
    }
  }

  /** Sends a message; the buffers in `transfer` move to the worker. */
  #post(message: ToEncoder, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer)
  }

  /** Handles a message from the worker about a GIF. */
  #take(message: FromEncoder): void {
    const job = this.#jobs.get(message.job)
    if (job === undefined) return
    if (message.type === 'taken') job.onTheWay -= 1
    else if (message.type === 'bytes') job.parts.push(message.bytes as Uint8Array<ArrayBuffer>)
    else if (message.type === 'done') job.isDone = true
    else job.error = receivedError(message.error)
    job.wake()
  }

  /** Fails all GIFs, including future ones. */
  #fail(error: Error): void {
    this.#end ??= error
    for (const job of this.#jobs.values()) {
      job.error ??= error
      job.wake()
    }
  }
}

/** Waits for the worker's next message about a job. Throws the error that ends it. */
async function change(job: Job): Promise<void> {
  if (job.error === undefined) await new Promise<void>((resolve) => (job.wake = resolve))
  if (job.error !== undefined) throw job.error
}

/** Returns the pixels in their own buffer: the caller's, if it has nothing else and may be transferred. */
function ownPixels(data: Uint8Array, mayTransfer: boolean): Uint8Array<ArrayBuffer> {
  const { buffer } = data
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === data.byteLength
  return mayTransfer && isWhole ? new Uint8Array(buffer) : data.slice()
}
