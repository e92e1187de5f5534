import type { FastifyRequest } from 'fastify'
import type { Gif } from '../../catalogue/gif.ts'
import {
  addedFile,
  type PreparedSticker,
  pictureFile,
  sourceIdShape,
} from '../../creation/sources/prepared-source.ts'
import type { SourceState } from '../../creation/sources/prepare-source.ts'
import { ownSourceOfGif, variantsOf } from '../../creation/sources/variants.ts'
import type { TaskRecord } from '../../creation/task.ts'
import { AppError } from '../../lib/app-error.ts'
import type { StoreKey } from '../../media/media-store.ts'
import { readText } from '../kit/requests/read-query.ts'
import { type Typed, typedText } from '../kit/requests/post-form.ts'
import { sourceOwnerOf } from '../kit/requests/source-owner.ts'
import type { Site } from '../site.ts'
import type { FormFields } from './form-fields.ts'
import { sortByPlaces } from './kept-fields.ts'

/** A prepared source as the maker shows it, with the GIFs that were made of it. */
export type ShownSource = SourceState & {
  gifs: Gif[]
  /** Which of its pictures are used, by their names in their order; left out: its own. */
  pictures?: string[]
}

/** What the form is opened with: an earlier task that it repeats, a prepared source, or nothing. */
export type OpenedForm = {
  earlier: TaskRecord | null
  prepared: ShownSource | null
  /** The stickers of the earlier task in their order; null for each that is not kept. */
  stickers: (PreparedSticker | null)[]
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
    return { ...(await againOf(site, task ?? null, source)), isGone }
  }
  if (prepared) {
    const source = await preparedOf(site, request, prepared)
    return { earlier: null, prepared: source, stickers: [], isGone: source === null }
  }
  const earlier = await earlierTask(site, request, from ?? '')
  const kept = earlier?.prepared === undefined ? null : await preparedOf(site, request, earlier.prepared.id)
  return { ...(await againOf(site, earlier, kept)), isGone: false }
}

/** What of an earlier task is there for another one. */
async function againOf(
  { mediaStore }: Site,
  earlier: TaskRecord | null,
  prepared: ShownSource | null,
): Promise<Omit<OpenedForm, 'isGone'>> {
  const used = earlier?.prepared
  if (prepared === null || used === undefined) return { earlier, prepared, stickers: [] }
  const { source } = prepared
  const isThere = async (key: StoreKey | null) => key !== null && (await mediaStore.stat(key)) !== undefined
  const stickers = await Promise.all(
    (used.stickers ?? []).map(async ({ name }) =>
      (await isThere(addedFile(source.id, name))) ? { source: source.id, name } : null,
    ),
  )
  if (used.pictures === undefined) return { earlier, prepared, stickers }
  const names = used.pictures.map(({ name }) => name)
  const here = await Promise.all(names.map((name) => isThere(pictureFile(source, name))))
  const pictures = names.filter((_, index) => here[index] === true)
  return { earlier, prepared: { ...prepared, pictures }, stickers }
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

/** The prepared source of a form as it was sent, with the pictures that were left in it, in their places. */
export async function typedSource(
  site: Site,
  request: FastifyRequest,
  typed: Typed,
): Promise<ShownSource | null> {
  const shown = await preparedOf(site, request, typedText(typed, 'prepared'))
  const { kept_pictures: names, kept_places: places } = typed
  if (shown === null || !Array.isArray(names)) return shown
  const isText = (value: unknown) => typeof value === 'string'
  const texts = names.filter(isText).filter((name) => name !== '')
  const sorted = Array.isArray(places) ? sortByPlaces(texts, places.filter(isText)) : null
  const pictures = (sorted ?? texts).filter((name) => pictureFile(shown.source, name) !== null)
  return { ...shown, pictures }
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
