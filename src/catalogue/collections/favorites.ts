import type { Account } from '../../accounts/account.ts'
import type { CatalogueStore } from '../catalogue-store.ts'
import { showGif } from '../show-gif.ts'
import type { FavoriteStore } from './favorite-store.ts'
import type { CollectionLimits } from './collection.ts'

export type FavoriteDeps = {
  catalogue: Pick<CatalogueStore, 'gifByCode' | 'gifMovedFrom' | 'hasOpenNotices'>
  favorites: FavoriteStore
  collectionLimits: CollectionLimits
}

/**
 * Makes a GIF that the account may see a favorite of it. Throws AppError not_found for others, and invalid_value where it
 * has too many.
 */
export async function addFavorite(
  { catalogue, favorites, collectionLimits }: FavoriteDeps,
  account: Account,
  code: string,
): Promise<void> {
  const { id } = await showGif(catalogue, code, { account })
  await favorites.add(account.id, id, collectionLimits.maxFavorites)
}

/** Makes it none any more. Throws AppError not_found for a GIF that the account may not see. */
export async function removeFavorite(
  { catalogue, favorites }: Omit<FavoriteDeps, 'collectionLimits'>,
  account: Account,
  code: string,
): Promise<void> {
  const { id } = await showGif(catalogue, code, { account })
  await favorites.remove(account.id, id)
}
