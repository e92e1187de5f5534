import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { type Gif, isOpen } from './gif.ts'

/**
 * The GIF with this code, or the one that it was merged into, whose code is another one then. Throws AppError not_found
 * for an unknown code and, alike, for a GIF that the viewer may not see.
 */
export async function showGif(
  store: Pick<CatalogueStore, 'gifByCode' | 'gifMovedFrom' | 'hasOpenNotices'>,
  code: string,
  viewer: Viewer,
): Promise<Gif> {
  const gif = (await store.gifByCode(code)) ?? (await store.gifMovedFrom({ code }))
  if (gif === undefined || !(await maySee(store, gif, viewer)))
    throw new AppError('not_found', 'There is no GIF with this code.')
  return gif
}

/** Whether it is the viewer's own. */
export function isOwner({ ownerId }: Pick<Gif, 'ownerId'>, { account }: Viewer): boolean {
  return account !== null && account.id === ownerId
}

/**
 * Whether the viewer may see the GIF. A private or hidden one is its owner's; operators see it, too, while it is hidden
 * or has open notices (`isReported`): an owner who makes it private does not take it out of their hands.
 */
export function isVisible(
  gif: Pick<Gif, 'visibility' | 'hidden' | 'ownerId'>,
  viewer: Viewer,
  isReported: boolean,
): boolean {
  if (isOpen(gif) || isOwner(gif, viewer)) return true
  return viewer.account?.admin === true && (gif.hidden || isReported)
}

/** The same, which asks for open notices where they matter. For several GIFs: `CatalogueStore.visibleByIds`. */
export async function maySee(
  store: Pick<CatalogueStore, 'hasOpenNotices'>,
  gif: Gif,
  viewer: Viewer,
): Promise<boolean> {
  if (isVisible(gif, viewer, false)) return true
  return isVisible(gif, viewer, true) && store.hasOpenNotices(gif.id)
}
