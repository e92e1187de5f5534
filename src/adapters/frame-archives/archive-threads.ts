import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { DiskSpace } from '../../creation/disk-space.ts'
import type { GifLimits } from '../../gif/read/parse-gif.ts'
import { AppError } from '../../lib/app-error.ts'
import { toDiskError } from '../../lib/disk/disk-faults.ts'
import { reserveAhead } from '../../lib/disk/reserve-ahead.ts'
import type { ArchiveLimits, UnpackedGif } from '../../media/frame-archives.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { renditionKey } from '../../media/rendition.ts'
import type { ArchiveMessage, ArchiveWork } from './archive-thread.ts'
import { GrowingFile } from './growing-file.ts'

/** The engine's own memory in a thread. Pictures are not part of it: their pixels are limited separately. */
const maxHeapMb = 256

const retryAfterSeconds = 10

/** A GIF takes fewer bytes than its frames do at 4 bytes per pixel, by more than this factor. */
const leastRatio = 2

export type ArchiveDeps = {
  mediaStore: MediaStore
  diskSpace: DiskSpace
  /** Temporary folders; another process removes those that this one cannot. */
  folders: { make: () => Promise<string>; remove: (folder: string) => Promise<void> }
}

/**
 * Unpacks GIFs in threads of this process, into files that are sent and then removed. A file is untrusted even here: an
 * upload may have been kept byte for byte, and a compromised render process may have written anything. So our own
 * memory-safe reader reads it, within the limits in the GIF's record; nothing native decodes it.
 */
export class ArchiveThreads {
  readonly #deps: ArchiveDeps
  readonly #limits: ArchiveLimits
  /** Clients whose archives are being made or sent: one archive each. */
  readonly #clients = new Set<string>()
  #making = 0
  /** The bytes of files that are not fully sent yet. */
  #unsentBytes = 0

  constructor(deps: ArchiveDeps, limits: ArchiveLimits) {
    this.#deps = deps
    this.#limits = limits
  }

  async open(gif: UnpackedGif, clients: readonly string[]): Promise<Readable> {
    const { maxAtOnce, maxUnsentBytes } = this.#limits
    this.#checkSize(gif)
    if (clients.some((client) => this.#clients.has(client))) {
      throw new AppError('rate_limited', { detail: 'unpacking' }, { retryAfterSeconds })
    }
    if (this.#making >= maxAtOnce || this.#unsentBytes >= maxUnsentBytes) throw tooMany()
    for (const client of clients) this.#clients.add(client)
    this.#making += 1
    const releasePlace = onlyOnce(() => (this.#making -= 1))
    const release = () => {
      releasePlace()
      for (const client of clients) this.#clients.delete(client)
    }
    try {
      const { mediaId, frames, width, height } = gif
      const bytes = await buffer(await this.#deps.mediaStore.read(renditionKey(mediaId, 'gif')))
      const screen = width * height
      const limits = { maxFrames: frames, maxPixels: frames * screen, maxScreenPixels: screen }
      return await this.#unpack(new Uint8Array(bytes), limits, { release, releasePlace })
    } catch (error) {
      release()
      throw toDiskError(error)
    }
  }

  #checkSize({ frames, width, height, renditions }: UnpackedGif): void {
    const { maxFrames, maxBytes, maxPixels } = this.#limits
    if (frames > maxFrames) {
      throw new AppError('media_too_large', { detail: 'unpackTooManyFrames', frames, max: maxFrames })
    }
    const isTooLarge = frames * width * height * 4 > maxBytes || width * height > maxPixels
    if (isTooLarge || (renditions.gif?.bytes ?? 0) * leastRatio > maxBytes) {
      throw new AppError('media_too_large', { detail: 'unpackTooLarge' })
    }
  }

  /**
   * Has a thread write the archive to a file, and sends the file as it grows. `limits` come from the GIF's record: a
   * file that exceeds them is not the one that was made. The place is free once the file is complete, however slowly it
   * is read.
   */
  async #unpack(
    bytes: Uint8Array<ArrayBuffer>,
    limits: GifLimits,
    { release, releasePlace }: { release: () => void; releasePlace: () => void },
  ): Promise<Readable> {
    const { diskSpace, folders } = this.#deps
    const folder = await folders.make()
    const file = await GrowingFile.create(join(folder, 'frames.zip')).catch(async (error: unknown) => {
      await folders.remove(folder)
      throw error
    })
    const space = diskSpace.openJob()
    const workerData: ArchiveWork = { bytes, limits }
    const worker = new Worker(new URL('archive-thread.ts', import.meta.url), {
      name: 'frames',
      workerData,
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    })
    let counted = 0
    let isClosed = false
    const stream = file.read(() => {
      isClosed = true
      clearTimeout(timer)
      void worker.terminate()
      this.#unsentBytes -= counted
      release()
      void removeFile()
    })
    const removeFile = async () => {
      // The cleaner of temporary folders removes a folder that cannot be removed now.
      await file.close().catch(() => undefined)
      await folders.remove(folder).catch(() => undefined)
      space.release()
    }
    const fail = (cause: unknown) =>
      stream.destroy(
        cause instanceof AppError
          ? cause
          : new AppError('internal', { detail: 'unpackingFailed' }, { cause }),
      )
    const timer = setTimeout(() => {
      fail(new AppError('timed_out', { detail: 'unpackingTooSlow' }))
    }, this.#limits.maxMs)
    space.signal.addEventListener('abort', () => fail(space.signal.reason))
    const reserve = reserveAhead((more) => {
      // The space reserved before is written by now.
      space.markWritten()
      return space.reserveNow(more)
    })
    const append = async (part: Uint8Array) => {
      this.#unsentBytes += part.length
      counted += part.length
      if (this.#unsentBytes > this.#limits.maxUnsentBytes) throw tooMany()
      await reserve(file.length + part.length)
      await file.append(part)
    }
    const handle = async (message: ArchiveMessage) => {
      if (isClosed) return
      if (message.type === 'failed') throw new Error(message.message)
      if (message.type === 'part') {
        await append(message.bytes)
        worker.postMessage('more')
        return
      }
      file.end()
      void worker.terminate()
      releasePlace()
    }
    worker.on('message', (message: ArchiveMessage) => {
      handle(message).catch((error: unknown) => fail(toDiskError(error)))
    })
    worker.on('error', fail)
    worker.postMessage('more')
    return stream
  }
}

function tooMany(): AppError {
  return new AppError('unavailable', { detail: 'unpackingBusy' }, { retry: true, retryAfterSeconds })
}

function onlyOnce(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
