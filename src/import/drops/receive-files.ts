import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DiskSpace } from '../../creation/disk-space.ts'
import { AppError, type ErrorCode, toErrorView } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import { toDiskError } from '../../lib/disk/disk-faults.ts'
import { cleanLine } from '../../lib/text/clean-text.ts'
import { inMegabytes } from '../../lib/text/megabytes.ts'
import type { LocalPath } from '../../media/media-store.ts'
import { checkDetails, type ImportDefaults } from '../check-details.ts'
import { hashOfFile, type ImportFile } from '../import-file.ts'
import { detailsOfPath, type FolderRule } from '../path-details.ts'
import type { TreeFile } from '../sources/file-tree.ts'
import { openZipTree } from '../sources/zip-tree.ts'
import type { DropOf, DropStore } from './drop.ts'

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

export type ReceiveFilesDeps = {
  importFile: ImportFile
  drops: Pick<DropStore, 'add'>
  diskSpace: Pick<DiskSpace, 'reserve'>
  limits: DropLimits
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
export function filesReceiver({ importFile, drops, diskSpace, limits }: ReceiveFilesDeps): ReceiveFiles {
  async function receive({ path, name }: ReceivedFile, drop: DropOf, details: DropDetails): Promise<void> {
    const said = detailsOfPath(name, details.folders)
    // What names its own category in no folder of the site's own is not asked to.
    const record = await checkDetails(
      { ...said, title: said.title ?? untitled },
      { ...details, ownerId: drop.ownerId },
      noLookups,
    )
    const imported = await importFile({
      path,
      sourceHash: await hashOfFile(path),
      record,
      batch: drop.batch,
      maxWaiting: limits.maxWaiting,
    })
    const isCopy = imported.kind === 'exists'
    const { code, taskId } = imported
    await drops.add({ ...drop, name: fitName(name), code, taskId, isCopy, error: null })
  }

  async function refuse(drop: DropOf, name: string, error: AppError): Promise<void> {
    const view = toErrorView(error)
    await drops.add({ ...drop, name: fitName(name), code: null, taskId: null, isCopy: false, error: view })
  }

  /** Records what is refused; rethrows what is no fault of the file. */
  async function attempt(drop: DropOf, name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof AppError) || passingCodes.has(error.code)) throw error
      await refuse(drop, name, error)
    }
  }

  async function receiveArchive(file: ReceivedFile, drop: DropOf, details: DropDetails): Promise<void> {
    const { maxFiles, maxFileBytes, maxBytes } = limits
    const tree = await openZipTree(file.path, file.name, {
      entries: maxFiles,
      entryBytes: maxFileBytes,
      totalBytes: maxBytes,
    })
    try {
      for await (const item of tree.list(new AbortController().signal)) {
        if ('reason' in item) {
          await refuse(drop, item.name, new AppError('media_unsupported', item.reason))
          continue
        }
        const unpacked = join(dirname(file.path), 'unpacked') as LocalPath
        const release = await diskSpace.reserve(item.bytes)
        try {
          await attempt(drop, item.path, async () => {
            await unpack(item, unpacked)
            await receive({ path: unpacked, name: item.path }, drop, details)
          })
        } finally {
          await rm(unpacked, { force: true })
          release()
        }
      }
    } finally {
      await tree.close()
    }
  }

  return async (files, drop, details) => {
    for (const file of files) {
      await attempt(drop, file.name, async () => {
        if (await isArchive(file.path)) await receiveArchive(file, drop, details)
        else if ((await sizeOf(file.path)) > limits.maxFileBytes) throw tooLarge(limits.maxFileBytes)
        else await receive(file, drop, details)
      })
    }
  }
}

/** Only an operator's import names accounts, and categories by their names. */
const noLookups = {
  categoryId: () => Promise.resolve(undefined),
  ownerId: () => Promise.resolve(undefined),
  now: () => 0,
}

const untitled = 'Untitled'

async function isArchive(path: string): Promise<boolean> {
  const head = await readHead(path, zipHeader.length)
  return zipHeader.every((byte, index) => head[index] === byte)
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size
}

async function unpack({ from }: TreeFile, path: string): Promise<void> {
  if (from.kind !== 'entry') throw new Error('an archive has entries only')
  try {
    await pipeline(await from.open(), createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    throw toDiskError(error)
  }
}

function fitName(name: string): string {
  return cleanLine(name.slice(-maxNameLength)) || untitled
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', `Larger than the limit of ${inMegabytes(maxBytes)} MB.`)
}
