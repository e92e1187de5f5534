import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SqlCatalogueStore } from '#src/adapters/db/shared/catalogue/catalogue-store.ts'
import { SqlDuplicateStore } from '#src/adapters/db/shared/catalogue/duplicate-store.ts'
import { SqlMediaMoves } from '#src/adapters/db/shared/catalogue/media-moves.ts'
import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import { LocalElections } from '#src/cluster/elections.ts'
import { newMediaId, sourceFolder } from '#src/media/media-files.ts'
import { type MediaStore, storeKey } from '#src/media/media-store.ts'
import { MediaMover, type PurgeMedia } from '#src/media/moves/media-mover.ts'
import { gifFolder } from '#src/media/rendition.ts'
import type { CleanUp } from '../clean-up.ts'
import { storeGif } from './stored-gifs.ts'
import { openTestStores } from './stores.ts'
import { replaceMembers } from '../fakes.ts'

const settleMs = 30_000

/**
 * A catalogue whose open GIFs are public in the media store, with a mover that takes part in each change. `fail` is
 * called before every operation of the media store and of the purge hook, and may throw.
 */
export async function openMoveLab(t: CleanUp) {
  const stores = await openTestStores(t)
  const clock = { nowMs: 1_800_000_000_000, now: () => clock.nowMs }
  const operations: string[] = []
  const purged: string[] = []
  const faults = { fail: (_operation: string) => {} }
  const ask = (operation: string) => {
    operations.push(operation)
    faults.fail(operation)
  }
  const { mediaStore } = stores
  const watched = replaceMembers<MediaStore>(mediaStore, {
    async copyAll(from, to) {
      ask(`copy ${from}`)
      await mediaStore.copyAll(from, to)
    },
    async removeAll(prefix) {
      ask(`remove ${prefix}`)
      await mediaStore.removeAll(prefix)
    },
  })
  const purge: PurgeMedia = async (mediaId) => {
    ask(`purge ${mediaId}`)
    purged.push(mediaId)
  }
  const moves = new SqlMediaMoves(stores.db)
  const newMover = () =>
    new MediaMover({
      moves,
      mediaStore: watched,
      elections: new LocalElections(),
      purge,
      clock,
      settleMs,
    })
  const mover = newMover()
  const onChange = (gifIds: readonly number[] = []) => mover.finishOf(gifIds)
  const filesOf = async (mediaId: string) => {
    const keys: string[] = []
    for (const prefix of [gifFolder(mediaId), sourceFolder(mediaId)])
      for await (const { key } of mediaStore.list(prefix)) keys.push(key)
    return keys.toSorted()
  }
  return {
    stores,
    clock,
    moves,
    newMover,
    operations,
    purged,
    faults,
    catalogue: new SqlCatalogueStore(stores.db, { publicMedia: true, onChange }),
    duplicates: new SqlDuplicateStore(stores.db, stores.readRows, onChange),
    filesOf,
    async addGif(given: Partial<NewGif> = {}): Promise<Gif> {
      const gif = await storeGif(stores, { mediaId: newMediaId('public'), ...given })
      const path = join(stores.folder, 'source')
      await writeFile(path, 'a source')
      await mediaStore.put(storeKey(`${sourceFolder(gif.mediaId)}/0`), path)
      return gif
    },
    gifOf: async ({ code }: Gif) => {
      const gif = await stores.catalogue.gifByCode(code)
      if (gif === undefined) throw new Error('the GIF is gone')
      return gif
    },
    allMoves: () => moves.list(0, 100),
    /** The remaining files after everything that can be done later has been done. */
    async settle() {
      clock.nowMs += settleMs
      await newMover().turn()
      return moves.list(0, 100)
    },
  }
}
