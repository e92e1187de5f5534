/** A source brought to the site outside the maker, kept in the browser until the maker takes it. */
export type Shared = { files: File[]; link: string }

const [databaseName, storeName, key] = ['gifwright-shared', 'shared', 'source']

/** An older source is not why a person opens the maker. */
const maxAgeMs = 15 * 60_000

/**
 * Keeps a source, replacing an earlier one. Uses IndexedDB, as the cache of service workers is unavailable on plain
 * http.
 */
export function keepShared(shared: Shared): Promise<void> {
  return inStore(async (store) => void (await finished(store.put({ ...shared, time: Date.now() }, key))))
}

/** Takes the source that was kept recently and removes it. Null without one. */
export function takeShared(): Promise<Shared | null> {
  return inStore(async (store) => {
    const kept = (await finished(store.get(key))) as (Shared & { time: number }) | undefined
    if (kept === undefined) return null
    await finished(store.delete(key))
    return Date.now() - kept.time > maxAgeMs ? null : { files: kept.files, link: kept.link }
  })
}

async function inStore<T>(use: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(databaseName, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
  const database = await finished(opening)
  try {
    const transaction = database.transaction(storeName, 'readwrite')
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      for (const end of ['error', 'abort'])
        transaction.addEventListener(end, () => reject(toError(transaction)))
    })
    const [value] = await Promise.all([use(transaction.objectStore(storeName)), committed])
    return value
  } finally {
    database.close()
  }
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(toError(request)))
  })
}

const toError = ({ error }: { error: DOMException | null }) =>
  error ?? new Error('the storage of the browser failed')

/** Returns true if a text looks like a link. */
export function isLink(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text.trim()) && URL.canParse(text.trim())
}
