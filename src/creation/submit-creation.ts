import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import { newCode } from '../catalogue/code.ts'
import { checkTags, checkTitle } from '../catalogue/title-and-tags.ts'
import { AppError } from '../lib/app-error.ts'
import { randomId } from '../lib/ids.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { ClientOf, Requester } from './client.ts'
import { minPictures } from '../options/picture-options.ts'
import type { CreationLimits } from './limits.ts'
import type { CreationRequest } from './request.ts'
import { checkOptions, checkPermissions } from './rules.ts'
import type { SourceFetcher } from './source-fetcher.ts'
import type { TaskQueue } from './task-queue.ts'
import { checkPicture, checkVideo } from './uploaded-media.ts'

export type SubmitDeps = {
  catalogue: Pick<CatalogueStore, 'categoryById'>
  tasks: Pick<TaskQueue, 'add'>
  mediaStore: Pick<MediaStore, 'put' | 'removeAll'>
  sources: Pick<SourceFetcher, 'check'>
  limits: CreationLimits
  clientOf: ClientOf
  /** Tells the worker that there is something to do. */
  onAccepted: () => void
}

export type SubmitCreation = (wish: CreationRequest, from: Requester) => Promise<{ id: string }>

/**
 * Accepts creations: every rule is checked, then the uploads are stored, then ONE row is written. When the
 * promise resolves, the task survives anything but the loss of the disk. Throws AppError for a broken rule.
 */
export function creationSubmitter(deps: SubmitDeps): SubmitCreation {
  return async (wish, from) => {
    const checked = await check(deps, wish, from)
    const id = randomId(22)
    const keys = checked.uploads.map((_, index) => `${uploadFolder(id)}/${index}`)
    const request = { ...checked, uploads: keys } as CreationRequest
    try {
      for (const [index, path] of checked.uploads.entries())
        await deps.mediaStore.put(keys[index] ?? '', path)
      await deps.tasks.add(
        { id, code: newCode(), request, ownerId: from.viewer.account?.id ?? null },
        deps.limits.maxWaitingTasks,
        deps.clientOf(from),
      )
    } catch (error) {
      if (keys.length > 0) await deps.mediaStore.removeAll(uploadFolder(id))
      throw error
    }
    deps.onAccepted()
    return { id }
  }
}

/** Where the uploads of a task are kept until it has ended. */
export function uploadFolder(taskId: string): string {
  return `incoming/${taskId}`
}

async function check(
  deps: SubmitDeps,
  wish: CreationRequest,
  { viewer }: Requester,
): Promise<CreationRequest> {
  checkPermissions(viewer, wish)
  if ((await deps.catalogue.categoryById(wish.categoryId)) === undefined) {
    throw new AppError('invalid_value', '`category` must be the id of a category; see /api/categories.', {
      field: 'category',
    })
  }
  const title = wish.title === null ? null : checkTitle(wish.title)
  const tags = checkTags(wish.tags)
  if (wish.kind === 'pictures') await checkPictures(deps, wish.uploads)
  checkOptions(wish, deps.limits)
  for (const path of wish.kind === 'video' ? wish.uploads : []) await checkVideo(path)
  const checked = { ...wish, title, tags }
  return checked.kind === 'url' ? { ...checked, url: deps.sources.check(checked.url).href } : checked
}

async function checkPictures(deps: SubmitDeps, paths: string[]): Promise<void> {
  const { maxPictures } = deps.limits
  if (paths.length < minPictures || paths.length > maxPictures) {
    throw new AppError('invalid_value', `\`pictures[]\` must be ${minPictures} to ${maxPictures} pictures.`, {
      field: 'pictures[]',
    })
  }
  for (const [index, path] of paths.entries()) await checkPicture(path, index + 1)
}
