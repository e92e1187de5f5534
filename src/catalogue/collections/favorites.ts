import type { Account } from '../../accounts/account.ts'
import type { CatalogueStores } from '../catalogue-stores.ts'
import { showGif } from '../show-gif.ts'

/**
 * Adds a GIF to an account's favorites. Throws AppError not_found if the account may not see it, and invalid_value if
 * it has too many favorites.
 */
export async function addFavorite(
  { catalogue, collections }: CatalogueStores,
  account: Account,
  code: string,
  maxFavorites: number,
): Promise<void> {
  const { id } = await showGif(catalogue, code, { account })
  await collections.addFavorite(account.id, id, maxFavorites)
}

/** Removes a GIF from the favorites. Throws AppError not_found if the account may not see the GIF. */
export async function removeFavorite(
  { catalogue, collections }: CatalogueStores,
  account: Account,
  code: string,
): Promise<void> {
  const { id } = await showGif(catalogue, code, { account })
  await collections.removeFavorite(account.id, id)
}
