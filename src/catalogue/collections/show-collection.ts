import type { Viewer } from '../../accounts/account.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Collection, isOpenCollection } from './collection.ts'
import type { CollectionStore, ShownTo } from './collection-store.ts'

/**
 * The collection with this code. Throws AppError not_found for an unknown code and, alike, for one that the viewer may not
 * see: a private one is its owner's; operators see one that they have hidden, too.
 */
export async function showCollection(
  collections: CollectionStore,
  code: string,
  viewer: Viewer,
): Promise<Collection> {
  const collection = await collections.byCode(code)
  if (collection === undefined || !maySee(collection, viewer)) throw noCollection()
  return collection
}

/** Returns true if the collection belongs to the viewer. */
export function ownsCollection({ ownerId }: Collection, { account }: Viewer): boolean {
  return account?.id === ownerId
}

/**
 * Returns the account for which a collection's GIFs are chosen. Its owner sees those that everyone may open, and their own; everyone else
 * the listed ones only: an unlisted GIF would no longer be known only to those who were given its address.
 */
export function shownTo(collection: Collection, viewer: Viewer): ShownTo {
  return ownsCollection(collection, viewer) ? collection.ownerId : null
}

/** The error where there is no such collection, or none for the viewer. */
export function noCollection(): AppError {
  return new AppError('not_found', { detail: 'noCollection' })
}

function maySee(collection: Collection, viewer: Viewer): boolean {
  if (isOpenCollection(collection) || ownsCollection(collection, viewer)) return true
  return viewer.account?.admin === true && collection.visibility !== 'private'
}
