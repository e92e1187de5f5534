import type { ErrorText } from '../../lib/errors/error-text.ts'
import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { copyFile, lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SourceFetcher } from '../../creation/source-fetcher.ts'
import { AppError } from '../../lib/app-error.ts'
import { systemCode } from '../../lib/system-code.ts'
import { inMegabytes } from '../../lib/text/megabytes.ts'
import { checkAnimation, hashOfFile } from './import-file.ts'
import type { ItemBytes } from './import-item.ts'

export type ReadItemDeps = {
  sources: SourceFetcher
  /** The maximum size of a file. */
  maxBytes: number
}

export type ReadOptions = {
  /** A folder for this item alone. */
  folder: string
  signal: AbortSignal
  /** Called with the number of bytes about to be written. */
  reserve: (bytes: number) => Promise<void>
}

/** An item whose bytes have been read once. */
export type ReadItem = {
  bytes: number
  sourceHash: Uint8Array
  /** The title from its address. */
  title: string | null
  /**
   * Returns a copy of the file that may be moved. An operator's file is copied only when this is called, so not if it
   * is a known copy.
   */
  stage: () => Promise<string>
}

/** Reads an item for its hash. Throws AppError if it cannot be imported, and the system's errors. */
export async function readItem(
  { sources, maxBytes }: ReadItemDeps,
  from: ItemBytes,
  { folder, signal, reserve }: ReadOptions,
): Promise<ReadItem> {
  if (from.kind === 'file') return readFile(from.path, { maxBytes, folder, reserve })
  const path = join(folder, 'entry')
  if (from.kind === 'url') {
    const fetched = await sources.fetch(sources.check(from.url), folder, {
      signal,
      reserve,
      onProgress: () => {},
    })
    return { ...(await hashed(fetched.path)), title: fetched.title }
  }
  if (from.bytes > maxBytes) throw tooLarge(maxBytes)
  await reserve(from.bytes)
  const hash = await saveStream(await from.open(), path, { maxBytes, signal })
  const { size } = await stat(path)
  return { bytes: size, sourceHash: hash, title: null, stage: () => Promise.resolve(path) }
}

async function readFile(
  path: string,
  { maxBytes, folder, reserve }: Omit<ReadOptions, 'signal'> & { maxBytes: number },
): Promise<ReadItem> {
  const before = await lstat(path).catch(throwUnreadable)
  if (!before.isFile()) throw new AppError('media_unsupported', { detail: 'notFile' })
  if (before.size > maxBytes) throw tooLarge(maxBytes)
  await checkAnimation(path).catch(throwUnreadable)
  return {
    bytes: before.size,
    sourceHash: await hashOfFile(path).catch(throwUnreadable),
    title: null,
    stage: async () => {
      await reserve(before.size)
      const copy = join(folder, 'copy')
      await copyFile(path, copy, constants.COPYFILE_FICLONE)
      const after = await lstat(path)
      if (after.mtimeMs !== before.mtimeMs || after.size !== before.size)
        throw new AppError('media_broken', { detail: 'fileChanged' })
      return copy
    },
  }
}

async function hashed(path: string): Promise<ReadItem> {
  const { size } = await stat(path)
  return {
    bytes: size,
    sourceHash: await hashOfFile(path),
    title: null,
    stage: () => Promise.resolve(path),
  }
}

/** Writes a stream of at most `maxBytes`; returns the SHA-256. */
async function saveStream(
  stream: Readable,
  path: string,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      if (bytes > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
  await pipeline(stream, measure, createWriteStream(path, { mode: 0o600 }), { signal })
  return hash.digest()
}

/** An unreadable file of the source is the source's fault, not our disk's. */
function throwUnreadable(cause: unknown): never {
  const code = cause instanceof AppError ? undefined : systemCode(cause)
  if (code === undefined) throw cause
  const text: ErrorText = code === 'ENOENT' ? { detail: 'noSuchFile' } : { detail: 'fileUnreadable', code }
  throw new AppError('media_broken', text, { cause })
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('media_too_large', { detail: 'fileOverLimit', megabytes: inMegabytes(maxBytes) })
}
