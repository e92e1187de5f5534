import type { SearchSource } from '../../catalogue/search-source.ts'
import type { LiveIndex } from '../../search/live-index.ts'
import { timeSlices } from './time-slices.ts'

/** Documents read by one statement: it holds the event loop for about a millisecond. */
const batch = 100

/** Brings GIFs in the index up to the state that they have now. It does no harm to do so twice. */
export async function applyGifs(
  index: LiveIndex,
  source: Pick<SearchSource, 'documentsOf'>,
  ids: readonly number[],
): Promise<void> {
  const pause = timeSlices()
  for (let start = 0; start < ids.length; start += batch) {
    const some = ids.slice(start, start + batch)
    const documents = new Map((await source.documentsOf(some)).map((document) => [document.id, document]))
    for (const id of some) {
      const document = documents.get(id)
      if (document === undefined) index.remove(id)
      else index.put(document)
    }
    await pause()
  }
}

/** Adds all documents to an index, of a catalogue that is small enough to do so in this thread. */
export async function addDocuments(
  index: LiveIndex,
  source: Pick<SearchSource, 'documentsAfter'>,
): Promise<void> {
  const pause = timeSlices()
  for (let after = 0; ;) {
    const documents = await source.documentsAfter(after, batch)
    for (const document of documents) index.put(document)
    const last = documents.at(-1)
    if (last === undefined || documents.length < batch) return
    after = last.id
    await pause()
  }
}
