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

/** Frames of a GIF that may be on their way to the worker or wait there. */
const maxFramesOnTheWay = 2

/** How an `EncoderWorker` is started. */
export type EncoderWorkerOptions = {
  /** The worker, which runs worker.js of this package; for bundlers that do not find it by themselves. */
  worker?: WorkerLike
}

/** How frames are handed over. */
type Transfer = {
  /**
   * Whether the buffers of frames move to the worker instead of being copied; the caller's arrays are empty afterwards.
   */
  transfer?: boolean
}

/** A GIF that is being encoded in the worker. */
type Job = {
  parts: Uint8Array<ArrayBuffer>[]
  onTheWay: number
  isDone: boolean
  error: Error | undefined
  /** Called when any of this has changed. */
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

  /** Starts the worker. Throws an Error where there are none. */
  constructor({ worker = startEncoder() }: EncoderWorkerOptions = {}) {
    this.#worker = worker
    listen(
      worker,
      (message) => this.#take(message),
      (reason) => this.#fail(new Error(`The worker of the encoder is not running. ${reason}`)),
    )
    keepRunning(worker, false)
  }

  /** As the function of this name, in the worker; rejects also where the worker has ended. */
  async encodeGif(
    frames: GifFrames,
    options: LimitedGifOptions & Transfer,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = []
    for await (const part of this.#encode(frames, checkGifOptions(options), options.transfer))
      parts.push(part)
    return joinBytes(parts)
  }

  /** As the function of this name, in the worker; fails also where the worker has ended. */
  streamGif(frames: GifFrames, options: GifOptions & Transfer): ReadableStream<Uint8Array<ArrayBuffer>> {
    return streamOf(this.#encode(frames, checkStreamOptions(options), options.transfer))
  }

  /** Ends the worker at once; GIFs that it is at are given up. */
  close(): void {
    this.#fail(new Error('The worker of the encoder was closed.'))
    this.#worker.terminate()
  }

  /** Sends frames to the worker as it takes them, and gives the parts of the file. Throws what ends the GIF. */
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

  /** Sends a message; buffers of `transfer` move to the worker. */
  #post(message: ToEncoder, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer)
  }

  /** Records what the worker says of a GIF. */
  #take(message: FromEncoder): void {
    const job = this.#jobs.get(message.job)
    if (job === undefined) return
    if (message.type === 'taken') job.onTheWay -= 1
    else if (message.type === 'bytes') job.parts.push(message.bytes as Uint8Array<ArrayBuffer>)
    else if (message.type === 'done') job.isDone = true
    else job.error = receivedError(message.error)
    job.wake()
  }

  /** Gives all GIFs up, and those to come. */
  #fail(error: Error): void {
    this.#end ??= error
    for (const job of this.#jobs.values()) {
      job.error ??= error
      job.wake()
    }
  }
}

/** Waits until the worker has said something of a job. Throws the error that ends it. */
async function change(job: Job): Promise<void> {
  if (job.error === undefined) await new Promise<void>((resolve) => (job.wake = resolve))
  if (job.error !== undefined) throw job.error
}

/** The pixels in a buffer of their own: that of the caller where it has nothing else and may be taken. */
function ownPixels(data: Uint8Array, mayTransfer: boolean): Uint8Array<ArrayBuffer> {
  const { buffer } = data
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === data.byteLength
  return mayTransfer && isWhole ? new Uint8Array(buffer) : data.slice()
}
