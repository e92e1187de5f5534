import type { Viewer } from '../../accounts/account.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Collection, isOpenCollection } from './collection.ts'
import type { CollectionStore, ShownTo } from './collection-store.ts'

/**
 * Returns the collection with this code. Throws AppError not_found for an unknown code and, in the same way, for one
 * that the viewer may not see: private ones are visible to their owner; hidden ones also to operators.
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
 * Returns the account for which a collection's GIFs are chosen. Its owner sees those that everyone may open, and their
 * own; everyone else sees only the listed ones: otherwise an unlisted GIF would be known to more people than were given
 * its address.
 */
export function shownTo(collection: Collection, viewer: Viewer): ShownTo {
  return ownsCollection(collection, viewer) ? collection.ownerId : null
}

/** Returns the error for a collection that does not exist or that the viewer may not see. */
export function noCollection(): AppError {
  return new AppError('not_found', { detail: 'noCollection' })
}

function maySee(collection: Collection, viewer: Viewer): boolean {
  if (isOpenCollection(collection) || ownsCollection(collection, viewer)) return true
  return viewer.account?.admin === true && collection.visibility !== 'private'
}
