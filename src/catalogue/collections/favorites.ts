import type { Account } from '../../accounts/account.ts'
import type { CatalogueStores } from '../catalogue-stores.ts'
import { showGif } from '../show-gif.ts'

/**
 * Makes a GIF that the account may see a favorite of it. Throws AppError not_found for others, and invalid_value where it
 * has too many.
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

/** Makes it none any more. Throws AppError not_found for a GIF that the account may not see. */
export async function removeFavorite(
  { catalogue, collections }: CatalogueStores,
  account: Account,
  code: string,
): Promise<void> {
  const { id } = await showGif(catalogue, code, { account })
  await collections.removeFavorite(account.id, id)
}
