import { Worker } from 'node:worker_threads'
import { gifError } from './gif-error.ts'
import type { GifJob, GifMade, GifMaker } from './gif-maker.ts'

/** The most frames that may wait for the encoder, by number and by bytes; never fewer than two. */
const maxSlots = 4
const maxSlotBytes = 32_000_000

/** The limit for machine code. The default of 512 MB would count against the memory that a render process may have. */
const codeRangeSizeMb = 16

/** Messages to the thread; a slot is a place in the memory that both share. */
export type ToGifThread =
  | ({ type: 'start'; memory: SharedArrayBuffer } & Omit<GifJob, 'onFrames'>)
  | { type: 'frame'; slot: number }
  | { type: 'finish' }

/** Messages from the thread. A slot whose frame it has taken may be filled again. */
export type FromGifThread =
  | { type: 'taken'; slot: number }
  | ({ type: 'made' } & GifMade)
  | { type: 'failed'; message: string; code: string | undefined }

type Work = {
  memory: SharedArrayBuffer
  frameBytes: number
  free: number[]
  /** The slot being filled, and the number of bytes it has. */
  slot: number | undefined
  filledBytes: number
  taken: number
  onFrames: ((count: number) => void) | undefined
  made: PromiseWithResolvers<GifMade>
}

/**
 * The GIF encoder in its own thread, kept warm between GIFs.
 *
 * A fault in the thread rejects the next write() or finish(), and ends the thread: AppError media_too_large over
 * `maxFileBytes` or without memory for its frames, unavailable on a full disk, internal otherwise; `cause` is the error
 * itself, with the system's `code` if it has one (EPIPE if nobody reads the pipe any more).
 */
export class GifThread implements GifMaker {
  readonly #worker: Worker
  #work: Work | undefined
  #fault: { error: unknown } | undefined
  #wake = () => {}

  /** Starts the thread, and loads the encoder in it. */
  constructor() {
    this.#worker = new Worker(new URL('gif-worker.ts', import.meta.url), {
      name: 'gif',
      resourceLimits: { codeRangeSizeMb },
    })
    this.#worker.on('message', (message: FromGifThread) => this.#hear(message))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`The thread of the GIF ended with ${code}.`)))
  }

  /** True if a GIF can be started: none is in progress, and none has failed. */
  get isIdle(): boolean {
    return this.#work === undefined && this.#fault === undefined
  }

  /** Starts a GIF. Throws an Error if one is in progress, and the error that ended the thread. */
  start({ onFrames, ...job }: GifJob): void {
    if (this.#fault !== undefined) throw this.#fault.error
    if (this.#work !== undefined) throw new Error('A GIF is in progress.')
    const frameBytes = job.frame.width * job.frame.height * 4
    const slots = Math.max(2, Math.min(maxSlots, Math.floor(maxSlotBytes / frameBytes)))
    const memory = new SharedArrayBuffer(slots * frameBytes)
    const made = Promise.withResolvers<GifMade>()
    // It may reject before anything awaits it.
    made.promise.catch(() => undefined)
    const free = Array.from({ length: slots }, (_, slot) => slot)
    this.#work = { memory, frameBytes, free, slot: undefined, filledBytes: 0, taken: 0, onFrames, made }
    this.#tell({ type: 'start', memory, ...job })
  }

  /**
   * Takes the next bytes of the frames in order: RGBA, 8 bits, straight alpha. A chunk may end anywhere. Resolves when
   * all of it is taken and may be changed, which is when the encoder has room: wait for it before the next.
   */
  async write(chunk: Uint8Array): Promise<void> {
    const work = this.#current()
    for (let rest = chunk; rest.length > 0;) {
      const slot = (work.slot ??= await this.#freeSlot(work))
      const part = rest.subarray(0, work.frameBytes - work.filledBytes)
      new Uint8Array(work.memory, slot * work.frameBytes, work.frameBytes).set(part, work.filledBytes)
      work.filledBytes += part.length
      rest = rest.subarray(part.length)
      if (work.filledBytes < work.frameBytes) return
      work.slot = undefined
      work.filledBytes = 0
      this.#tell({ type: 'frame', slot })
    }
  }

  /** Writes the rest of the GIF. An incomplete last frame is dropped. */
  async finish(): Promise<GifMade> {
    const { made } = this.#current()
    this.#tell({ type: 'finish' })
    return made.promise
  }

  /** Ends the thread immediately, even in the middle of its work; every pending promise rejects. */
  async close(): Promise<void> {
    this.#fail(new Error('The thread of the GIF was closed.'))
    await this.#worker.terminate()
  }

  async #freeSlot(work: Work): Promise<number> {
    for (;;) {
      if (this.#fault !== undefined) throw this.#fault.error
      const slot = work.free.pop()
      if (slot !== undefined) return slot
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  #current(): Work {
    if (this.#fault !== undefined) throw this.#fault.error
    if (this.#work === undefined) throw new Error('No GIF is in progress.')
    return this.#work
  }

  #tell(message: ToGifThread): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromGifThread): void {
    const work = this.#work
    if (work === undefined) return
    if (message.type === 'failed') {
      const { code } = message
      this.#fail(Object.assign(new Error(message.message), code !== undefined && { code }))
    } else if (message.type === 'taken') {
      work.free.push(message.slot)
      work.taken += 1
      work.onFrames?.(work.taken)
      this.#wake()
    } else {
      this.#work = undefined
      work.made.resolve({ frames: message.frames, bytes: message.bytes })
    }
  }

  #fail(cause: Error): void {
    if (this.#fault !== undefined) return
    const error = gifError(cause)
    this.#fault = { error }
    this.#work?.made.reject(error)
    this.#work = undefined
    this.#wake()
    void this.#worker.terminate()
  }
}
