import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import type { Client } from '#src/creation/task.ts'
import { randomId } from '#src/lib/ids.ts'
import { storeKey } from '#src/media/media-store.ts'
import { renditionKey, mainRenditions } from '#src/media/rendition.ts'
import { newTask } from '../../contract/stores.ts'
import { publishGif } from './gifs.ts'
import type { TestStores } from './stores.ts'

/** A published GIF with files of random bytes, with the sizes in its row. */
export async function storeGif(stores: TestStores, given: Partial<NewGif> = {}): Promise<Gif> {
  const mediaId = given.mediaId ?? randomId(20)
  const bytes = { gif: 1000, mp4: 500, webp: 700, thumb: 300 }
  for (const name of mainRenditions) {
    const path = join(stores.folder, randomId(8))
    await writeFile(path, randomBytes(bytes[name]))
    await stores.mediaStore.put(renditionKey(mediaId, name), path)
  }
  return publishGif(stores, { mediaId, ...given })
}

/** A waiting task with one upload; returns its id. */
export async function storeTask(stores: TestStores, client?: Client): Promise<string> {
  const id = randomId(22)
  const key = storeKey(`incoming/${id}/0`)
  const path = join(stores.folder, 'file')
  await writeFile(path, 'an upload')
  await stores.mediaStore.put(key, path)
  const { request, ...task } = newTask({ id })
  if (request.kind !== 'video') throw new Error('not a task with an upload')
  await stores.tasks.submissions.add({ ...task, request: { ...request, uploads: [key] } }, 1000, client)
  return id
}
