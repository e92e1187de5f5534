import type { Worker } from 'node:worker_threads'
import type { Position } from '../../catalogue/change-log.ts'
import type { IndexImage } from '../../search/upkeep/index-image.ts'

/** The messages of the thread that builds an index. */
export type BuildMessage =
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'built'; index: IndexImage; position: Position }

/** Builds an index of the whole catalogue in a separate thread, one build at a time. */
export class IndexBuilder {
  readonly #startThread: () => Worker
  #thread: Worker | undefined

  /** `startThread` starts a thread that builds the index at once and sends `BuildMessage`s. */
  constructor(startThread: () => Worker) {
    this.#startThread = startThread
  }

  /** Rejects if the build fails or is closed. */
  build(onProgress: (done: number, of: number) => void): Promise<{ index: IndexImage; position: Position }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ index: IndexImage; position: Position }>()
    this.#thread = this.#startThread()
    this.#thread.on('message', (message: BuildMessage) => {
      if (message.kind === 'progress') onProgress(message.done, message.of)
      else resolve({ index: message.index, position: message.position })
    })
    this.#thread.on('error', reject)
    this.#thread.on('exit', () => reject(new Error('the thread that builds the search index ended')))
    return promise
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }
}
