import { Readable } from 'node:stream'
import type { MediaStore } from '../../media/media-store.ts'
import { renditionKey, type RenditionName } from '../../media/rendition.ts'
import type { ArchivePart } from './archive.ts'
import type { CatalogueStore, ExportedGif, ExportFilter } from '../../catalogue/catalogue-store.ts'

export type ExportDeps = {
  catalogue: CatalogueStore
  mediaStore: MediaStore
  now: () => number
}

export type ExportOptions = {
  filter: ExportFilter
  /** In addition to the GIF. */
  renditions: readonly RenditionName[]
  /** Whether lines name the account: not where its owner takes them elsewhere. */
  withOwner: boolean
  /** Called for each GIF whose files are sent. */
  onProgress?: (done: number, of: number) => void
}

export const manifestFile = 'gifs.jsonl'
/** The number of GIFs read at once: small enough that a read does not delay other requests. */
const pageSize = 100

/**
 * The files of GIFs, and after them `gifs.jsonl` with a line for each, as `gifwright import` reads it. The catalogue is
 * walked twice, so that no number of GIFs takes more memory; what is deleted in between has no line. What is missing at the
 * end of an export that was cut is the list, without which it is not taken for a whole one.
 */
export async function* exportParts(deps: ExportDeps, options: ExportOptions): AsyncGenerator<ArchivePart> {
  const { catalogue, mediaStore, now } = deps
  const { count, lastId } = await catalogue.countExported(options.filter)
  let done = 0
  for await (const { gif } of walk(catalogue, options.filter, lastId)) {
    for (const name of ['gif', ...options.renditions] as const) {
      const key = renditionKey(gif.mediaId, name)
      // A GIF may be deleted meanwhile, and not every GIF has all files.
      const file = await mediaStore.stat(key)
      if (file === undefined) continue
      yield {
        name: fileOf(gif.code, name),
        modifiedAt: gif.createdAt,
        bytes: file.bytes,
        open: () => mediaStore.read(key),
      }
    }
    done += 1
    options.onProgress?.(done, count)
  }
  const lines = exportLines(deps, options, lastId)
  yield {
    name: manifestFile,
    modifiedAt: now(),
    bytes: null,
    open: async () => Readable.from(lines),
  }
}

async function* exportLines(
  { catalogue, mediaStore }: ExportDeps,
  { filter, withOwner }: ExportOptions,
  lastId: number,
): AsyncGenerator<string> {
  for await (const exported of walk(catalogue, filter, lastId)) {
    const hasFile = (await mediaStore.stat(renditionKey(exported.gif.mediaId, 'gif'))) !== undefined
    if (hasFile) yield `${JSON.stringify(toExportLine(exported, withOwner))}\n`
  }
}

/** What `gifwright import` reads of a GIF, and the name of its category, for people. */
function toExportLine({ gif, owner, uses }: ExportedGif, withOwner: boolean) {
  return {
    file: fileOf(gif.code, 'gif'),
    code: gif.code,
    title: gif.title,
    alt: gif.alt,
    tags: gif.tags,
    category: gif.category.code,
    category_name: gif.category.name,
    /** As it was given; null: not rated. */
    rating: gif.rating,
    // Imported elsewhere, what an operator has hidden must not be seen.
    visibility: gif.hidden ? 'private' : gif.visibility,
    hidden_by_operator: gif.hidden,
    created_at: new Date(gif.createdAt).toISOString(),
    owner: withOwner ? owner : null,
    uses,
  }
}

const fileOf = (code: string, rendition: RenditionName): string => `gifs/${code}.${rendition}`

async function* walk(
  catalogue: CatalogueStore,
  filter: ExportFilter,
  lastId: number,
): AsyncGenerator<ExportedGif> {
  for await (const page of exportedPages(catalogue, filter, lastId)) yield* page
}

/** Pages of the GIFs up to this id, oldest first. */
export async function* exportedPages(
  catalogue: CatalogueStore,
  filter: ExportFilter,
  lastId: number,
): AsyncGenerator<ExportedGif[]> {
  for (let after = 0; ;) {
    const page = await catalogue.listExported(filter, after, lastId, pageSize)
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last.gif.id
  }
}
