import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { type ArchivePart, archiveOf } from './archive.ts'
import { manifestFile } from './export-gifs.ts'
import { makeFolder } from '../../lib/disk/folders.ts'

type Parts = AsyncIterable<ArchivePart>

/** Writes an archive to a stream, such as standard output. */
export async function streamExport(parts: Parts, target: Writable, signal: AbortSignal): Promise<void> {
  await pipeline(archiveOf(parts), target, { signal })
}

/** Writes an archive under a temporary name until it is complete, and then replaces the file at `path`. */
export async function writeExportFile(parts: Parts, path: string, signal: AbortSignal): Promise<void> {
  await writeWhole(path, (partial) => streamExport(parts, createWriteStream(partial), signal))
}

/**
 * Writes files into a folder, their list last. An existing file of the same size is skipped, so that a stopped export
 * can continue; the list of an earlier export is removed first, since it is wrong until the end.
 */
export async function writeExportFolder(parts: Parts, folder: string, signal: AbortSignal): Promise<void> {
  await makeFolder(folder)
  await rm(join(folder, manifestFile), { force: true })
  for await (const part of parts) {
    signal.throwIfAborted()
    const path = join(folder, part.name)
    if (part.bytes !== null && (await sizeOf(path)) === part.bytes) continue
    await makeFolder(dirname(path))
    await writeWhole(path, async (partial) =>
      pipeline(await part.open(), createWriteStream(partial), { signal }),
    )
  }
}

async function writeWhole(path: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${path}.part`
  try {
    await write(partial)
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}
