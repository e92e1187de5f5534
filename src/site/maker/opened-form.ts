import type { FastifyRequest } from 'fastify'
import type { Gif } from '../../catalogue/gif.ts'
import { sourceIdShape } from '../../creation/sources/prepared-source.ts'
import type { SourceState } from '../../creation/sources/prepare-source.ts'
import { ownSourceOfGif, variantsOf } from '../../creation/sources/variants.ts'
import type { TaskRecord } from '../../creation/task.ts'
import { AppError } from '../../lib/app-error.ts'
import { readText } from '../kit/requests/read-query.ts'
import { sourceOwnerOf } from '../kit/requests/source-owner.ts'
import type { Site } from '../site.ts'
import type { FormFields } from './form-fields.ts'

/** A prepared source as the maker shows it, with the GIFs that were made of it. */
export type ShownSource = SourceState & { gifs: Gif[] }

/** What the form is opened with: an earlier task that it repeats, a prepared source, or nothing. */
export type OpenedForm = {
  earlier: TaskRecord | null
  prepared: ShownSource | null
  /** The source that was asked for is not kept any more, or is not the viewer's. */
  isGone: boolean
}

/** Reads `edit` (the code of a GIF), `from` (a task) and `prepared` (a source) of the address of the maker. */
export async function openedForm(site: Site, request: FastifyRequest): Promise<OpenedForm> {
  const { query } = request
  const [edit, from, prepared] = ['edit', 'from', 'prepared'].map((key) => readText(query, key))
  if (edit) {
    const owner = sourceOwnerOf(request, site.settings.url())
    const found = await ownSourceOfGif(site, edit, owner)
    const task = found && (await site.tasks.submissions.read(found.taskId))
    const source = found && (await preparedOf(site, request, found.source.id))
    const isGone = source === null || task == null
    return { earlier: task ?? null, prepared: source, isGone }
  }
  if (prepared) {
    const source = await preparedOf(site, request, prepared)
    return { earlier: null, prepared: source, isGone: source === null }
  }
  const earlier = await earlierTask(site, request, from ?? '')
  const kept = earlier?.prepared === undefined ? null : await preparedOf(site, request, earlier.prepared.id)
  return { earlier, prepared: kept, isGone: false }
}

/** A source of the viewer's; null for an id of none, of another's, and of one whose time is over. */
export async function preparedOf(
  site: Site,
  request: FastifyRequest,
  id: string,
): Promise<ShownSource | null> {
  if (!sourceIdShape.test(id)) return null
  const owner = sourceOwnerOf(request, site.settings.url())
  try {
    const state = await site.prepareSource.state(id, owner)
    return { ...state, gifs: await variantsOf(site, id, owner) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/** The fields of a form that is made of a prepared source. */
export function withPrepared(fields: FormFields, shown: ShownSource | null): FormFields {
  if (shown === null) return fields
  const { id, kind, url, title } = shown.source
  const source = kind === 'pictures' ? 'pictures' : kind === 'link' ? 'url' : 'video'
  return { ...fields, source, prepared: id, url: url ?? '', title: fields.title || (title ?? '') }
}

/** The task that `from` names, if it has no owner or is the viewer's own; null otherwise. */
async function earlierTask(site: Site, request: FastifyRequest, from: string): Promise<TaskRecord | null> {
  if (from === '') return null
  const task = await site.tasks.submissions.read(from)
  if (task === undefined) return null
  // A private one without an owner is that of an account which was removed.
  const isOpen =
    task.ownerId === null
      ? task.request.visibility !== 'private'
      : task.ownerId === request.viewer.account?.id
  return isOpen ? task : null
}
