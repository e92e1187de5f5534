import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import { maxTags } from '../options/rules/title-and-tags.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { checkVisibility } from './change-gif.ts'
import type { Gif, GifChange } from './gif.ts'
import { removeGif } from './remove-gif.ts'
import { isOwner } from './show-gif.ts'
import { checkTags } from './title-and-tags.ts'
import type { CatalogueStores } from './catalogue-stores.ts'

type Tagged = Pick<Gif, 'title' | 'tags'>
type SameOfAll = Pick<GifChange, 'categoryId' | 'rating' | 'visibility'>
type ChangeOfOne = SameOfAll & { tags: string[] }

/** The change of each of several GIFs; omitted properties stay as they are. */
export type ManyChange = SameOfAll & {
  addTags?: string[]
  removeTags?: string[]
}

/**
 * Changes several GIFs of the viewer in one transaction; returns the number changed. Others' GIFs and unknown codes are
 * left out, even for operators. Changes nothing if one of them cannot be changed: throws AppError forbidden for a
 * hidden one whose visibility would change, and invalid_value for too many tags, an unknown category, or an empty
 * change.
 */
export async function changeMany(
  catalogue: CatalogueStore,
  codes: readonly string[],
  viewer: Viewer,
  change: ManyChange,
): Promise<number> {
  const apply = manyChanger(change)
  const ids = (await ownGifs(catalogue, codes, viewer)).map(({ id }) => id)
  if (ids.length === 0) return 0
  return catalogue.changeAll(ids, (gif) => {
    checkVisibility(gif, change)
    return apply(gif)
  })
}

/**
 * Returns the function that changes each GIF. Throws AppError invalid_value at once for an invalid change, and later
 * for a GIF that would get too many tags.
 */
export function manyChanger(change: ManyChange): (gif: Tagged) => ChangeOfOne {
  const { addTags = [], removeTags = [], ...same } = change
  const [added, removed] = [checkTags(addTags), new Set(checkTags(removeTags))]
  if (added.length === 0 && removed.size === 0 && Object.keys(same).length === 0)
    throw new AppError('invalid_value', { detail: 'chooseChange' })
  return (gif) => ({ ...same, tags: mergeTags(gif, added, removed) })
}

/**
 * Removes several GIFs of the viewer with their files; returns the number removed. Others' GIFs are left out, even for
 * operators.
 */
export async function removeMany(
  stores: CatalogueStores,
  codes: readonly string[],
  viewer: Viewer,
): Promise<number> {
  let count = 0
  for (const { code } of await ownGifs(stores.catalogue, codes, viewer)) {
    try {
      await removeGif(stores, code, viewer)
      count += 1
    } catch (error) {
      // The GIF was removed in the meantime.
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
    }
  }
  return count
}

/** Returns the viewer's own GIFs among the codes, each once. */
export async function ownGifs(
  catalogue: CatalogueStore,
  codes: readonly string[],
  viewer: Viewer,
): Promise<Gif[]> {
  const gifs: Gif[] = []
  for (const code of new Set(codes)) {
    const gif = await catalogue.gifByCode(code)
    if (gif !== undefined && isOwner(gif, viewer)) gifs.push(gif)
  }
  return gifs
}

function mergeTags(gif: Tagged, added: readonly string[], removed: ReadonlySet<string>): string[] {
  const tags = [...new Set([...gif.tags, ...added])].filter((tag) => !removed.has(tag))
  if (tags.length > Math.max(maxTags, gif.tags.length)) {
    throw new AppError(
      'invalid_value',
      { detail: 'titledGifTags', title: gif.title, tags: tags.length, max: maxTags },
      { field: 'add_tags' },
    )
  }
  return tags
}
