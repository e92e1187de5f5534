import type { MediaStore } from './media-store.ts'
import type { DerivedFiles } from './media-engine.ts'
import { gifFolder, publicPrefix, renditionKey, renditionNames } from './rendition.ts'
import { randomId } from '../lib/ids.ts'

const mediaIdLength = 20

/** Returns a new media id, of letters and digits except for the prefix of public ones. */
export function newMediaId(kind: 'public' | 'closed'): string {
  const id = randomId(mediaIdLength)
  return kind === 'public' ? publicPrefix + id : id
}

/** Returns the folder of a GIF's kept source in the media store. No surface serves it, and no backup has it. */
export function sourceFolder(mediaId: string): string {
  return `sources/${mediaId}`
}

/** Returns the folder of a prepared source in the media store. No surface serves it as media, and no backup has it. */
export function preparedFolder(id: string): string {
  return `prepared/${id}`
}

/** Stores the files made for a GIF, whichever there are. */
export async function storeFiles(
  mediaStore: MediaStore,
  mediaId: string,
  files: DerivedFiles,
): Promise<void> {
  for (const name of renditionNames) {
    const file = files[name]
    if (file !== undefined) await mediaStore.put(renditionKey(mediaId, name), file.path)
  }
}

/** Removes all files of a removed GIF: its renditions, and its source if that is kept. */
export async function removeMedia(mediaStore: MediaStore, mediaId: string): Promise<void> {
  await mediaStore.removeAll(gifFolder(mediaId))
  await mediaStore.removeAll(sourceFolder(mediaId))
}
