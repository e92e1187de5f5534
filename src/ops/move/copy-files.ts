import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { uploadFolder } from '../../creation/uploads.ts'
import { AppError } from '../../lib/app-error.ts'
import { randomId } from '../../lib/ids.ts'
import { runAtOnce } from '../../lib/run-at-once.ts'
import { sourceFolder } from '../../media/media-files.ts'
import { type ListedFile, type LocalPath, type MediaStore, storeKey } from '../../media/media-store.ts'
import { gifFolder } from '../../media/rendition.ts'
import { throwIfStopped } from './copy-rows.ts'
import type { FilesSummary, MoveProgress, MoveRow, MoveTable } from './move.ts'

export type FilesMove = {
  from: MediaStore
  to: MediaStore
  /** The folder for temporary files, on the disk of a folder store if there is one. */
  temporary: string
  /** The secret of the instance, which identifies it in the media store. */
  secret: string
}

/** The prefixes of folders with files. The search index is not included: it is rebuilt if missing. */
const prefixes = ['gifs', 'public/gifs', 'incoming', 'sources', 'prepared']

/** The number of folders checked and copied at once. */
const foldersAtOnce = 8

/** The key of the file that identifies a media store's instance. */
const ownerKey = storeKey('instance/owner')

/** Throws a sentence if the target has files of another instance; otherwise records this instance in both stores. */
export async function claimStores({ from, to, temporary, secret }: FilesMove): Promise<void> {
  const owner = createHash('sha256').update(`owner ${secret}`).digest('hex')
  const found = await ownerOf(to)
  if (found !== owner) {
    const holds = found !== undefined || (await holdsFiles(to))
    if (holds)
      throw new Error(
        'The target for files already holds files of another instance. Name an empty one, or empty it.',
      )
  }
  for (const store of [to, from]) {
    if ((await ownerOf(store)) === owner) continue
    const path = join(temporary, randomId(12))
    await writeFile(path, owner)
    await store.put(ownerKey, path)
  }
}

/** Counts the files of a store. */
export async function countFiles(
  store: MediaStore,
  signal: AbortSignal,
): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0]
  for (const prefix of prefixes) {
    for await (const file of store.list(prefix)) {
      throwIfStopped(signal)
      files++
      bytes += file.bytes
    }
  }
  return { files, bytes }
}

/**
 * Copies every file that the target lacks, and compares the size of each in both stores. Stored files never change, so
 * one of the right size is the same.
 */
export async function copyFiles(
  move: FilesMove,
  { signal, onProgress }: { signal: AbortSignal; onProgress: MoveProgress },
): Promise<FilesSummary> {
  const all = await countFiles(move.from, signal)
  const sum: FilesSummary = { files: 0, bytes: 0, copied: 0, copiedBytes: 0 }
  const copy = async (folder: string) => {
    throwIfStopped(signal)
    await copyFolder(move, folder, sum)
    onProgress('files', sum.files, Math.max(all.files, sum.files), {
      done: sum.bytes,
      of: Math.max(all.bytes, sum.bytes),
    })
  }
  for (const prefix of prefixes) await runAtOnce(foldersUnder(move.from, prefix), foldersAtOnce, copy)
  return sum
}

/** Copies folders named by rows that changed while all others were copied. */
export async function copyFolders(
  move: FilesMove,
  folders: ReadonlySet<string>,
): Promise<{ copied: number; copiedBytes: number }> {
  const sum: FilesSummary = { files: 0, bytes: 0, copied: 0, copiedBytes: 0 }
  await runAtOnce(folders, foldersAtOnce, (folder) => copyFolder(move, folder, sum))
  return sum
}

/** The folders of files that rows of this table name. */
export function foldersNamedBy(table: MoveTable, rows: readonly MoveRow[]): string[] {
  const values = (name: string) => {
    const index = table.columns.findIndex((column) => column.name === name)
    return rows.map((row) => row[index]).filter((value) => typeof value === 'string')
  }
  const media = ['gif', 'moved_gif', 'task'].includes(table.name) ? values('media_id') : []
  const tasks = table.name === 'task' ? values('id') : []
  return [...media.flatMap((id) => [gifFolder(id), sourceFolder(id)]), ...tasks.map(uploadFolder)]
}

async function copyFolder(move: FilesMove, folder: string, sum: FilesSummary): Promise<void> {
  const { from, to } = move
  const present = new Map((await listAll(to, folder)).map((file) => [file.key, file.bytes]))
  for (const { key, bytes } of await listAll(from, folder)) {
    if (present.get(key) !== bytes) {
      if (!(await copyFile(move, key, bytes))) continue
      sum.copied++
      sum.copiedBytes += bytes
    }
    sum.files++
    sum.bytes += bytes
  }
}

/**
 * Copies a file. Returns false if it was removed in the meantime. Throws a sentence if the stored content differs from
 * the content read.
 */
async function copyFile(
  { from, to, temporary }: FilesMove,
  key: ListedFile['key'],
  bytes: number,
): Promise<boolean> {
  const path: LocalPath = join(temporary, randomId(12))
  try {
    await from.fetch(key, path)
    const sent = await hashOf(createReadStream(path))
    await to.put(key, path)
    const stored = await hashOf(await to.read(key))
    if (sent.hash === stored.hash && sent.bytes === bytes) return true
    throw new Error(
      `The file ${key} has another content at the target (${stored.bytes} of ${bytes} bytes). Run the same command again; if it says so again, check both disks.`,
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') {
      if ((await from.stat(key)) === undefined) return false
    }
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

async function hashOf(stream: Readable): Promise<{ hash: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { hash: hash.digest('hex'), bytes }
}

async function ownerOf(store: MediaStore): Promise<string | undefined> {
  if ((await store.stat(ownerKey)) === undefined) return undefined
  return text(await store.read(ownerKey))
}

async function holdsFiles(store: MediaStore): Promise<boolean> {
  for (const prefix of prefixes) for await (const folder of store.listFolders(prefix)) return folder !== null
  return false
}

async function* foldersUnder(store: MediaStore, prefix: string): AsyncIterable<string> {
  for await (const { name } of store.listFolders(prefix)) yield `${prefix}/${name}`
}

async function listAll(store: MediaStore, folder: string): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  for await (const file of store.list(folder)) files.push(file)
  return files
}
