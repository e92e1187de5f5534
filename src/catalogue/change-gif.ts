import type { Account, Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import type { Gif, GifChange } from './gif.ts'
import { isOwner, isVisible } from './show-gif.ts'
import { checkAlt, checkTags, checkTitle } from './title-and-tags.ts'

/** The properties that the operator may change on any GIF. */
const operatorKeys: readonly string[] = ['hidden', 'rating', 'alt'] satisfies (keyof GifChange)[]

/** The names of properties in requests, if they differ. */
const fieldOf: Partial<Record<string, string>> = {
  categoryId: 'category',
} satisfies Partial<Record<keyof GifChange, string>>

/**
 * Changes a GIF and returns the updated GIF. Its owner may change everything except `hidden`, and `visibility` only
 * while it is not hidden; operators may hide, show, rate and describe any GIF that they see. Throws AppError not_found
 * for everyone else, forbidden for a property that the viewer may not change, and invalid_value for a title, `alt`,
 * tags or a category that break a rule.
 */
export async function changeGif(
  catalogue: CatalogueStore,
  code: string,
  viewer: Viewer,
  change: GifChange,
): Promise<Gif> {
  const { id } = await gifToManage(catalogue, code, viewer)
  const changed = await catalogue.change(id, (gif, isReported) => {
    // Checks the current state: the GIF may have been hidden or made private since it was read.
    if (!mayManage(gif, viewer, isReported)) throw noGifToChange()
    const refused = Object.keys(change).find((key) => !mayChange(gif, viewer.account, key))
    if (refused !== undefined) {
      const field = fieldOf[refused] ?? refused
      throw new AppError('forbidden', { detail: 'fieldNotYours', field }, { field })
    }
    checkVisibility(gif, change)
    return checkedChange(change)
  })
  if (changed === undefined) throw noGifToChange()
  return changed
}

/**
 * Returns the change in its stored form. Throws AppError invalid_value for a title, `alt` or tags that break a rule.
 */
export function checkedChange<Change extends GifChange>(change: Change): Change {
  return {
    ...change,
    ...(change.title !== undefined && { title: checkTitle(change.title) }),
    ...(change.alt !== undefined && { alt: change.alt === null ? null : checkAlt(change.alt) }),
    ...(change.tags !== undefined && { tags: checkTags(change.tags) }),
  }
}

/**
 * Throws AppError forbidden if the visibility of a hidden GIF would change: a private GIF would be out of the
 * operator's reach once it is shown again.
 */
export function checkVisibility(gif: Gif, change: GifChange): void {
  if (!gif.hidden || change.visibility === undefined || change.visibility === gif.visibility) return
  throw new AppError('forbidden', { detail: 'titledGifHidden', title: gif.title }, { field: 'visibility' })
}

/**
 * Returns a GIF to change or remove, for its owner and for operators who may see it. Throws AppError not_found for
 * everyone else.
 */
export async function gifToManage(catalogue: CatalogueStore, code: string, viewer: Viewer): Promise<Gif> {
  const gif = await catalogue.gifByCode(code)
  if (gif === undefined) throw noGifToChange()
  if (mayManage(gif, viewer, false)) return gif
  if (!mayManage(gif, viewer, true) || !(await catalogue.hasOpenNotices(gif.id))) throw noGifToChange()
  return gif
}

/** Returns true if the viewer may change or remove the GIF in some way: its owner, and operators who may see it. */
export function mayManage(gif: Gif, viewer: Viewer, isReported: boolean): boolean {
  return isOwner(gif, viewer) || (viewer.account?.admin === true && isVisible(gif, viewer, isReported))
}

function mayChange(gif: Gif, account: Account | null, key: string): boolean {
  if (account?.admin === true && operatorKeys.includes(key)) return true
  return key !== 'hidden' && isOwner(gif, { account })
}

/** Returns the error for a GIF that does not exist or that the viewer may not change. */
export function noGifToChange(): AppError {
  return new AppError('not_found', { detail: 'noGifToChange' })
}
