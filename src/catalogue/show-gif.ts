import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import type { Gif } from './gif.ts'

/** Throws AppError not_found for an unknown code and, alike, for a private GIF of somebody else. */
export async function showGif(store: CatalogueStore, code: string, viewer: Viewer): Promise<Gif> {
  const gif = await store.gifByCode(code)
  if (gif === undefined || !maySee(gif, viewer))
    throw new AppError('not_found', 'There is no GIF with this code.')
  return gif
}

function maySee(gif: Gif, viewer: Viewer): boolean {
  return !gif.private || (viewer.account !== null && viewer.account.id === gif.ownerId)
}
