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
  /** True if lines name the account; false when its owner takes the GIFs elsewhere. */
  withOwner: boolean
  /** Called for each GIF whose files are sent. */
  onProgress?: (done: number, of: number) => void
}

export const manifestFile = 'gifs.jsonl'
/** The number of GIFs read at once: small enough that a read does not delay other requests. */
const pageSize = 100

/**
 * Yields the files of GIFs and then `gifs.jsonl`, with a line for each GIF as `gifwright import` reads it. Reads the
 * catalogue twice, so that memory use does not grow with the number of GIFs; a GIF deleted in between has no line. The
 * list comes last: an export that was cut off lacks it, and so cannot be taken for a complete one.
 */
export async function* exportParts(deps: ExportDeps, options: ExportOptions): AsyncGenerator<ArchivePart> {
  const { catalogue, mediaStore, now } = deps
  const { count, lastId } = await catalogue.countExported(options.filter)
  let done = 0
  for await (const { gif } of walk(catalogue, options.filter, lastId)) {
    for (const name of ['gif', ...options.renditions] as const) {
      const key = renditionKey(gif.mediaId, name)
      // A GIF may have been deleted since it was read, and not every GIF has all files.
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

/** Returns the line of a GIF for `gifwright import`, including the name of its category, for people. */
function toExportLine({ gif, owner, uses }: ExportedGif, withOwner: boolean) {
  return {
    file: fileOf(gif.code, 'gif'),
    code: gif.code,
    title: gif.title,
    alt: gif.alt,
    tags: gif.tags,
    category: gif.category.code,
    category_name: gif.category.name,
    /** The rating as it was set; null: not rated. */
    rating: gif.rating,
    // A GIF that an operator has hidden must not become visible when it is imported elsewhere.
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

/** Yields pages of the GIFs up to this id, oldest first. */
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
