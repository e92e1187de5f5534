import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Viewer } from '../../../accounts/account.ts'
import type { CatalogueStore } from '../../../catalogue/catalogue-store.ts'
import { checkVisibility } from '../../../catalogue/change-gif.ts'
import {
  changeMany,
  type ManyChange,
  manyChanger,
  ownGifs,
  removeMany,
} from '../../../catalogue/change-many.ts'
import type { CatalogueStores } from '../../../catalogue/catalogue-stores.ts'
import type { CancelCreation } from '../../../creation/cancel-creation.ts'
import type { AcceptedRequest } from '../../../creation/request.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { DropOf, DroppedFile, DropStore } from './drop.ts'

export type RemoveFromDropDeps = CatalogueStores & {
  drops: DropStore
  cancelCreation: CancelCreation
}

/** How many of the files that were meant are changed; the others are refused, being made just now, or another's. */
export type ChangedFiles = { changed: number; unchanged: number }

/**
 * The number of files read at once and changed in one transaction: a whole large drop would delay all other requests.
 */
const filesAtOnce = 20

/**
 * Changes the viewer's GIFs and waiting files of a drop. If `ids` is null, changes everything except copies of earlier
 * files. Changes nothing if one of them cannot be changed: throws the errors of `changeMany`. Files are changed in
 * batches; those that others made unchangeable after the check stay as they are and are counted.
 */
export async function changeDrop(
  {
    drops,
    catalogue,
  }: {
    drops: DropStore
    catalogue: CatalogueStore
  },
  drop: DropOf,
  ids: readonly number[] | null,
  viewer: Viewer,
  change: ManyChange,
): Promise<ChangedFiles> {
  const apply = manyChanger(change)
  const { categoryId } = change
  if (categoryId !== undefined && (await catalogue.categoryById(categoryId)) === undefined)
    throw new AppError('invalid_value', { detail: 'noCategory' }, { field: 'category' })
  for await (const files of someFiles(drops, drop, ids)) {
    for (const gif of await ownGifs(catalogue, codesOf(files), viewer)) {
      checkVisibility(gif, change)
      apply(gif)
    }
    for (const request of await drops.waiting(drop, waitingOf(files))) apply(titled(request))
  }
  let [changed, unchanged] = [0, 0]
  for await (const files of someFiles(drops, drop, ids)) {
    let done = await changedOf(() =>
      drops.changeWaiting(drop, waitingOf(files), (request) => ({ ...request, ...apply(titled(request)) })),
    )
    done += await changedOf(() => changeMany(catalogue, codesOf(files), viewer, change))
    changed += done
    unchanged += files.length - done
  }
  return { changed, unchanged }
}

/** Returns the number of files that a batch changed; 0 if one of them breaks a rule. */
async function changedOf(change: () => Promise<number>): Promise<number> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof AppError && ['forbidden', 'invalid_value'].includes(error.code)) return 0
    throw error
  }
}

const titled = ({ title, tags }: AcceptedRequest) => ({ title: title ?? '', tags })

function waitingOf(files: readonly DroppedFile[]): string[] {
  return files.flatMap(({ state, taskId }) =>
    state === 'waiting' || state === 'exists' ? (taskId ?? []) : [],
  )
}

function codesOf(files: readonly DroppedFile[]): string[] {
  return files.flatMap(({ state, code }) => (state === 'done' || state === 'exists' ? (code ?? []) : []))
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
  let count = 0
  for await (const files of someFiles(deps.drops, drop, ids)) {
    for (const { state, taskId } of files) {
      if ((state === 'waiting' || state === 'making' || state === 'exists') && taskId !== null)
        await cancelUnlessGone(deps, taskId, viewer)
    }
    // A GIF that was made while its import was being canceled is also removed.
    const codes = files.flatMap(({ state, code }) => (state === 'exists' ? [] : (code ?? [])))
    await removeMany(deps, codes, viewer)
    await deps.drops.remove(
      drop,
      files.map(({ id }) => id),
    )
    count += files.length
  }
  return count
}

/** Yields the selected files of a drop in batches, with a turn of the event loop between them. */
export async function* someFiles(
  drops: DropStore,
  drop: DropOf,
  ids: readonly number[] | null,
): AsyncGenerator<DroppedFile[]> {
  if (ids !== null) {
    for (let start = 0; start < ids.length; start += filesAtOnce)
      yield drops.files(drop, ids.slice(start, start + filesAtOnce))
    return
  }
  for (let after = 0; ;) {
    const files = await drops.filesAfter(drop, after, filesAtOnce)
    const last = files.at(-1)
    if (last === undefined) return
    // A copy with its own task is made if the other import is not.
    yield files.filter(({ state, taskId }) => state !== 'exists' || taskId !== null)
    if (files.length < filesAtOnce) return
    after = last.id
    await nextTurn()
  }
}

/** Cancels a task unless it is gone: a follower is deleted when the task that it follows is published. */
async function cancelUnlessGone(
  { cancelCreation }: RemoveFromDropDeps,
  taskId: string,
  viewer: Viewer,
): Promise<void> {
  await cancelCreation(taskId, viewer).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  })
}
