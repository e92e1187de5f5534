import type { Viewer } from '../../accounts/account.ts'
import type { CatalogueStore } from '../catalogue-store.ts'
import type { Gif } from '../gif.ts'
import { maySee } from '../show-gif.ts'

/** The maximum number of GIFs returned. */
const maxSimilar = 3

/** The number of GIFs compared, including those that the viewer may not know of. */
const maxNear = 50

/**
 * The GIFs that look as this one does and that the viewer may be told of: listed ones, and the viewer's own. None of a
 * GIF that the viewer may not see. The nearest first.
 */
export async function similarGifs(
  catalogue: CatalogueStore,
  looks: LookFinder,
  code: string,
  viewer: Viewer,
): Promise<Gif[]> {
  const gif = await catalogue.gifByCode(code)
  if (gif === undefined || !(await maySee(catalogue, gif, viewer))) return []
  const near = await looks.near(gif.id, maxNear)
  const ids = near.map(({ id }) => id)
  return (await catalogue.listedByIds(ids, viewer.account?.id)).slice(0, maxSimilar)
}

/** A GIF that looks the same as another, and in how many of 256 bits their looks differ. */
export type NearGif = { id: number; distance: number }

/** Finds GIFs that look the same. */
export interface LookFinder {
  /**
   * GIFs of any visibility that look as the GIF does, the nearest first, without itself; `limit` at most. None where
   * it is gone, or what it shows is not known.
   */
  near(gifId: number, limit: number): Promise<NearGif[]>
  /** The largest ids below this one of GIFs whose look is known, descending; `limit` at most. */
  idsBelow(id: number, limit: number): Promise<number[]>
}
