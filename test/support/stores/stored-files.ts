import { mediaFolder } from '#src/app/data-folder.ts'
import { openFileMediaStore, openMediaStore, type OpenMediaStore } from '#src/app/media-store.ts'
import { readRows } from './database-access.ts'
import { testConfig } from '../instance.ts'

/** The names of the folders in the media store of an instance directly under a prefix, sorted. */
export async function storedFolders(folder: string, prefix: string): Promise<string[]> {
  const mediaStore = await openStored(folder)
  try {
    const names: string[] = []
    for await (const { name } of mediaStore.listFolders(prefix)) names.push(name)
    return names.toSorted()
  } finally {
    await mediaStore.close()
  }
}

/** Nothing is written to the database, which a test may have locked. */
async function openStored(folder: string): Promise<OpenMediaStore> {
  const config = testConfig({ DATA_DIR: folder })
  if (config.s3 === null) return openFileMediaStore(mediaFolder(config))
  const [secret] = await readRows(folder, "select value from instance where key = 'secret'")
  return openMediaStore(config, String(secret?.value))
}
