import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../lib/app-error.ts'
import type { GifLimits } from '../../gif/read/parse-gif.ts'
import type { ArchiveLimits, FrameArchives, UnpackedGif } from '../../media/frame-archives.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { renditionKey } from '../../media/rendition.ts'
import type { ArchiveMessage, ArchiveWork } from './archive-thread.ts'

/** The engine's own memory in a thread. Pictures are not part of it: their pixels are bounded. */
const maxHeapMb = 256

const retryAfterSeconds = 10

/** A GIF takes fewer bytes than its frames do at 4 bytes a pixel, by more than this. */
const leastRatio = 2

/**
 * Unpacks GIFs in threads of this process. A file is untrusted even here: an upload may have been kept byte for byte, and
 * a render process that was taken over may have left anything. So it is read by our own reader, in which no error can
 * touch memory, within what the record says of the GIF; nothing native decodes it.
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

  async open({ mediaId, frames, width, height, renditions }: UnpackedGif, client: string): Promise<Readable> {
    const { maxFrames, maxBytes, maxPixels, maxAtOnce } = this.#limits
    if (frames > maxFrames) {
      throw new AppError(
        'media_too_large',
        `The GIF has ${frames} frames, and at most ${maxFrames} are unpacked.`,
      )
    }
    const isTooLarge = frames * width * height * 4 > maxBytes || width * height > maxPixels
    if (isTooLarge || (renditions.gif?.bytes ?? 0) * leastRatio > maxBytes) {
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
      const limits = {
        maxFrames: frames,
        maxPixels: frames * width * height,
        maxScreenPixels: width * height,
      }
      return this.#stream(new Uint8Array(bytes), limits, client)
    } catch (error) {
      this.#clients.delete(client)
      throw error
    }
  }

  /** `limits` are what the record of the GIF says: a file that says more is not the one that was made. */
  #stream(bytes: Uint8Array<ArrayBuffer>, limits: GifLimits, client: string): Readable {
    const workerData: ArchiveWork = { bytes, limits }
    const worker = new Worker(new URL('archive-thread.ts', import.meta.url), {
      name: 'frames',
      workerData,
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    })
    let isEnded = false
    const timer = setTimeout(() => {
      stream.destroy(new AppError('timed_out', 'Unpacking the GIF took longer than it may.'))
    }, this.#limits.maxMs)
    const end = () => {
      if (isEnded) return
      isEnded = true
      clearTimeout(timer)
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
