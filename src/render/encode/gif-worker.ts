import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { GifEncoder } from '../../gif/encode/encoder.ts'
import { releaseBytes } from '../../lib/release-bytes.ts'
import { systemCode } from '../../lib/system-code.ts'
import type { FromGifThread, ToGifThread } from './gif-thread.ts'

/** The other side of `GifThread`: takes frames from the memory that both share, encodes, writes. */

/** Small pieces are written together. */
const windowBytes = 256 * 1024
/** How long a full pipe is left alone, where writing to it does not wait by itself. */
const fullPipeMs = 2

type Start = Extract<ToGifThread, { type: 'start' }>

/** The GIF that is being made. */
class Work {
  readonly #encoder: GifEncoder
  readonly #job: Start
  readonly #frameBytes: number
  readonly #window = new Uint8Array(windowBytes)
  #held = 0
  #frames = 0
  #bytes = 0

  constructor(job: Start) {
    this.#job = job
    this.#frameBytes = job.format.width * job.format.height * 4
    this.#encoder = new GifEncoder(job.format, job.settings, (bytes) => this.#write(bytes))
  }

  add(slot: number): void {
    const { memory, frameMs } = this.#job
    this.#encoder.add(new Uint8Array(memory, slot * this.#frameBytes, this.#frameBytes), frameMs)
    this.#frames += 1
  }

  finish(): { frames: number; bytes: number } {
    this.#encoder.finish()
    this.#flush()
    return { frames: this.#frames, bytes: this.#bytes }
  }

  #write(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#bytes > this.#job.maxFileBytes) {
      throw Object.assign(new Error('The GIF is over the size of a file.'), { code: 'EFBIG' })
    }
    if (this.#held + bytes.length > windowBytes) this.#flush()
    if (bytes.length > windowBytes) this.#writeOut(bytes)
    else {
      this.#window.set(bytes, this.#held)
      this.#held += bytes.length
    }
    releaseBytes(bytes)
  }

  #flush(): void {
    this.#writeOut(this.#window.subarray(0, this.#held))
    this.#held = 0
  }

  #writeOut(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0;) {
      try {
        rest = rest.subarray(writeSync(this.#job.descriptor, rest))
      } catch (error) {
        if (systemCode(error) !== 'EAGAIN') throw error
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fullPipeMs)
      }
    }
  }
}

let work: Work | undefined

parentPort?.on('message', (message: ToGifThread) => {
  try {
    const answer = obey(message)
    if (answer !== undefined) say(answer)
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    say({ type: 'failed', message: text, code: systemCode(error) })
  }
})

function obey(message: ToGifThread): FromGifThread | undefined {
  if (message.type === 'start') work = new Work(message)
  if (message.type === 'frame') {
    work?.add(message.slot)
    return { type: 'taken', slot: message.slot }
  }
  if (message.type !== 'finish' || work === undefined) return undefined
  const made = work.finish()
  work = undefined
  return { type: 'made', ...made }
}

function say(message: FromGifThread): void {
  parentPort?.postMessage(message)
}
