import type { Gif } from '../catalogue/gif.ts'
import type { CollectionStore } from './collection-store.ts'
import type { FavouriteStore } from './favourite-store.ts'

type ExportDeps = {
  favourites: Pick<FavouriteStore, 'list'>
  collections: Pick<CollectionStore, 'ofOwner' | 'gifs'>
}

/** GIFs read at once. */
const pageSize = 100

type ReadPage = (page: { start: number; limit: number }) => Promise<{ gifs: Gif[] }>

/** The favourites and collections of an account, for its owner to download. GIFs are named by their codes and titles. */
export async function exportOwnCollections({ favourites, collections }: ExportDeps, accountId: number) {
  const own = await collections.ofOwner(accountId)
  const exported = []
  for (const { collection } of own) {
    const { id, code, name, description, visibility, hidden, createdAt, updatedAt } = collection
    exported.push({
      code,
      name,
      description,
      visibility,
      hidden_by_operator: hidden,
      created_at: new Date(createdAt).toISOString(),
      updated_at: new Date(updatedAt).toISOString(),
      gifs: await namesOf((page) => collections.gifs(id, accountId, page)),
    })
  }
  return {
    favourites: await namesOf((page) => favourites.list(accountId, page)),
    collections: exported,
  }
}

async function namesOf(read: ReadPage): Promise<{ code: string; title: string }[]> {
  const names: { code: string; title: string }[] = []
  for (let start = 0; ; start += pageSize) {
    const { gifs } = await read({ start, limit: pageSize })
    names.push(...gifs.map(({ code, title }) => ({ code, title })))
    if (gifs.length < pageSize) return names
  }
}
