import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { GifSizesEncoder } from '../../gif/encode/gif-sizes-encoder.ts'
import { releaseBytes } from '../../lib/release-bytes.ts'
import { systemCode } from '../../lib/system-code.ts'
import type { FromGifThread, GifFile, GifGroup, ToGifThread } from './gif-thread.ts'

/** The other side of `GifThread`: takes frames from the memory that both share, encodes, writes. */

/** Small pieces are written together. */
const windowBytes = 256 * 1024
/** How long a full pipe is left alone, where writing to it does not wait by itself. */
const fullPipeMs = 2

type Start = Extract<ToGifThread, { type: 'start' }>

/** A file that grows. */
class Output {
  readonly #file: GifFile
  readonly #window = new Uint8Array(windowBytes)
  #held = 0
  bytes = 0

  constructor(file: GifFile) {
    this.#file = file
  }

  write(bytes: Uint8Array): void {
    this.bytes += bytes.length
    if (this.bytes > this.#file.maxFileBytes) {
      throw Object.assign(new Error('The GIF is over the size of a file.'), { code: 'EFBIG' })
    }
    if (this.#held + bytes.length > windowBytes) this.flush()
    if (bytes.length > windowBytes) this.#writeOut(bytes)
    else {
      this.#window.set(bytes, this.#held)
      this.#held += bytes.length
    }
    releaseBytes(bytes)
  }

  flush(): void {
    this.#writeOut(this.#window.subarray(0, this.#held))
    this.#held = 0
  }

  #writeOut(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0;) {
      try {
        rest = rest.subarray(writeSync(this.#file.descriptor, rest))
      } catch (error) {
        if (systemCode(error) !== 'EAGAIN') throw error
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fullPipeMs)
      }
    }
  }
}

/** The GIFs of a group. */
class GroupWork {
  readonly outputs: Output[]
  readonly #encoder: GifSizesEncoder
  readonly #frameMs: GifGroup['frameMs']
  readonly #only: Set<number> | undefined

  constructor({ frame, loops }: Start, { settings, frameMs, only, files }: GifGroup) {
    this.outputs = files.map((file) => new Output(file))
    this.#frameMs = frameMs
    this.#only = only && new Set(only)
    const gifs = files.map(({ width, height }, index) => ({
      width,
      height,
      loops,
      settings,
      write: (bytes: Uint8Array) => this.outputs[index]?.write(bytes),
    }))
    this.#encoder = new GifSizesEncoder(frame, gifs)
  }

  add(rgba: Uint8Array, number: number): void {
    if (this.#only?.has(number) === false) return
    const shownMs = typeof this.#frameMs === 'number' ? this.#frameMs : this.#frameMs[number]
    this.#encoder.add(rgba, shownMs ?? 0)
  }

  finish(): void {
    this.#encoder.finish()
    for (const output of this.outputs) output.flush()
  }
}

/** The GIFs that are being made. */
class Work {
  readonly #groups: GroupWork[]
  readonly #memory: SharedArrayBuffer
  readonly #frameBytes: number
  #frames = 0

  constructor(job: Start) {
    this.#memory = job.memory
    this.#frameBytes = job.frame.width * job.frame.height * 4
    this.#groups = job.groups.map((group) => new GroupWork(job, group))
  }

  add(slot: number): void {
    const frame = new Uint8Array(this.#memory, slot * this.#frameBytes, this.#frameBytes)
    for (const group of this.#groups) group.add(frame, this.#frames)
    this.#frames += 1
  }

  finish(): { frames: number; bytes: number[] } {
    for (const group of this.#groups) group.finish()
    const bytes = this.#groups.flatMap(({ outputs }) => outputs.map((output) => output.bytes))
    return { frames: this.#frames, bytes }
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
