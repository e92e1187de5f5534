import { mediaFolder } from '#src/app/data-folder.ts'
import { openFileMediaStore } from '#src/app/media-store.ts'
import { openStores } from '#src/app/stores.ts'
import type { MediaStore } from '#src/media/media-store.ts'
import { testConfig } from './instance.ts'

/** The names of the folders in the media store of an instance that lie directly under a prefix, sorted. */
export async function storedFolders(folder: string, prefix: string): Promise<string[]> {
  const { mediaStore, close } = await openStored(folder)
  try {
    const names: string[] = []
    for await (const { name } of mediaStore.listFolders(prefix)) names.push(name)
    return names.toSorted()
  } finally {
    await close()
  }
}

/** A folder is read without the database, which a test may have locked. */
async function openStored(folder: string): Promise<{ mediaStore: MediaStore; close: () => Promise<void> }> {
  const config = testConfig({ DATA_DIR: folder })
  if (config.s3 !== null) return openStores(config)
  const mediaStore = openFileMediaStore(mediaFolder(config))
  return { mediaStore, close: () => mediaStore.close() }
}
