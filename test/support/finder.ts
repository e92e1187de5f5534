import { Search } from '#src/adapters/db/catalogue/search.ts'
import type { openStores } from '#src/app/stores.ts'
import type { CatalogueStore } from '#src/catalogue/catalogue-store.ts'
import { type FindDeps, findGifs, type GifQuery } from '#src/catalogue/find-gifs.ts'
import type { Gif } from '#src/catalogue/gif.ts'

type Stores = Pick<Awaited<ReturnType<typeof openStores>>, 'changes' | 'db'> & {
  catalogue: CatalogueStore
}

export type Finder = FindDeps & {
  catalogue: CatalogueStore
  find: (query: GifQuery) => Promise<{ total: number; gifs: Gif[] }>
}

/** Searches these stores as the service does. */
export async function openFinder({ catalogue, changes, db }: Stores): Promise<Finder> {
  const deps = { catalogue, changes, index: new Search(db) }
  return {
    ...deps,
    find: async (query) => {
      const { total, gifs } = await findGifs(deps, query)
      return { total, gifs }
    },
  }
}
