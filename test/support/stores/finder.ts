import assert from 'node:assert/strict'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import type { Kysely } from 'kysely'
import { SqlChangeLog } from '#src/adapters/db/shared/catalogue/change-log.ts'
import { SqlSearchSource } from '#src/adapters/db/shared/catalogue/search-source.ts'
import type { Tables } from '#src/adapters/db/shared/tables.ts'
import { IndexKeeper } from '#src/adapters/search/index-keeper.ts'
import type { CatalogueStore } from '#src/catalogue/catalogue-store.ts'
import type { ChangeFeed } from '#src/catalogue/change-feed.ts'
import { type IndexedCatalogue, findGifs, type GifQuery } from '#src/catalogue/find-gifs.ts'
import type { Gif } from '#src/catalogue/gif.ts'
import { randomId } from '#src/lib/ids.ts'
import { createLog } from '#src/lib/log/log.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { fakeBuilder, fakeSaveLock } from './search-builder.ts'

type Stores = { catalogue: CatalogueStore; changes: ChangeFeed; db: Kysely<Tables> }

export type Finder = IndexedCatalogue & {
  catalogue: CatalogueStore
  index: IndexKeeper
  find: (query: GifQuery) => Promise<{ total: number; gifs: Gif[] }>
}

/** Searches these stores like the service, in an index that is never saved. */
export async function openFinder(t: CleanUp, { catalogue, changes, db }: Stores): Promise<Finder> {
  if (changes.position === null) await changes.start((error) => assert.fail(String(error)))
  const nothing = () => undefined
  const index = new IndexKeeper({
    folder: join(tmpdir(), `no-index-${randomId(8)}`),
    saveLock: fakeSaveLock(false),
    source: new SqlSearchSource(db),
    changeLog: new SqlChangeLog(db),
    changes,
    builder: fakeBuilder(() => Promise.reject(new Error('too many GIFs for a test'))),
    synonyms: [],
    log: createLog('warn', 2),
    observer: { searched: nothing, built: nothing, jobDone: nothing },
  })
  cleanUp(t, () => index.stop())
  await index.start()
  const deps = { catalogue, changes, index }
  return {
    ...deps,
    find: async (query) => {
      const { total, gifs } = await findGifs(deps, query)
      return { total, gifs }
    },
  }
}
