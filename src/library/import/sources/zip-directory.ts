import type { ErrorText } from '../../../lib/errors/error-text.ts'
import { type Entry, fromRandomAccessReaderPromise, validateFileName, type ZipFile } from 'yauzl'
import { AppError } from '../../../lib/app-error.ts'
import { cleanLine } from '../../../lib/text/clean-text.ts'
import { inMegabytes } from '../../../lib/text/megabytes.ts'
import type { RefusedItem } from '../import-item.ts'
import { ArchiveFile } from './archive-file.ts'
import { isIgnoredFile } from './folder.ts'
import { manifestName } from './manifest.ts'
import { readZipName } from './zip-names.ts'

/** The limits of an archive's contents. */
export type ArchiveLimits = {
  /** The maximum number of files and folders. Each takes 215 bytes of memory, plus its name. */
  entries: number
  /** The maximum size of one file, inflated. */
  entryBytes: number
  /** The maximum size of all files together, inflated. */
  totalBytes: number
  /** The maximum ratio of inflated to packed size of a file that may be a manifest; larger ones are refused. */
  manifestRatio: number
}

/**
 * The directory's data about a readable file. Its sizes and checksum are untrusted, and checked while the file is read.
 */
export type ZipEntry = {
  path: string
  headerAt: number
  deflated: boolean
  packedBytes: number
  bytes: number
  crc32: number
  modifiedAt: number
}

/** Returns true if a file begins like an archive, including an empty one. */
export function isZip(head: Uint8Array): boolean {
  return (
    head[0] === 0x50 &&
    head[1] === 0x4b &&
    ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6))
  )
}

export type ZipDirectory = { entries: Map<string, ZipEntry>; refused: RefusedItem[] }

/** The maximum ratio of all other files; GIFs and videos hardly shrink. */
export const maxRatio = 200
/** The size up to which files may exceed the ratio: a short manifest of repeated lines is not an attack. */
const ratioFromBytes = 1024 * 1024
const maxPathLength = 1000
/** The total length of all paths, which are held in memory. */
const maxPathsLength = 256 * 1024 * 1024
const localHeaderBytes = 30

/**
 * Opens an archive and reads its whole directory. A fault in a single entry refuses that entry; an archive is refused
 * if its directory is broken, its files overlap or it is over a limit. Throws an AppError that gives the reason.
 */
export async function openZip(
  path: string,
  limits: ArchiveLimits,
): Promise<{ zip: ZipFile; directory: ZipDirectory }> {
  const file = await ArchiveFile.open(path)
  // Without `decodeStrings` and `validateEntrySizes`, one bad entry does not end the reading; both are checked here.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
  const zip = await fromRandomAccessReaderPromise(file, file.bytes, options).catch(async (error: unknown) => {
    await file.closeFile()
    throw brokenArchive(error)
  })
  try {
    return { zip, directory: await readDirectory(zip, limits) }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readDirectory(zip: ZipFile, limits: ArchiveLimits): Promise<ZipDirectory> {
  if (zip.entryCount > limits.entries) {
    throw new AppError('media_too_large', {
      detail: 'zipTooManyFiles',
      max: limits.entries,
      files: zip.entryCount,
    })
  }
  const entries = new Map<string, ZipEntry>()
  const refused: RefusedItem[] = []
  let bytes = 0
  let pathsLength = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const path = comparablePath(readZipName(entry))
      if (path.endsWith('/')) continue
      pathsLength += path.length
      if (pathsLength > maxPathsLength) throw new AppError('media_too_large', { detail: 'zipNamesTooLong' })
      const fault = pathFault(path) ?? (entries.has(path) ? { detail: 'zipNameTwice' } : null)
      if (fault === null && path.split('/').some(isIgnoredFile)) continue
      const reason =
        fault ?? (isArchive(path) ? { detail: 'zipInZip' } : entryFault(entry, path, zip.fileSize, limits))
      if (reason !== null) {
        refused.push({ name: cleanLine(path.slice(0, maxPathLength)), reason })
        continue
      }
      bytes += entry.uncompressedSize
      if (bytes > limits.totalBytes) {
        const limit = inMegabytes(limits.totalBytes)
        throw new AppError('media_too_large', { detail: 'zipTooLarge', megabytes: limit })
      }
      entries.set(path, {
        path,
        headerAt: entry.relativeOffsetOfLocalHeader,
        deflated: entry.compressionMethod === 8,
        packedBytes: entry.compressedSize,
        bytes: entry.uncompressedSize,
        crc32: entry.crc32,
        modifiedAt: entry.getLastModDate({ timezone: 'UTC' }).getTime(),
      })
    }
  } catch (error) {
    throw error instanceof AppError ? error : brokenArchive(error)
  }
  refuseOverlap(entries)
  return { entries, refused }
}

const isArchive = (path: string): boolean => /\.zip$/i.test(path)

/**
 * Normalizes a path to composed letters, since macOS decomposes them and lists name the same file. Longer paths would
 * be refused anyway.
 */
export function comparablePath(path: string): string {
  return path.length > maxPathLength ? path : path.normalize('NFC')
}

function pathFault(path: string): ErrorText | null {
  if (path.length > maxPathLength) return { detail: 'zipNameTooLong', max: maxPathLength }
  if (/\p{Cc}/u.test(path)) return { detail: 'zipNameControl' }
  return validateFileName(path) === null ? null : { detail: 'zipNameOutside' }
}

function entryFault(
  entry: Entry,
  path: string,
  archiveBytes: number,
  limits: ArchiveLimits,
): ErrorText | null {
  const { compressedSize, uncompressedSize, compressionMethod, relativeOffsetOfLocalHeader } = entry
  if (!isPlainFile(entry)) return { detail: 'zipLink' }
  if (entry.isEncrypted()) return { detail: 'zipEncrypted' }
  if (!entry.canDecodeFileData()) return { detail: 'zipMethod', method: compressionMethod }
  if (relativeOffsetOfLocalHeader + localHeaderBytes + compressedSize > archiveBytes)
    return { detail: 'zipEntryOutside' }
  if (compressionMethod === 0 && compressedSize !== uncompressedSize) return { detail: 'zipEntrySize' }
  if (uncompressedSize > limits.entryBytes)
    return { detail: 'zipEntryTooLarge', megabytes: inMegabytes(limits.entryBytes) }
  const ratio = manifestName.test(path) ? limits.manifestRatio : maxRatio
  return uncompressedSize > ratioFromBytes && uncompressedSize > compressedSize * ratio
    ? { detail: 'zipBomb', ratio }
    : null
}

/** Returns true for a plain file. In archives made on Unix, the upper bits of the mode are the file type. */
function isPlainFile({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const madeOnUnix = versionMadeBy >> 8 === 3
  const type = (externalFileAttributes >>> 16) & 0o170000
  return !madeOnUnix || type === 0 || type === 0o100000
}

/**
 * Refuses files that share bytes: they let a small archive inflate to a huge one although each file keeps its ratio
 * (David Fifield, "A better zip bomb", 2019).
 */
function refuseOverlap(entries: Map<string, ZipEntry>): void {
  let end = 0
  for (const { headerAt, packedBytes } of [...entries.values()].toSorted((a, b) => a.headerAt - b.headerAt)) {
    if (headerAt < end) throw new AppError('media_broken', { detail: 'zipOverlap' })
    end = headerAt + localHeaderBytes + packedBytes
  }
}

function brokenArchive(cause: unknown): AppError {
  return new AppError('media_broken', { detail: 'notZip' }, { cause })
}
