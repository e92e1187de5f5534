import { errorMonitor } from 'node:events'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError } from '../lib/app-error.ts'
import type { LocalPath, MediaStore } from './media-store.ts'

export type StoreOperation = Exclude<keyof MediaStore, 'presign'>

/** `cut`: the reader of a file stopped before its end. */
export type StoreOutcome = 'ok' | 'not_found' | 'fault' | 'cut'

/** Receives measurements of the media store. */
export type StoreObserver = {
  /**
   * Called when an operation is over. `tookMs` is the time of the store: until a file being read was opened, and
   * without the caller's time for each entry of a list. It began at `startedAt`, by `performance.now()`.
   */
  ended(operation: StoreOperation, outcome: StoreOutcome, tookMs: number, startedAt: number): void
  /** Called when bytes were written to the store, or read from it. */
  transferred(direction: 'in' | 'out', bytes: number): void
}

/** Returns the same store, reporting to the observer. Reading a file is over when its bytes have arrived. */
export function observedMediaStore(store: MediaStore, observer: StoreObserver): MediaStore {
  async function watch<T>(operation: StoreOperation, run: () => Promise<T>): Promise<T> {
    const since = performance.now()
    try {
      const result = await run()
      observer.ended(operation, 'ok', performance.now() - since, since)
      return result
    } catch (error) {
      observer.ended(operation, outcomeOf(error), performance.now() - since, since)
      throw error
    }
  }
  async function* watchEach<T>(operation: StoreOperation, items: AsyncIterable<T>): AsyncIterable<T> {
    const iterator = items[Symbol.asyncIterator]()
    const startedAt = performance.now()
    let tookMs = 0
    let outcome: StoreOutcome = 'ok'
    try {
      for (;;) {
        const since = performance.now()
        const next = await iterator.next()
        tookMs += performance.now() - since
        if (next.done === true) return
        yield next.value
      }
    } catch (error) {
      outcome = outcomeOf(error)
      throw error
    } finally {
      observer.ended(operation, outcome, tookMs, startedAt)
      await iterator.return?.()
    }
  }
  return {
    async put(key, path) {
      // The store may move the file away. If it is missing, the store reports that.
      const bytes = await bytesOf(path)
      await watch('put', () => store.put(key, path))
      observer.transferred('in', bytes)
    },
    async fetch(key, path) {
      await watch('fetch', () => store.fetch(key, path))
      observer.transferred('out', await bytesOf(path))
    },
    stat: (key) => watch('stat', () => store.stat(key)),
    async read(key, range) {
      const since = performance.now()
      try {
        const stream = await store.read(key, range)
        const openedMs = performance.now() - since
        watchStream(stream, observer, (outcome) => observer.ended('read', outcome, openedMs, since))
        return stream
      } catch (error) {
        observer.ended('read', outcomeOf(error), performance.now() - since, since)
        throw error
      }
    },
    removeAll: (prefix) => watch('removeAll', () => store.removeAll(prefix)),
    copyAll: (from, to) => watch('copyAll', () => store.copyAll(from, to)),
    list: (prefix) => watchEach('list', store.list(prefix)),
    listFolders: (prefix) => watchEach('listFolders', store.listFolders(prefix)),
    presign: store.presign,
  }
}

/** Counts the bytes read from a stream, without reading them itself, and reports how it ended. */
function watchStream(
  stream: Readable,
  observer: StoreObserver,
  onEnd: (outcome: StoreOutcome) => void,
): void {
  const push = stream.push.bind(stream)
  let bytes = 0
  stream.push = (chunk: unknown, encoding) => {
    if (chunk instanceof Uint8Array) bytes += chunk.length
    return push(chunk, encoding)
  }
  let outcome: StoreOutcome = 'cut'
  stream.once('end', () => (outcome = 'ok'))
  // The reader handles the error.
  stream.once(errorMonitor, (error: unknown) => (outcome = isOfReader(error) ? 'cut' : outcomeOf(error)))
  stream.once('close', () => {
    observer.transferred('out', bytes)
    onEnd(outcome)
  })
}

/** Returns true for the error of a stream that is destroyed because its reader stopped. */
function isOfReader(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
  )
}

/** A missing file is a result, not a fault. */
function outcomeOf(error: unknown): StoreOutcome {
  return error instanceof AppError && error.code === 'not_found' ? 'not_found' : 'fault'
}

async function bytesOf(path: LocalPath): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
