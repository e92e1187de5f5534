import type { Viewer } from '../../accounts/account.ts'
import type { CatalogueStore } from '../catalogue-store.ts'
import type { Gif } from '../gif.ts'
import { maySee } from '../show-gif.ts'

/** The maximum number of GIFs returned. */
const maxSimilar = 3

/** The number of GIFs compared, including those that the viewer may not see. */
const maxNear = 50

/**
 * Returns the GIFs that look like this one and are listed or the viewer's own, nearest first; none if the viewer may
 * not see this one.
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

/** A GIF that looks the same as another, and the number of bits, of 256, in which their looks differ. */
export type NearGif = { id: number; distance: number }

/** Finds GIFs that look the same. */
export interface LookFinder {
  /**
   * Returns GIFs of any visibility that look the same, nearest first, without the GIF itself; at most `limit`. Empty if
   * the GIF is gone or its look is unknown.
   */
  near(gifId: number, limit: number): Promise<NearGif[]>
  /** Returns the largest ids below this one of GIFs whose look is known, descending; at most `limit`. */
  idsBelow(id: number, limit: number): Promise<number[]>
}
