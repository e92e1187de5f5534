import { AppError } from '../../lib/app-error.ts'
import { removeMedia } from '../../media/media-files.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { CatalogueStore } from '../catalogue-store.ts'
import { checkedChange } from '../change-gif.ts'
import type { Gif, GifChange } from '../gif.ts'
import { hasManageHash } from './manage-key.ts'
import { type PublishingRule, stateWhenAsked } from './publishing-rules.ts'
import type { PublishingState, VisitorGif } from './visitor-gif.ts'
import type { VisitorGifStore } from './visitor-gif-store.ts'

export type ManageDeps = {
  catalogue: Pick<CatalogueStore, 'gifByCode' | 'isMediaNamed' | 'remove'>
  visitorGifs: Pick<VisitorGifStore, 'byCode' | 'change'>
  mediaStore: Pick<MediaStore, 'removeAll'>
  publishing: PublishingRule
}

/** A GIF as who has its manage key sees it. */
export type ManagedGif = { gif: Gif; visitorGif: VisitorGif }

/**
 * The GIF that a manage key opens. Throws AppError not_found for a wrong key and, alike, for a GIF that is not there, is
 * still being made, or was not made by a visitor.
 */
export async function gifOfManageKey(
  { catalogue, visitorGifs }: Pick<ManageDeps, 'catalogue' | 'visitorGifs'>,
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
  deps: ManageDeps,
  { code, key, client }: ManageRequest,
  change: Omit<GifChange, 'visibility' | 'hidden'>,
): Promise<void> {
  await gifOfManageKey(deps, code, key)
  // Of what it is by then: who takes it back meanwhile does not find it published again.
  const state = (before: PublishingState) =>
    deps.publishing === 'review' && before === 'published' ? 'waiting' : before
  const to = { state, change: checkedChange(change), client }
  if ((await deps.visitorGifs.change(code, to)) === undefined) throw wrongKey()
}

/**
 * Publishes the GIF, or has it wait for the operator. Throws AppError forbidden where visitors may not publish, and while
 * the operator has hidden it; otherwise as `gifOfManageKey`.
 */
export async function publishByKey(deps: ManageDeps, { code, key, client }: ManageRequest): Promise<void> {
  const { visitorGif } = await gifOfManageKey(deps, code, key)
  if (deps.publishing === 'accounts')
    throw new AppError('forbidden', { detail: 'publishingNeedsAccount' }, { field: 'action' })
  const state = stateWhenAsked(deps.publishing)
  // Asking twice changes nothing.
  if (visitorGif.state === 'published' || visitorGif.state === state) return
  // The operator may have approved it since.
  const to = { state: (now: PublishingState) => (now === 'published' ? now : state), client }
  if ((await deps.visitorGifs.change(code, to)) === undefined) throw wrongKey()
}

/** Takes it back: from then on it is seen by who has its address. Throws AppError as `publishByKey` does. */
export async function unpublishByKey(deps: ManageDeps, { code, key, client }: ManageRequest): Promise<void> {
  const { visitorGif } = await gifOfManageKey(deps, code, key)
  if (visitorGif.state === 'unpublished' || visitorGif.state === 'declined') return
  // The operator may have declined it, with a reason, since.
  const to = { state: (now: PublishingState) => (now === 'declined' ? now : 'unpublished'), client }
  if ((await deps.visitorGifs.change(code, to)) === undefined) throw wrongKey()
}

/** Removes the GIF for good, with its files. Throws AppError as `gifOfManageKey` does. */
export async function removeByKey(deps: ManageDeps, { code, key }: ManageRequest): Promise<void> {
  const { gif } = await gifOfManageKey(deps, code, key)
  await deps.catalogue.remove(gif.id)
  if (!(await deps.catalogue.isMediaNamed(gif.mediaId))) await removeMedia(deps.mediaStore, gif.mediaId)
}

/** `client` names who asks, for the quota of what is not published. */
export type ManageRequest = { code: string; key: string; client: string | null }

export function wrongKey(): AppError {
  return new AppError(
    'not_found',
    { detail: 'wrongKey' },
    {
      field: 'key',
    },
  )
}
