import { parentPort } from 'node:worker_threads'
import { systemCode } from '../../lib/system-code.ts'
import { GifFiles } from './gif-files.ts'
import type { FromGifThread, ToGifThread } from './gif-thread.ts'

/** The thread of `GifThread`: takes frames from the memory that both share, encodes, writes. */

type Start = Extract<ToGifThread, { type: 'start' }>

/** The GIFs in progress. */
class Work {
  readonly #files: GifFiles
  readonly #memory: SharedArrayBuffer
  readonly #frameBytes: number

  constructor(job: Start) {
    this.#memory = job.memory
    this.#frameBytes = job.frame.width * job.frame.height * 4
    this.#files = new GifFiles(job)
  }

  add(slot: number): void {
    this.#files.add(new Uint8Array(this.#memory, slot * this.#frameBytes, this.#frameBytes))
  }

  finish(): ReturnType<GifFiles['finish']> {
    return this.#files.finish()
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
