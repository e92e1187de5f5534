import type { openStores } from '#src/app.ts'
import { newCode } from '#src/catalogue/code.ts'
import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import { randomId } from '#src/lib/ids.ts'

type Stores = Awaited<ReturnType<typeof openStores>>

/** A GIF's row as publishing would write it, without files. The app under test must have no worker of its own. */
export async function publishGif(stores: Stores, given: Partial<NewGif> = {}): Promise<Gif> {
  const gif: NewGif = {
    code: newCode(),
    mediaId: randomId(20),
    title: 'A GIF',
    categoryId: 1,
    tags: [],
    width: 480,
    height: 270,
    durationMs: 2000,
    frames: 30,
    gifBytes: 1000,
    mp4Bytes: 500,
    webpBytes: 600,
    nsfw: false,
    private: false,
    ownerId: null,
    createdAt: Date.now(),
    ...given,
  }
  const { categoryId, title, tags, private: isPrivate, nsfw, ownerId, code } = gif
  const request = {
    kind: 'video' as const,
    uploads: [],
    startSeconds: 0,
    endSeconds: 1,
    ...{ categoryId, title, tags, private: isPrivate, nsfw, watermark: true },
  }
  await stores.tasks.add({ id: randomId(22), code, request, ownerId }, 1000)
  const claim = await stores.tasks.claim('test', 60_000)
  if (claim === undefined || !(await stores.tasks.publish(claim, gif))) throw new Error('could not publish')
  const published = await stores.catalogue.gifByCode(code)
  if (published === undefined) throw new Error('not published')
  return published
}
