import { AppError } from '../../lib/app-error.ts'
import { removeMedia } from '../../media/media-files.ts'
import { checkedChange } from '../change-gif.ts'
import type { Gif, GifChange } from '../gif.ts'
import { hasManageHash } from './manage-key.ts'
import { type PublishingRule, stateWhenAsked } from './publishing-rules.ts'
import type { PublishingState, VisitorGif } from './visitor-gif.ts'
import type { CatalogueStores } from '../catalogue-stores.ts'

/** A GIF as who has its manage key sees it. */
export type ManagedGif = { gif: Gif; visitorGif: VisitorGif }

/**
 * The GIF that a manage key opens. Throws AppError not_found for a wrong key and, alike, for a GIF that is not there, is
 * still being made, or was not made by a visitor.
 */
export async function gifOfManageKey(
  { catalogue, visitorGifs }: CatalogueStores,
  code: string,
  key: string,
): Promise<ManagedGif> {
  const visitorGif = await visitorGifs.byCode(code)
  if (visitorGif === undefined || !hasManageHash(key, visitorGif.keyHash)) throw wrongKey()
  const gif = await catalogue.gifByCode(code)
  if (gif === undefined) throw wrongKey()
  return { gif, visitorGif }
}

/**
 * Changes what a GIF is called and shows. Where the operator agrees to what is published, a published one has to be
 * agreed to again. `client` is whose quota it takes then. Throws AppError as `gifOfManageKey` and `changeGif` do.
 */
export async function changeByKey(
  stores: CatalogueStores,
  publishing: PublishingRule,
  { code, key, client }: ManageRequest,
  change: Omit<GifChange, 'visibility' | 'hidden'>,
): Promise<void> {
  await gifOfManageKey(stores, code, key)
  // Depends on the state in the transaction: a GIF unpublished in the meantime is not published again.
  const state = (before: PublishingState) =>
    publishing === 'review' && before === 'published' ? 'waiting' : before
  const to = { state, change: checkedChange(change), client }
  if ((await stores.visitorGifs.change(code, to)) === undefined) throw wrongKey()
}

/**
 * Publishes the GIF, or has it wait for the operator. Throws AppError forbidden where visitors may not publish, and while
 * the operator has hidden it; otherwise as `gifOfManageKey`.
 */
export async function publishByKey(
  stores: CatalogueStores,
  publishing: PublishingRule,
  { code, key, client }: ManageRequest,
): Promise<void> {
  const { visitorGif } = await gifOfManageKey(stores, code, key)
  if (publishing === 'accounts')
    throw new AppError('forbidden', { detail: 'publishingNeedsAccount' }, { field: 'action' })
  const state = stateWhenAsked(publishing)
  // Asking twice changes nothing.
  if (visitorGif.state === 'published' || visitorGif.state === state) return
  // The operator may have approved it since.
  const to = { state: (now: PublishingState) => (now === 'published' ? now : state), client }
  if ((await stores.visitorGifs.change(code, to)) === undefined) throw wrongKey()
}

/** Takes it back: from then on it is seen by who has its address. Throws AppError as `publishByKey` does. */
export async function unpublishByKey(
  stores: CatalogueStores,
  { code, key, client }: ManageRequest,
): Promise<void> {
  const { visitorGif } = await gifOfManageKey(stores, code, key)
  if (visitorGif.state === 'unpublished' || visitorGif.state === 'declined') return
  // The operator may have declined it, with a reason, since.
  const to = { state: (now: PublishingState) => (now === 'declined' ? now : 'unpublished'), client }
  if ((await stores.visitorGifs.change(code, to)) === undefined) throw wrongKey()
}

/** Removes the GIF for good, with its files. Throws AppError as `gifOfManageKey` does. */
export async function removeByKey(stores: CatalogueStores, { code, key }: ManageRequest): Promise<void> {
  const { gif } = await gifOfManageKey(stores, code, key)
  await stores.catalogue.remove(gif.id)
  if (!(await stores.catalogue.isMediaNamed(gif.mediaId))) await removeMedia(stores.mediaStore, gif.mediaId)
}

/** `client` names who asks, for the quota of what is not published. */
export type ManageRequest = { code: string; key: string; client: string | null }

export function wrongKey(): AppError {
  return new AppError('not_found', { detail: 'wrongKey' }, { field: 'key' })
}
