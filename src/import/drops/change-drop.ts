import type { Viewer } from '../../accounts/account.ts'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import { changeMany, type ManyChange, manyChanger, ownGifs, removeMany } from '../../catalogue/change-many.ts'
import type { RemoveGifDeps } from '../../catalogue/remove-gif.ts'
import type { CancelCreation } from '../../creation/cancel-creation.ts'
import { AppError } from '../../lib/app-error.ts'
import type { DropOf, DroppedFile, DropStore } from './drop.ts'

export type ChangeDropDeps = {
  drops: Pick<DropStore, 'files' | 'changeWaiting'>
  catalogue: Pick<CatalogueStore, 'gifByCode' | 'changeAll' | 'categoryById'>
}

export type RemoveFromDropDeps = RemoveGifDeps & {
  drops: Pick<DropStore, 'files' | 'remove'>
  cancelCreation: CancelCreation
}

/** How many of the files that were meant are changed; the others are refused, being made just now, or another's. */
export type ChangedFiles = { changed: number; unchanged: number }

/**
 * Changes what came in by a drop, as far as it is the viewer's: GIFs, and files that still wait to be made. `ids` null: all
 * but copies of what was here before. Changes nothing where one of them cannot be: throws as `changeMany` does.
 */
export async function changeDrop(
  { drops, catalogue }: ChangeDropDeps,
  drop: DropOf,
  ids: readonly number[] | null,
  viewer: Viewer,
  change: ManyChange,
): Promise<ChangedFiles> {
  const apply = manyChanger(change)
  const { categoryId } = change
  if (categoryId !== undefined && (await catalogue.categoryById(categoryId)) === undefined)
    throw new AppError('invalid_value', 'There is no such category.', { field: 'category' })
  const files = await selectedFiles(drops, drop, ids)
  const codes = files.flatMap(({ state, code }) =>
    state === 'done' || state === 'exists' ? (code ?? []) : [],
  )
  // Refused before any other is changed.
  for (const gif of await ownGifs(catalogue, codes, viewer)) apply(gif)
  const waiting = files.flatMap(({ state, taskId }) =>
    state === 'waiting' || state === 'exists' ? (taskId ?? []) : [],
  )
  const changedWaiting = await drops.changeWaiting(drop, waiting, (request) => ({
    ...request,
    ...apply({ title: request.title ?? '', tags: request.tags }),
  }))
  const changed = changedWaiting + (await changeMany(catalogue, codes, viewer, change))
  return { changed, unchanged: files.length - changed }
}

/**
 * Removes files from a drop with their GIFs, and cancels those that are not made yet; gives how many. A copy of what was
 * here before is taken off the list only.
 */
export async function removeFromDrop(
  deps: RemoveFromDropDeps,
  drop: DropOf,
  ids: readonly number[] | null,
  viewer: Viewer,
): Promise<number> {
  const files = await selectedFiles(deps.drops, drop, ids)
  for (const { state, taskId } of files) {
    if ((state === 'waiting' || state === 'making' || state === 'exists') && taskId !== null)
      await cancelUnlessGone(deps, taskId, viewer)
  }
  // One that was made while it was being cancelled is removed, too.
  const codes = files.flatMap(({ state, code }) => (state === 'exists' ? [] : (code ?? [])))
  await removeMany(deps, codes, viewer)
  await deps.drops.remove(
    drop,
    files.map(({ id }) => id),
  )
  return files.length
}

/** The files that are meant by ids; null: all but copies of what was here before. */
export async function selectedFiles(
  drops: Pick<DropStore, 'files'>,
  drop: DropOf,
  ids: readonly number[] | null,
): Promise<DroppedFile[]> {
  const files = await drops.files(drop, ids)
  // One with a task of its own is made where the other is not.
  return ids === null ? files.filter(({ state, taskId }) => state !== 'exists' || taskId !== null) : files
}

/** A task that follows another goes where that one is made. */
async function cancelUnlessGone(
  { cancelCreation }: Pick<RemoveFromDropDeps, 'cancelCreation'>,
  taskId: string,
  viewer: Viewer,
): Promise<void> {
  await cancelCreation(taskId, viewer).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  })
}
