import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { type Gif, isPublic } from './gif.ts'

/**
 * Throws AppError not_found for an unknown code and, alike, for a GIF that the viewer may not see: a private one is for
 * its owner alone, a hidden one for its owner and the operator.
 */
export async function showGif(
  store: Pick<CatalogueStore, 'gifByCode'>,
  code: string,
  viewer: Viewer,
): Promise<Gif> {
  const gif = await store.gifByCode(code)
  if (gif === undefined || !maySee(gif, viewer))
    throw new AppError('not_found', 'There is no GIF with this code.')
  return gif
}

/** Whether it is the viewer's own. */
export function isOwner({ ownerId }: Pick<Gif, 'ownerId'>, { account }: Viewer): boolean {
  return account !== null && account.id === ownerId
}

function maySee(gif: Gif, viewer: Viewer): boolean {
  if (isPublic(gif) || isOwner(gif, viewer)) return true
  return !gif.private && viewer.account?.admin === true
}
