import { type Readable, Transform, pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { Entry, type ZipFile } from 'yauzl'
import { AppError } from '../../../lib/app-error.ts'
import type { FileTree, TreeFile } from './file-tree.ts'
import { type ArchiveLimits, comparablePath, openZip, type ZipEntry } from './zip-directory.ts'

/**
 * Opens the files of a ZIP archive. Nothing is unpacked: a file is a stream, which fails as soon as it yields more
 * bytes than the directory says, or at the end if the checksum differs. A nested archive is refused, since it is not an
 * animation. Throws an AppError if the archive itself cannot be read or is over a limit.
 */
export async function openZipTree(path: string, name: string, limits: ArchiveLimits): Promise<FileTree> {
  const { zip, directory } = await openZip(path, limits)
  const { entries, refused } = directory
  const refusedByName = new Map(refused.map((item) => [item.name, item]))
  const toFile = (entry: ZipEntry): TreeFile => ({
    path: entry.path,
    bytes: entry.bytes,
    modifiedAt: entry.modifiedAt,
    from: { kind: 'entry', bytes: entry.bytes, open: () => openEntry(zip, entry) },
  })
  return {
    name,
    async *list(signal) {
      yield* refused
      for (const entry of entries.values()) {
        signal.throwIfAborted()
        yield toFile(entry)
      }
    },
    async find(path) {
      const entry = entries.get(comparablePath(path))
      if (entry !== undefined) return toFile(entry)
      return refusedByName.get(path) ?? { name: path, reason: { detail: 'zipNoFile' } }
    },
    async close() {
      zip.close()
    },
  }
}

async function openEntry(zip: ZipFile, entry: ZipEntry): Promise<Readable> {
  const packed = await zip
    .openReadStreamPromise(toLibraryEntry(entry), { decodeFileData: false })
    .catch((error: unknown) => {
      throw damagedEntry(error)
    })
  const checked = checkedBytes(entry)
  if (entry.deflated) pipeline(packed, createInflateRaw(), checked, ignoreEnd)
  else pipeline(packed, checked, ignoreEnd)
  return checked
}

/** The reader of the last stream gets the error. */
const ignoreEnd = (): void => {}

/** Passes bytes on as long as there are no more than the archive says, and compares size and checksum at the end. */
function checkedBytes({ bytes, crc32: expectedCrc }: ZipEntry): Transform {
  let seen = 0
  let crc = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > bytes) return done(new AppError('media_broken', { detail: 'zipEntrySize' }))
      crc = crc32(chunk, crc)
      done(null, chunk)
    },
    flush(done) {
      if (seen !== bytes) done(new AppError('media_broken', { detail: 'zipEntrySize' }))
      else if (crc !== expectedCrc) done(new AppError('media_broken', { detail: 'zipChecksum' }))
      else done()
    },
    destroy(error, done) {
      done(error === null || error instanceof AppError ? error : damagedEntry(error))
    },
  })
}

function damagedEntry(cause: unknown): AppError {
  return new AppError('media_broken', { detail: 'zipEntryDamaged' }, { cause })
}

/** Returns the fields of an entry that the library needs to open it. The whole entry is not kept: it holds buffers. */
function toLibraryEntry({ headerAt, packedBytes, bytes }: ZipEntry): Entry {
  const entry = new Entry()
  entry.relativeOffsetOfLocalHeader = headerAt
  entry.compressedSize = packedBytes
  entry.uncompressedSize = bytes
  entry.compressionMethod = 0
  entry.generalPurposeBitFlag = 0
  return entry
}
