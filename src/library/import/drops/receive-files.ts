import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CatalogueStore } from '../../../catalogue/catalogue-store.ts'
import { type Visibility, visibilities } from '../../../catalogue/gif.ts'
import { AppError, type ErrorCode, toErrorView } from '../../../lib/app-error.ts'
import { readHead } from '../../../lib/disk/files.ts'
import { toDiskError } from '../../../lib/disk/disk-faults.ts'
import { cleanLine } from '../../../lib/text/clean-text.ts'
import { inMegabytes } from '../../../lib/text/megabytes.ts'
import type { LocalPath } from '../../../media/media-store.ts'
import { categoryFinder, checkDetails, type ImportDefaults } from '../check-details.ts'
import { hashOfFile, type ImportFile } from '../import-file.ts'
import { type ImportDetails, isRefused } from '../import-item.ts'
import { openSentArchive } from '../open-source.ts'
import { detailsOfPath, type FolderRule } from '../path-details.ts'
import { tooManyItems } from '../sources/manifest-entries.ts'
import type { DropOf, DropStore } from './drop.ts'
import { DropRecorder, type DropRecorderDeps } from './drop-recorder.ts'

export type DropLimits = {
  /** All files of one request together, and a ZIP. */
  maxBytes: number
  /** The files of one request, and of a ZIP. */
  maxFiles: number
  /** The imports of an account that have not ended. */
  maxWaiting: number
  /** One animation. */
  maxFileBytes: number
}

/** What is said of every file of a drop. */
export type DropDetails = Omit<ImportDefaults, 'ownerId'> & { folders: FolderRule }

/** A file that was uploaded, as its owner calls it. */
export type ReceivedFile = { path: LocalPath; name: string }

export type ReceiveFiles = (
  files: readonly ReceivedFile[],
  drop: DropOf,
  details: DropDetails,
) => Promise<void>

const maxNameLength = 500
/** A list in an archive is read by the server itself, not by a command. */
const sentManifestLimits = {
  bytes: 2 ** 25,
  values: 1_000_000,
  textBytes: 2 ** 23,
  heapMb: 512,
  maxMs: 20_000,
}
/** Lists of real exports shrink to a tenth of their size. */
const maxManifestRatio = 40
/** An export has an MP4 beside each GIF, and some lists. */
const entriesPerFile = 2
const moreEntries = 20
const zipHeader = [0x50, 0x4b]

/** Faults that are not the file's: they end the receiving, so that the rest can be sent again. */
const passingCodes: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'queue_full',
  'unavailable',
  'internal',
  'unauthorized',
])

/**
 * Imports the files of a drop, and those in its ZIP archives, one after the other. What becomes of each is recorded, also
 * why it was refused; sent again, what is here already is not imported twice. Throws AppError where the service cannot
 * take more, such as rate_limited: what came before is recorded then.
 */
export function filesReceiver(
  deps: DropRecorderDeps & {
    importFile: ImportFile
    drops: DropStore
    catalogue: CatalogueStore
    now: () => number
    limits: DropLimits
  },
): ReceiveFiles {
  const { importFile, drops, catalogue, diskSpace, now, limits } = deps

  async function receive(file: ReceivedFile, to: Receiving, said: ImportDetails) {
    const { path, name } = file
    const { drop, details, recorder } = to
    const findCategory = categoryFinder(await catalogue.listCategories())
    const record = await checkDetails(
      allowed({ ...said, title: said.title ?? untitled }, details.visibility),
      { ...details, ownerId: drop.ownerId },
      {
        // The categories of another instance need not be here.
        categoryId: async (text) => findCategory(text) ?? details.categoryId ?? undefined,
        ownerId: async () => undefined,
        now,
      },
    )
    const imported = await importFile({
      path,
      sourceHash: await hashOfFile(path),
      record,
      batch: drop.batch,
      maxWaiting: limits.maxWaiting,
      // Does not follow if the same file of the drop was sent again.
      mayFollow: async (code) => !(await drops.has(drop, fitName(name), code)),
    })
    const { kind, code } = imported
    const taskId = kind === 'exists' ? null : imported.taskId
    await recorder.add({ name: fitName(name), code, taskId, isCopy: kind !== 'added', error: null })
  }

  /** Records what is refused; rethrows what is no fault of the file. */
  async function attempt({ recorder }: Receiving, name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof AppError) || passingCodes.has(error.code)) throw error
      const refused = { code: null, taskId: null, isCopy: false as const, error: toErrorView(error) }
      await recorder.add({ name: fitName(name), ...refused })
    }
  }

  async function receiveArchive(file: ReceivedFile, to: Receiving): Promise<void> {
    const { maxFiles, maxFileBytes, maxBytes } = limits
    await to.recorder.beginArchive()
    const source = await openSentArchive(file, {
      folders: to.details.folders,
      archive: {
        entries: maxFiles * entriesPerFile + moreEntries,
        entryBytes: maxFileBytes,
        totalBytes: maxBytes,
        manifestRatio: maxManifestRatio,
      },
      manifests: { ...sentManifestLimits, items: maxFiles },
    })
    try {
      if (source.count === null || source.count > maxFiles)
        throw new AppError('too_large', tooManyItems(maxFiles))
      let bytesLeft = maxBytes
      for await (const item of source.items(new AbortController().signal)) {
        await attempt(to, item.name, async () => {
          if (isRefused(item)) throw new AppError('media_unsupported', item.reason)
          const { from, name } = item
          if (from.kind !== 'entry') throw new AppError('media_unsupported', { detail: 'archiveAddressOnly' })
          // A list may name the same file again and again.
          bytesLeft -= from.bytes
          if (bytesLeft < 0) throw tooLarge(maxBytes)
          const unpacked = join(dirname(file.path), 'unpacked') as LocalPath
          const release = await diskSpace.reserve(from.bytes)
          try {
            await unpack(from, unpacked)
            await receive({ path: unpacked, name }, to, item.details)
          } finally {
            await rm(unpacked, { force: true })
            release()
          }
        })
      }
    } finally {
      await source.close()
    }
  }

  return async (files, drop, details) => {
    const recorder = new DropRecorder(deps, drop)
    const to = { drop, details, recorder }
    try {
      for (const file of files) {
        await attempt(to, file.name, async () => {
          if (await isArchive(file.path)) await receiveArchive(file, to)
          else if ((await sizeOf(file.path)) > limits.maxFileBytes) throw tooLarge(limits.maxFileBytes)
          else await receive(file, to, detailsOfPath(file.name, details.folders))
        })
      }
    } finally {
      await recorder.flush()
    }
  }
}

/** The context of a received upload: its drop, the details that apply to all its files, and its recorder. */
type Receiving = { drop: DropOf; details: DropDetails; recorder: DropRecorder }

/** Whose a GIF is, its code and how often it was used are for operators to say; and nothing is more public than was asked. */
function allowed(details: ImportDetails, asked: Visibility): ImportDetails {
  const { owner: _owner, code: _code, uses: _uses, ...said } = details
  const visibility = visibilities.find((known) => known === said.visibility)
  return visibility === undefined || visibilities.indexOf(visibility) >= visibilities.indexOf(asked)
    ? said
    : { ...said, visibility: asked }
}

const untitled = 'Untitled'

async function isArchive(path: string): Promise<boolean> {
  const head = await readHead(path, zipHeader.length)
  return zipHeader.every((byte, index) => head[index] === byte)
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size
}

async function unpack({ open }: { open: () => Promise<Readable> }, path: string): Promise<void> {
  try {
    await pipeline(await open(), createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    throw toDiskError(error)
  }
}

function fitName(name: string): string {
  return cleanLine(name.slice(-maxNameLength)) || untitled
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', { detail: 'fileTooLarge', megabytes: inMegabytes(maxBytes) })
}
