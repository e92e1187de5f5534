import type { SearchSource } from '../../catalogue/search-source.ts'
import { KeyedQueue } from '../../lib/keyed-queue.ts'
import type { LiveIndex } from '../../search/live-index.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The maximum time that work on the index may hold the event loop. */
const sliceMs = 2

/**
 * Returns a function to await between small steps: it lets other work of the process run whenever a slice of time is
 * used up.
 */
export function timeSlices(): () => Promise<void> {
  let end = performance.now() + sliceMs
  return async () => {
    if (performance.now() < end) return
    await nextTurn()
    end = performance.now() + sliceMs
  }
}

/** The number of documents read by one statement: it holds the event loop for about a millisecond. */
const batch = 100

/** Updates GIFs in an index to their current state. Calls run one after another, so that none writes an older state. */
export class ChangeApplier {
  readonly #source: SearchSource
  readonly #queue = new KeyedQueue()

  constructor(source: SearchSource) {
    this.#source = source
  }

  /** Applies the current state of these GIFs. Doing so twice is harmless. */
  apply(index: LiveIndex, ids: readonly number[]): Promise<void> {
    return this.#queue.run('', () => this.#apply(index, ids))
  }

  /** Indexes documents again that lack words which may be added now, while `isInUse`. */
  async applyDue(index: LiveIndex, isInUse: () => boolean): Promise<void> {
    for (let ids = index.dueDocuments(batch); ids.length > 0 && isInUse(); ids = index.dueDocuments(batch))
      await this.apply(index, ids)
  }

  async #apply(index: LiveIndex, ids: readonly number[]): Promise<void> {
    const pause = timeSlices()
    for (let start = 0; start < ids.length; start += batch) {
      const some = ids.slice(start, start + batch)
      const found = await this.#source.documentsOf(some)
      const documents = new Map(found.map((document) => [document.id, document]))
      for (const id of some) {
        const document = documents.get(id)
        if (document === undefined) index.remove(id)
        else index.put(document)
      }
      await pause()
    }
  }
}

/** Adds all documents to an index, for a catalogue that is small enough to do so in this thread. */
export async function addDocuments(index: LiveIndex, source: SearchSource): Promise<void> {
  const pause = timeSlices()
  for (let after = 0; ;) {
    const documents = await source.documentsAfter(after, batch)
    for (const document of documents) index.put(document, 'build')
    const last = documents.at(-1)
    if (last === undefined || documents.length < batch) return
    after = last.id
    await pause()
  }
}
