import type { Viewer } from '../../accounts/account.ts'
import { AppError } from '../../lib/app-error.ts'
import { removeMedia } from '../../media/media-files.ts'
import { maxTags } from '../../options/rules/title-and-tags.ts'
import { type Gif, type GifChange, type Rating, ratings } from '../gif.ts'
import { isVisible } from '../show-gif.ts'
import type { CatalogueStores } from '../catalogue-stores.ts'

/**
 * Merges GIFs into a kept one, for an operator: each in its own transaction, then its files are removed unless another
 * GIF shares them. Returns the merged GIFs; those that are gone or that the operator may not see are left out. Throws
 * AppError forbidden for everyone else, and not_found if the kept GIF does not exist or is not visible.
 */
export async function mergeGifs(
  { catalogue, duplicates, mediaStore }: CatalogueStores,
  keptId: number,
  mergedIds: readonly number[],
  viewer: Viewer,
): Promise<{ kept: Gif; merged: Gif[] }> {
  if (viewer.account?.admin !== true) throw new AppError('forbidden', { detail: 'onlyOperatorMerges' })
  let [kept] = await catalogue.visibleByIds([keptId], viewer)
  if (kept === undefined) throw new AppError('not_found', { detail: 'keptGifGone' })
  const merged: Gif[] = []
  for (const id of new Set(mergedIds)) {
    if (id === keptId) continue
    const both = await duplicates.merge(keptId, id, (toKeep, other, reported) => {
      const areVisible = [toKeep, other].every((gif) => isVisible(gif, viewer, reported.has(gif.id)))
      return areVisible ? changeOfKept(toKeep, other) : null
    })
    if (both === undefined) continue
    kept = both.kept
    merged.push(both.merged)
    const { mediaId } = both.merged
    if (!(await catalogue.isMediaNamed(mediaId))) await removeMedia(mediaStore, mediaId)
  }
  return { kept, merged }
}

/**
 * Returns the change of the kept GIF: it takes tags of the other one up to the limit, and its description if it has
 * none, both only if the other one is visible to at least as many people, and the stricter of both ratings. Flashing,
 * title, category and visibility stay as they are.
 */
export function changeOfKept(kept: Gif, merged: Gif): GifChange {
  const rating = stricter(kept.rating, merged.rating)
  if (seenBy(merged) < seenBy(kept)) return { rating }
  return {
    tags: [...new Set([...kept.tags, ...merged.tags])].slice(0, Math.max(maxTags, kept.tags.length)),
    alt: kept.alt ?? merged.alt,
    rating,
  }
}

/** Returns a number that is larger the more people can see a GIF. */
function seenBy({ visibility, hidden }: Gif): number {
  return hidden ? -1 : ['private', 'unlisted', 'public'].indexOf(visibility)
}

/** Returns the stricter rating; any rating is stricter than null, since somebody has looked at the GIF. */
function stricter(one: Rating | null, other: Rating | null): Rating | null {
  if (one === null || other === null) return one ?? other
  return ratings.indexOf(one) < ratings.indexOf(other) ? other : one
}
