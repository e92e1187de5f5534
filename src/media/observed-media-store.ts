import { AppError } from '../lib/app-error.ts'
import type { MediaStore } from './media-store.ts'

export type StoreOperation =
  | 'put'
  | 'fetch'
  | 'stat'
  | 'read'
  | 'removeAll'
  | 'copyAll'
  | 'list'
  | 'listFolders'

/** The same store; each fault of it is told to `onFault`. A file that is not there is none. */
export function observedMediaStore(
  store: MediaStore,
  onFault: (operation: StoreOperation) => void,
): MediaStore {
  async function watch<T>(operation: StoreOperation, work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) onFault(operation)
      throw error
    }
  }
  async function* watchEach<T>(operation: StoreOperation, items: AsyncIterable<T>): AsyncIterable<T> {
    const iterator = items[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await watch(operation, iterator.next())
        if (next.done === true) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return {
    put: (key, path) => watch('put', store.put(key, path)),
    fetch: (key, path) => watch('fetch', store.fetch(key, path)),
    stat: (key) => watch('stat', store.stat(key)),
    read: (key, range) => watch('read', store.read(key, range)),
    removeAll: (prefix) => watch('removeAll', store.removeAll(prefix)),
    copyAll: (from, to) => watch('copyAll', store.copyAll(from, to)),
    list: (prefix) => watchEach('list', store.list(prefix)),
    listFolders: (prefix) => watchEach('listFolders', store.listFolders(prefix)),
    presign: store.presign,
  }
}
