import type { MediaStore } from '#src/media/media-store.ts'

/** A whole media store whose methods reject every call, unless they are given. */
export function fakeMediaStore(given: Partial<MediaStore> = {}): MediaStore {
  const notReached = () => Promise.reject(new Error('not reached'))
  const notListed = async function* (): AsyncGenerator<never> {
    await notReached()
  }
  return {
    put: notReached,
    fetch: notReached,
    stat: notReached,
    read: notReached,
    removeAll: notReached,
    copyAll: notReached,
    list: notListed,
    listFolders: notListed,
    presign: null,
    ...given,
  }
}
