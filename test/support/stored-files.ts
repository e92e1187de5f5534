import { openStores } from '#src/app/stores.ts'
import { testConfig } from './instance.ts'

/** The names of the folders in the media store of an instance that lie directly under a prefix, sorted. */
export async function storedFolders(folder: string, prefix: string): Promise<string[]> {
  const { mediaStore, close } = await openStores(testConfig({ DATA_DIR: folder }))
  try {
    const names: string[] = []
    for await (const { name } of mediaStore.listFolders(prefix)) names.push(name)
    return names.toSorted()
  } finally {
    await close()
  }
}
