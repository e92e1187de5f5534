import type { Gif } from '../../../catalogue/gif.ts'
import type { Site } from '../../site.ts'
import type { SiteView } from '../page/site-view.ts'
import { unlessUnavailable } from './site-errors.ts'

/** The view of a page that shows these GIFs, with the viewer's favorites among them, loaded in one query. */
export async function withFavorites(
  { collections }: Site,
  view: SiteView,
  gifs: readonly Gif[],
): Promise<SiteView> {
  const { account } = view.viewer
  if (account === null || gifs.length === 0) return view
  const ids = gifs.map(({ id }) => id)
  return {
    ...view,
    favorites: await unlessUnavailable(collections.favoritesAmong(account.id, ids), view.favorites),
  }
}
