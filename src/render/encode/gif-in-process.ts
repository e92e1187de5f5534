import { gifError } from './gif-error.ts'
import { GifFiles } from './gif-files.ts'
import type { GifJob, GifMade, GifMaker } from './gif-maker.ts'

type Work = {
  files: GifFiles
  /** The frame being filled, and the number of bytes it has. */
  frame: Uint8Array
  filledBytes: number
  taken: number
  onFrames: GifJob['onFrames']
}

/**
 * The GIF encoder in the calling thread: if one GIF is made and the process ends, another thread costs more than it
 * gains. It blocks while it encodes, so it is not for pipes: nobody could end a wait for their reader.
 */
export class GifInProcess implements GifMaker {
  #work: Work | undefined
  #fault: { error: unknown } | undefined

  get isIdle(): boolean {
    return this.#work === undefined && this.#fault === undefined
  }

  start({ onFrames, ...job }: GifJob): void {
    if (this.#fault !== undefined) throw this.#fault.error
    if (this.#work !== undefined) throw new Error('A GIF is started already.')
    this.#attempt(() => {
      const frame = new Uint8Array(job.frame.width * job.frame.height * 4)
      this.#work = { files: new GifFiles(job), frame, filledBytes: 0, taken: 0, onFrames }
    })
  }

  async write(chunk: Uint8Array): Promise<void> {
    const work = this.#current()
    for (let rest = chunk; rest.length > 0;) {
      const { frame, filledBytes } = work
      if (filledBytes === 0 && rest.length >= frame.length) {
        this.#add(work, rest.subarray(0, frame.length))
        rest = rest.subarray(frame.length)
        continue
      }
      const part = rest.subarray(0, frame.length - filledBytes)
      frame.set(part, filledBytes)
      rest = rest.subarray(part.length)
      work.filledBytes = filledBytes + part.length
      if (work.filledBytes < frame.length) return
      work.filledBytes = 0
      this.#add(work, frame)
    }
  }

  async finish(): Promise<GifMade> {
    const work = this.#current()
    const made = this.#attempt(() => work.files.finish())
    this.#work = undefined
    return made
  }

  async close(): Promise<void> {
    this.#fault ??= { error: gifError(new Error('The encoder of the GIF was closed.')) }
    this.#work = undefined
  }

  #add(work: Work, frame: Uint8Array): void {
    this.#attempt(() => work.files.add(frame))
    work.taken += 1
    work.onFrames?.(work.taken)
  }

  #current(): Work {
    if (this.#fault !== undefined) throw this.#fault.error
    if (this.#work === undefined) throw new Error('No GIF is started.')
    return this.#work
  }

  /** Runs a step of the encoder, which a fault ends. */
  #attempt<Result>(step: () => Result): Result {
    try {
      return step()
    } catch (cause) {
      const error = gifError(cause instanceof Error ? cause : new Error(String(cause)))
      this.#fault = { error }
      this.#work = undefined
      throw error
    }
  }
}
