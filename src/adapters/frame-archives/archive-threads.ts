import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../lib/app-error.ts'
import type { ArchiveLimits, FrameArchives, UnpackedGif } from '../../media/frame-archives.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { renditionKey } from '../../media/rendition.ts'
import type { ArchiveMessage, ArchiveWork } from './archive-thread.ts'

/** Memory of one thread beside the GIF: some pictures, and the engine. */
const maxHeapMb = 256

const retryAfterSeconds = 10

/**
 * Unpacks GIFs in threads of this process: their files were written by this program, and are read by its own reader,
 * which is strict and has bounds; nothing native decodes them.
 */
export class ArchiveThreads implements FrameArchives {
  readonly #mediaStore: Pick<MediaStore, 'read'>
  readonly #limits: ArchiveLimits
  /** Who archives are being made for: one each, since who reads slowly keeps a place for as long. */
  readonly #clients = new Set<string>()

  constructor(mediaStore: Pick<MediaStore, 'read'>, limits: ArchiveLimits) {
    this.#mediaStore = mediaStore
    this.#limits = limits
  }

  async open({ mediaId, frames, width, height }: UnpackedGif, client: string): Promise<Readable> {
    const { maxFrames, maxBytes, maxAtOnce } = this.#limits
    if (frames > maxFrames) {
      throw new AppError(
        'media_too_large',
        `The GIF has ${frames} frames, and at most ${maxFrames} are unpacked.`,
      )
    }
    if (frames * width * height * 4 > maxBytes) {
      throw new AppError('media_too_large', 'The frames of this GIF are too large to be unpacked.')
    }
    if (this.#clients.has(client)) {
      throw new AppError('rate_limited', 'A GIF is being unpacked for you; let that end first.', {
        retryAfterSeconds,
      })
    }
    if (this.#clients.size >= maxAtOnce) {
      throw new AppError('unavailable', 'Too many GIFs are being unpacked; try again in a moment.', {
        retry: true,
      })
    }
    this.#clients.add(client)
    try {
      const bytes = await buffer(await this.#mediaStore.read(renditionKey(mediaId, 'gif')))
      return this.#stream(new Uint8Array(bytes), client)
    } catch (error) {
      this.#clients.delete(client)
      throw error
    }
  }

  #stream(bytes: Uint8Array<ArrayBuffer>, client: string): Readable {
    const { maxFrames, maxBytes } = this.#limits
    const workerData: ArchiveWork = { bytes, limits: { maxFrames, maxPixels: maxBytes / 4 } }
    const worker = new Worker(new URL('archive-thread.ts', import.meta.url), {
      name: 'frames',
      workerData,
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    })
    let isEnded = false
    const end = () => {
      if (isEnded) return
      isEnded = true
      this.#clients.delete(client)
      void worker.terminate()
    }
    const stream = new Readable({
      read: () => worker.postMessage('more'),
      destroy: (error, done) => {
        end()
        done(error)
      },
    })
    worker.on('message', (message: ArchiveMessage) => {
      if (message.type === 'part') stream.push(message.bytes)
      else if (message.type === 'end') stream.push(null)
      else
        stream.destroy(new AppError('internal', 'The GIF could not be unpacked.', { cause: message.message }))
    })
    worker.on('error', (cause) =>
      stream.destroy(new AppError('internal', 'The GIF could not be unpacked.', { cause })),
    )
    return stream
  }
}
