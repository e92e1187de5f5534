import type { Account, Viewer } from '../../accounts/account.ts'
import type { CatalogueStores } from '../catalogue-stores.ts'
import { newCode } from '../reserved-words.ts'
import { showGif } from '../show-gif.ts'
import { AppError } from '../../lib/app-error.ts'
import {
  checkDescription,
  checkName,
  type Collection,
  type CollectionLimits,
  type CollectionValues,
} from './collection.ts'
import type { CollectionStore } from './collection-store.ts'
import { noCollection, ownsCollection, showCollection } from './show-collection.ts'

/** The unchecked properties of a collection from its owner. */
export type CollectionInput = {
  name: string
  description?: string | undefined
  visibility?: CollectionValues['visibility'] | undefined
}

/**
 * Throws AppError invalid_value for a name or description that breaks a rule, and if the account has too many
 * collections.
 */
export async function createCollection(
  collections: CollectionStore,
  { id: ownerId }: Account,
  { name, description = '', visibility = 'private' }: CollectionInput,
  { maxCollections }: CollectionLimits,
): Promise<Collection> {
  const values = { name: checkName(name), description: checkDescription(description), visibility }
  return collections.add({ ...values, code: newCode(), ownerId }, maxCollections)
}

/**
 * Changes the given properties. Throws AppError not_found for everyone except the owner, and invalid_value as
 * `createCollection` does.
 */
export async function changeCollection(
  collections: CollectionStore,
  code: string,
  viewer: Viewer,
  { name, description, visibility }: Partial<CollectionInput>,
): Promise<Collection> {
  const { id } = await ownCollection(collections, code, viewer)
  const changed = await collections.change(id, {
    ...(name !== undefined && { name: checkName(name) }),
    ...(description !== undefined && { description: checkDescription(description) }),
    ...(visibility !== undefined && { visibility }),
  })
  if (changed === undefined) throw noCollection()
  return changed
}

/** Deletes a collection; its GIFs stay. Throws AppError not_found for everyone except the owner. */
export async function removeCollection(
  collections: CollectionStore,
  code: string,
  viewer: Viewer,
): Promise<void> {
  const { id } = await ownCollection(collections, code, viewer)
  await collections.remove(id)
}

/**
 * Hides a collection from everyone except its owner, or shows it again, for an operator. Throws AppError not_found for
 * everyone else, and for a private collection.
 */
export async function hideCollection(
  collections: CollectionStore,
  code: string,
  viewer: Viewer,
  hidden: boolean,
): Promise<Collection> {
  const { id, visibility } = await showCollection(collections, code, viewer)
  if (viewer.account?.admin !== true || visibility === 'private') throw noCollection()
  const changed = await collections.change(id, { hidden }, { unlessPrivate: true })
  if (changed === undefined) throw noCollection()
  return changed
}

/**
 * Puts a GIF that the owner may see into a collection: at the end, or at a position counted from 1; a GIF that it
 * already has moves there. Throws AppError not_found if the viewer may not see the GIF or the collection, and
 * invalid_value if the collection is full.
 */
export async function putIntoCollection(
  { catalogue, collections }: CatalogueStores,
  code: string,
  viewer: Viewer,
  { gif: gifCode, place }: { gif: string; place?: number | undefined },
  { maxGifsInCollection }: CollectionLimits,
): Promise<void> {
  const { id, ownerId } = await ownCollection(collections, code, viewer)
  const gif = await showGif(catalogue, gifCode, viewer)
  await collections.addGif(id, gif.id, maxGifsInCollection)
  if (place !== undefined) await collections.moveGif(id, gif.id, place, ownerId)
}

/** Throws AppError not_found if the collection is not the viewer's or does not have the GIF. */
export async function removeFromCollection(
  { catalogue, collections }: CatalogueStores,
  code: string,
  viewer: Viewer,
  gifCode: string,
): Promise<void> {
  const { id } = await ownCollection(collections, code, viewer)
  const gif = (await catalogue.gifByCode(gifCode)) ?? (await catalogue.gifMovedFrom({ code: gifCode }))
  if (gif === undefined || !(await collections.removeGif(id, gif.id)))
    throw new AppError('not_found', { detail: 'notInCollection' })
}

/** Returns the collection to its owner. Throws AppError not_found for everyone else. */
export async function ownCollection(
  collections: CollectionStore,
  code: string,
  viewer: Viewer,
): Promise<Collection> {
  const collection = await collections.byCode(code)
  if (collection === undefined || !ownsCollection(collection, viewer)) throw noCollection()
  return collection
}
