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
  /** The largest file. */
  maxBytes: number
}

export type ReadOptions = {
  /** A folder of this item's own. */
  folder: string
  signal: AbortSignal
  /** Called before bytes are written, with how many more. */
  reserve: (bytes: number) => Promise<void>
}

/** An item whose bytes were read once. */
export type ReadItem = {
  bytes: number
  sourceHash: Uint8Array
  /** What its address calls it. */
  title: string | null
  /** A file of the same bytes that may be moved. A file of the operator's is copied now, and not where it is known already. */
  stage: () => Promise<string>
}

/** Reads an item for its hash. Throws AppError for what cannot be imported, and the system's error. */
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
  if (!before.isFile()) throw new AppError('media_unsupported', 'Not a file.')
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
        throw new AppError('media_broken', 'The file was changed while it was read.')
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

/** Writes a stream of at most `maxBytes`; gives the SHA-256. */
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

/** A file of the source that cannot be read is its own fault, and none of our disk. */
function throwUnreadable(cause: unknown): never {
  const code = cause instanceof AppError ? undefined : systemCode(cause)
  if (code === undefined) throw cause
  const message = code === 'ENOENT' ? 'There is no such file.' : `The file cannot be read (${code}).`
  throw new AppError('media_broken', message, { cause })
}

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'media_too_large',
    `The file is larger than ${inMegabytes(maxBytes)} MB (MAX_UPLOAD_MB).`,
  )
}
