import type { openStores } from '#src/app/stores.ts'
import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import { publishClaimed, newGif, newTask } from '../../contract/stores.ts'

type Stores = Awaited<ReturnType<typeof openStores>>

/** A GIF's row as publishing would write it, without files. The app under test must have no worker of its own. */
export async function publishGif(stores: Stores, given: Partial<NewGif> = {}): Promise<Gif> {
  const gif = newGif(given)
  const task = newTask({ code: gif.code, ownerId: gif.ownerId })
  const { sourceHash } = gif
  await stores.tasks.submissions.add(sourceHash ? { ...task, sourceHash } : task, 1000)
  const claim = await stores.tasks.claims.claim('test', 60_000)
  if (claim === undefined || !(await publishClaimed(stores, claim, gif))) throw new Error('could not publish')
  const published = await stores.catalogue.gifByCode(gif.code)
  if (published === undefined) throw new Error('not published')
  return published
}
