import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ChangeLog } from '../../catalogue/change-log.ts'
import type { Elections } from '../../cluster/elections.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { makeFolder, privateFolderMode } from '../../lib/disk/folders.ts'
import type { Log } from '../../lib/log/log.ts'
import { type MediaStore, storeKey } from '../../media/media-store.ts'
import {
  filesIn,
  type Manifest,
  manifestName,
  parseManifest,
  writeManifest,
} from '../../search/upkeep/manifest.ts'
import type { StoredFile } from '../../search/upkeep/stored-file.ts'
import { maxListBytes, readSnapshotList, type SnapshotList, writeSnapshotList } from './snapshot-list.ts'

export type IndexSnapshotsDeps = {
  mediaStore: MediaStore
  /** The folder where this machine saves its index. */
  folder: string
  /** The folder for temporary files, on the same disk as `folder`. */
  temporary: string
  changeLog: ChangeLog
  elections: Elections
  /** The secret of the instance, which signs snapshots. */
  secret: string
  clock: Clock
  log: Log
}

/** The interval of checks whether a snapshot is due, and whether this machine can be elected to store them. */
const lookEveryMs = 60_000

/** The maximum age of a snapshot */
const maxAgeMs = 15 * 60_000

/** and the number of changes after which it is replaced: a quarter of the change log. */
const maxBehind = 25_000

/** Files younger than this may belong to a snapshot that is being stored. */
const graceMs = 60 * 60_000

/** The prefix in the store. Each file has its own folder, because the store lists folders. */
const prefix = 'search'
const listName = 'list'
const keyOf = (name: string) => storeKey(`${prefix}/${name}/file`)

/**
 * Snapshots of the search index in the media store, from which a new machine loads its index instead of reading every
 * row. One elected machine uploads the index saved in its folder: new files first, then the list that names them. Then
 * it removes files named neither by this list nor by the previous one, so that a machine reading the previous one can
 * finish.
 */
export class IndexSnapshots {
  readonly #deps: IndexSnapshotsDeps
  readonly #stopping = new AbortController()
  #isElected = false
  #work: Promise<void> | undefined
  #standing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(deps: IndexSnapshotsDeps) {
    this.#deps = deps
  }

  /** Takes part in the election from now on, and stores snapshots while this machine is elected. */
  start(): void {
    this.#stand()
    this.#timer = setInterval(() => {
      this.#stand()
      if (this.#isElected) this.#work ??= this.#tryToStore()
    }, lookEveryMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#work
    await this.#standing
  }

  /**
   * Stores the index saved in this machine's folder unless the current snapshot is recent enough. Returns true if it
   * did. Rejects with the error of the store or of the disk.
   */
  async store(): Promise<boolean> {
    const text = await readFile(join(this.#deps.folder, manifestName), 'utf8').catch(() => null)
    if (text === null) return false
    const manifest = parseManifest(text)
    const read = await this.#readList()
    const last = typeof read === 'string' ? undefined : read
    if (!(await this.#isDue(manifest, last))) return false
    const files = filesIn(manifest)
    const workspace = join(this.#deps.temporary, 'snapshot')
    // Left over from a killed process.
    await rm(workspace, { recursive: true, force: true })
    await makeFolder(workspace, privateFolderMode)
    try {
      // Links first, because this machine's next save removes files from the folder.
      for (const { name } of files) await link(join(this.#deps.folder, name), join(workspace, name))
      const hashes: Record<string, string> = {}
      for (const file of files) hashes[file.name] = await this.#putFile(workspace, file, last)
      const list = join(workspace, listName)
      await writeFile(list, writeSnapshotList(text, hashes, this.#deps.secret), { mode: 0o600 })
      this.#stopping.signal.throwIfAborted()
      await this.#deps.mediaStore.put(keyOf(listName), list)
    } finally {
      await rm(workspace, { recursive: true, force: true })
    }
    const kept = [...files, ...(last === undefined ? [] : filesIn(last.manifest))]
    await this.#removeOthers(new Set(kept.map(({ name }) => name)))
    return true
  }

  /**
   * Loads the stored snapshot into this machine's folder; null if it succeeded. Otherwise changes nothing there and
   * returns the reason that no snapshot can be used. Rejects with the error of the store, the database or the disk.
   */
  async fetch(): Promise<string | null> {
    for (let left = 1; ; left--) {
      try {
        return await this.#fetchOnce()
      } catch (error) {
        // It was replaced twice while being read: the new list names other files.
        if (left === 0 || !(error instanceof AppError && error.code === 'not_found')) throw error
      }
    }
  }

  async #fetchOnce(): Promise<string | null> {
    const { folder, changeLog } = this.#deps
    const list = await this.#readList()
    if (typeof list === 'string') return list
    const reason = await whyUnusable(list.manifest, changeLog)
    if (reason !== null) return reason
    await makeFolder(folder, privateFolderMode)
    const files = filesIn(list.manifest)
    try {
      for (const file of files) {
        const fault = await this.#fetchFile(file, list.hashes[file.name] ?? '')
        if (fault === null) continue
        await this.#removeFetched(files)
        return fault
      }
    } catch (error) {
      await this.#removeFetched(files)
      throw error
    }
    writeManifest(folder, list.manifest)
    return null
  }

  /** Puts a file into the folder. Returns its fault; null if it is there. */
  async #fetchFile({ name, bytes }: StoredFile, expected: string): Promise<string | null> {
    const path = join(this.#deps.folder, name)
    const stored = await this.#deps.mediaStore.stat(keyOf(name))
    if (stored === undefined) throw new AppError('not_found', { detail: 'snapshotFileGone' })
    if (stored.bytes !== bytes) return `${name} in the snapshot has ${stored.bytes} bytes, not ${bytes}`
    const hash = createHash('sha256')
    const check = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    const from = await this.#deps.mediaStore.read(keyOf(name), { first: 0, last: bytes - 1 })
    // An existing file may be shared with a file store, and must not be written to.
    await rm(path, { force: true })
    const to = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(from, check, to, { signal: this.#stopping.signal })
    return hash.digest('base64url') === expected ? null : `${name} in the snapshot is damaged`
  }

  async #removeFetched(files: readonly StoredFile[]): Promise<void> {
    for (const { name } of files) await rm(join(this.#deps.folder, name), { force: true })
  }

  /** The list in the store, or the reason that none can be used. Rejects with the error of the store. */
  async #readList(): Promise<SnapshotList | string> {
    const { mediaStore, secret } = this.#deps
    const found = await mediaStore.stat(keyOf(listName))
    if (found === undefined) return 'there is no snapshot'
    if (found.bytes > maxListBytes) return 'the list of the snapshot is too long'
    const chunks: Buffer[] = await (await mediaStore.read(keyOf(listName))).toArray()
    try {
      return readSnapshotList(Buffer.concat(chunks).toString(), secret)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  async #isDue(own: Manifest, last: SnapshotList | undefined): Promise<boolean> {
    if ((await whyUnusable(own, this.#deps.changeLog)) !== null) return false
    if (last === undefined || (await whyUnusable(last.manifest, this.#deps.changeLog)) !== null) return true
    const behind = own.version - last.manifest.version
    if (behind <= 0 || behind >= maxBehind) return behind > 0
    const found = await this.#deps.mediaStore.stat(keyOf(listName))
    return found === undefined || this.#deps.clock.now() - found.modifiedAt >= maxAgeMs
  }

  /** Stores a file if it is missing; returns its hash. */
  async #putFile(workspace: string, file: StoredFile, last: SnapshotList | undefined): Promise<string> {
    this.#stopping.signal.throwIfAborted()
    const { name, bytes } = file
    const known = last?.hashes[name]
    const isListed = last !== undefined && filesIn(last.manifest).some((one) => one.name === name)
    if (known !== undefined && isListed && (await this.#deps.mediaStore.stat(keyOf(name)))?.bytes === bytes)
      return known
    const path = join(workspace, name)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    await this.#deps.mediaStore.put(keyOf(name), path)
    return hash.digest('base64url')
  }

  async #removeOthers(names: ReadonlySet<string>): Promise<void> {
    const { mediaStore, clock } = this.#deps
    for await (const { name, modifiedAt } of mediaStore.listFolders(prefix))
      if (name !== listName && !names.has(name) && clock.now() - modifiedAt > graceMs)
        await mediaStore.removeAll(`${prefix}/${name}`)
  }

  /** Takes the lock once no other machine has it, and holds it until it is lost or this machine stops. */
  #stand(): void {
    const { elections, log } = this.#deps
    this.#standing ??= elections
      .runAlone('search snapshot', async (lost) => {
        this.#isElected = true
        const ended = AbortSignal.any([lost, this.#stopping.signal])
        const { promise, resolve } = Promise.withResolvers<void>()
        ended.addEventListener('abort', () => resolve(), { once: true })
        if (ended.aborted) resolve()
        await promise
      })
      .catch((error: unknown) =>
        log.warn({ err: error }, 'it could not be found who stores the search index'),
      )
      .finally(() => {
        this.#isElected = false
        this.#standing = undefined
      })
  }

  /** Never rejects: the next attempt follows in a minute. */
  async #tryToStore(): Promise<void> {
    const { log } = this.#deps
    const start = performance.now()
    try {
      if (await this.store())
        log.info({ ms: Math.round(performance.now() - start) }, 'snapshot of the search index stored')
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        log.warn({ err: error }, 'no snapshot of the search index could be stored')
    } finally {
      this.#work = undefined
    }
  }
}

/**
 * The reason that a saved index with this version and history does not belong to the catalogue's past; null if it does.
 */
export async function whyUnusable(
  { epoch: history, version }: { epoch: string; version: number },
  changeLog: ChangeLog,
): Promise<string | null> {
  const now = await changeLog.position()
  if (version > now.version) return 'it is ahead of the database'
  if (version < now.oldest) return 'it is too far behind the database'
  return history === (await changeLog.historyAt(version)) ? null : 'it is of another history of the database'
}
