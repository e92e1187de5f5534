import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { type Gif, type GifExposure, isOpen } from './gif.ts'

/**
 * Returns the GIF with this code, or the one that it was merged into, which has another code. Throws AppError not_found
 * for an unknown code and, in the same way, for a GIF that the viewer may not see.
 */
export async function showGif(store: CatalogueStore, code: string, viewer: Viewer): Promise<Gif> {
  const gif = (await store.gifByCode(code)) ?? (await store.gifMovedFrom({ code }))
  if (gif === undefined || !(await maySee(store, gif, viewer)))
    throw new AppError('not_found', { detail: 'noGif' })
  return gif
}

/** Returns true if the GIF belongs to the viewer. */
export function isOwner({ ownerId }: { ownerId: number | null }, { account }: Viewer): boolean {
  return account !== null && account.id === ownerId
}

/**
 * Returns true if the viewer may see the GIF. A private or hidden GIF is visible to its owner, and to operators while
 * it is hidden or has open notices (`isReported`): an owner cannot keep it from them by making it private.
 */
export function isVisible(
  gif: GifExposure & { ownerId: number | null },
  viewer: Viewer,
  isReported: boolean,
): boolean {
  if (isOpen(gif) || isOwner(gif, viewer)) return true
  return viewer.account?.admin === true && (gif.hidden || isReported)
}

/** Same as `isVisible`, but reads open notices if they matter. For several GIFs use `CatalogueStore.visibleByIds`. */
export async function maySee(store: CatalogueStore, gif: Gif, viewer: Viewer): Promise<boolean> {
  if (isVisible(gif, viewer, false)) return true
  return isVisible(gif, viewer, true) && store.hasOpenNotices(gif.id)
}
