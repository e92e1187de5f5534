import { formatEnglish } from '../../lib/errors/error-text.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DiskSpace } from '../../creation/disk-space.ts'
import { faultClassOf } from '../../creation/retry.ts'
import type { TaskQueue } from '../../creation/task-queue.ts'
import type { TaskRecord } from '../../creation/task.ts'
import { AppError } from '../../lib/app-error.ts'
import { toDiskError } from '../../lib/disk/disk-faults.ts'
import { checkDetails, type DetailLookups, type ImportDefaults, type ImportRecord } from './check-details.ts'
import type { ImportedFile, ImportFile } from './import-file.ts'
import { type ImportItem, type ImportSource, isRefused, type RefusedItem } from './import-item.ts'
import { type ReadItem, readItem, type ReadItemDeps } from './read-item.ts'

export type ImportRunDeps = ReadItemDeps & {
  tasks: TaskQueue
  importFile: ImportFile
  lookups: DetailLookups
  /** Makes and removes temporary folders. */
  workspaces: { make: () => Promise<string>; remove: (folder: string) => Promise<void> }
  diskSpace: DiskSpace
  /** Returns the codes of GIFs that look like this one. */
  nearCopies: (code: string) => Promise<readonly string[]>
}

export type ImportRunOptions = {
  defaults: ImportDefaults
  /** The maximum files that wait at once, and their maximum size: the disk need not hold everything twice. */
  window: { files: number; bytes: number }
  /** The maximum number of GIFs. */
  limit: number
  /** True: files that exceed a limit for kept animations are rendered instead. */
  remake: boolean
  /** True: nothing is imported. */
  dryRun: boolean
  /** Stops reading and waiting; open imports stay in the queue. */
  signal: AbortSignal
  onProgress: (totals: ImportTotals) => void
  report: (line: ReportLine) => Promise<void>
}

export type ImportTotals = { added: number; copies: number; near: number; refused: number; bytes: number }

/** The result for one item; added items are reported only if they look like others. */
export type ReportLine =
  | { name: string; result: 'refused'; reason: string }
  | { name: string; result: 'copy'; code: string }
  | { name: string; result: 'near'; code: string; near: readonly string[] }

/** The number of items read at once: an address mostly waits for its server. */
const takenAtOnce = 4

/** The interval at which ended imports are looked for. */
const lookEveryMs = 200

/** `isOwn`: this run added its file. `copies` are other items with the same file, used if this one fails. */
type OpenImport = { item: ImportItem; bytes: number; isOwn: boolean; copies: ImportItem[] }

/**
 * Imports the items of a source: stages a window of them at a time, and any process that claims imports makes them.
 * When started again, after being stopped or killed, it adds the missing ones and waits for those in the queue. Throws
 * if the service is at fault, for example because of a full disk; faults of an item are reported.
 */
export function runImport(
  deps: ImportRunDeps,
  source: ImportSource,
  options: ImportRunOptions,
  totals: ImportTotals,
): Promise<void> {
  return new ImportRun(deps, options, totals).run(source)
}

class ImportRun {
  readonly #deps: ImportRunDeps
  readonly #options: ImportRunOptions
  readonly #totals: ImportTotals
  /** Open imports by the ids of their tasks. */
  readonly #open = new Map<string, OpenImport>()
  /** Hashes that a dry run has seen. */
  readonly #seen = new Set<string>()
  /** True if the source has no more items. */
  #isTaken = false
  /** The number of items that were or may be added. */
  #begun = 0

  constructor(deps: ImportRunDeps, options: ImportRunOptions, totals: ImportTotals) {
    this.#deps = deps
    this.#options = options
    this.#totals = totals
    this.#begun = totals.added
  }

  async run(source: ImportSource): Promise<void> {
    const failure = new AbortController()
    const signal = AbortSignal.any([this.#options.signal, failure.signal])
    const items = source.items(signal)[Symbol.asyncIterator]()
    const work = (job: () => Promise<void>) =>
      job().catch((error: unknown) => {
        if (!this.#options.signal.aborted) failure.abort(error)
      })
    const takers = Array.from({ length: takenAtOnce }, () => work(() => this.#takeAll(items, signal)))
    const taken = Promise.all(takers).then(() => void (this.#isTaken = true))
    await work(async () => {
      while (!signal.aborted && !(this.#isTaken && this.#open.size === 0)) {
        await Promise.race([sleep(lookEveryMs), ...(this.#isTaken ? [] : [taken])])
        await this.#noteEnded(signal)
      }
    })
    await taken
    await items.return?.().then(undefined, () => undefined)
    if (failure.signal.aborted) throw failure.signal.reason
  }

  async #takeAll(items: AsyncIterator<ImportItem | RefusedItem>, signal: AbortSignal): Promise<void> {
    const { window, limit } = this.#options
    while (!signal.aborted) {
      const bytes = [...this.#open.values()].reduce((sum, open) => sum + open.bytes, 0)
      if (this.#open.size >= window.files || bytes >= window.bytes) {
        await sleep(lookEveryMs / 2)
        continue
      }
      if (this.#begun >= limit) return
      this.#begun++
      const next = await items.next()
      if (next.done === true) return
      const isAdded = isRefused(next.value)
        ? await this.#refuse(next.value.name, formatEnglish(next.value.reason))
        : await this.#take(next.value, signal)
      if (!isAdded) this.#begun--
    }
  }

  /** Returns true if the item was added, or would be in a dry run. */
  async #take(item: ImportItem, signal: AbortSignal, remake = false): Promise<boolean> {
    try {
      const record = await checkDetails(item.details, this.#options.defaults, this.#deps.lookups)
      if (await this.#isKnownAddress(item, record)) return false
      if (this.#options.dryRun && item.from.kind === 'url') return this.#wouldAdd()
      return await this.#inWorkspace(signal, async (context) => {
        const read = await readItem(this.#deps, item.from, context)
        this.#totals.bytes += remake ? 0 : read.bytes
        return this.#options.dryRun
          ? await this.#tryItem(item, record, read)
          : await this.#import(item, record, read, remake)
      })
    } catch (error) {
      signal.throwIfAborted()
      return this.#refuse(item.name, reasonOf(error, item))
    }
  }

  async #import(item: ImportItem, record: ImportRecord, read: ReadItem, remake: boolean): Promise<boolean> {
    const { importFile, tasks } = this.#deps
    const { sourceHash, bytes } = read
    const distinctCode = distinctCodeOf(item, record)
    const known = await tasks.imports.findCopy({ ...record, sourceHash, distinctCode })
    const imported: ImportedFile =
      known === undefined
        ? await importFile({
            path: await read.stage(),
            sourceHash,
            record: { ...record, title: record.title ?? read.title },
            batch: null,
            maxWaiting: Infinity,
            distinctCode,
            remake,
          })
        : { kind: 'exists', ...known }
    if (item.from.kind === 'url') await tasks.imports.rememberFetched(item.from.url, sourceHash)
    return this.#note(item, imported, bytes)
  }

  /** Records the result for an item. An import left waiting by an earlier run counts as added now. */
  async #note(item: ImportItem, imported: ImportedFile, bytes: number): Promise<boolean> {
    const { kind, taskId, code } = imported
    const open = taskId === null ? undefined : this.#open.get(taskId)
    if (taskId === null) return this.#noteCopy(item.name, code)
    if (open !== undefined) open.copies.push(item)
    else this.#open.set(taskId, { item, bytes, isOwn: kind === 'added', copies: [] })
    return open === undefined
  }

  async #noteCopy(name: string, code: string): Promise<false> {
    this.#totals.copies++
    await this.#options.report({ name, result: 'copy', code })
    this.#options.onProgress(this.#totals)
    return false
  }

  /** Returns true if the file that the address returned before is here, so that it is not fetched again. */
  async #isKnownAddress(item: ImportItem, record: ImportRecord): Promise<boolean> {
    if (item.from.kind !== 'url') return false
    const sourceHash = await this.#deps.tasks.imports.fetchedHash(item.from.url)
    const copy = sourceHash && (await this.#deps.tasks.imports.findCopy({ ...record, sourceHash }))
    if (copy === undefined) return false
    if (this.#options.dryRun) await this.#noteCopy(item.name, copy.code)
    else await this.#note(item, { kind: 'exists', ...copy }, 0)
    return true
  }

  async #tryItem(item: ImportItem, record: ImportRecord, { sourceHash }: ReadItem): Promise<boolean> {
    const distinctCode = distinctCodeOf(item, record)
    const copy = await this.#deps.tasks.imports.findCopy({ ...record, sourceHash, distinctCode })
    if (copy !== undefined) return this.#noteCopy(item.name, copy.code)
    const hash = `${Buffer.from(sourceHash).toString('base64')} ${distinctCode ?? ''}`
    if (this.#seen.has(hash)) return this.#noteCopy(item.name, '')
    this.#seen.add(hash)
    return this.#wouldAdd()
  }

  #wouldAdd(): true {
    this.#totals.added++
    this.#options.onProgress(this.#totals)
    return true
  }

  async #inWorkspace<T>(
    signal: AbortSignal,
    work: (context: Parameters<typeof readItem>[2]) => Promise<T>,
  ): Promise<T> {
    const { workspaces, diskSpace } = this.#deps
    const folder = await workspaces.make()
    const releases: (() => void)[] = []
    const reserve = async (bytes: number) => void releases.push(await diskSpace.reserve(bytes))
    try {
      return await work({ folder, signal, reserve })
    } finally {
      for (const release of releases) release()
      await workspaces.remove(folder)
    }
  }

  async #noteEnded(signal: AbortSignal): Promise<void> {
    const ids = [...this.#open.keys()]
    const tasks = new Map((await this.#deps.tasks.imports.read(ids)).map((task) => [task.id, task]))
    for (const id of ids) {
      const task = tasks.get(id)
      if (task?.endedAt !== null) await this.#noteEnd(id, task, signal)
    }
    this.#options.onProgress(this.#totals)
  }

  async #noteEnd(id: string, task: TaskRecord | undefined, signal: AbortSignal): Promise<void> {
    const open = this.#open.get(id)
    if (open === undefined) return
    this.#open.delete(id)
    const { item, isOwn, copies } = open
    const error = task?.error ?? null
    if (task !== undefined && error === null) return this.#noteMade(item, copies, task.code)
    // Others added the import, or the original was deleted in the meantime: the file is checked again.
    if (error === null || !isOwn) await this.#take(item, signal)
    else if (error.code === 'keep_refused' && this.#options.remake) await this.#take(item, signal, true)
    else await this.#refuse(item.name, error.message)
    for (const copy of copies) await this.#take(copy, signal)
  }

  async #noteMade(item: ImportItem, copies: readonly ImportItem[], code: string): Promise<void> {
    const near = await this.#deps.nearCopies(code)
    if (near.length > 0) {
      this.#totals.near++
      await this.#options.report({ name: item.name, result: 'near', code, near })
    }
    this.#totals.added++
    for (const { name } of copies) await this.#noteCopy(name, code)
  }

  async #refuse(name: string, reason: string): Promise<false> {
    this.#totals.refused++
    await this.#options.report({ name, result: 'refused', reason })
    this.#options.onProgress(this.#totals)
    return false
  }
}

/**
 * Returns the code that makes a file of a list a distinct GIF, as in an export of a catalogue where two people uploaded
 * the same file. The code of another instance's GIF is only a preference.
 */
function distinctCodeOf({ from }: ImportItem, { code }: ImportRecord): string | null {
  return from.kind === 'url' ? null : code
}

/** Returns the reason to refuse an item. Throws a fault of the service, which would affect every item. */
function reasonOf(cause: unknown, { from }: ImportItem): string {
  const error = toDiskError(cause)
  if (!(error instanceof AppError)) throw error
  // Most faults with an address may be faults of the other server.
  const isOurs =
    faultClassOf(error.code) === 'service' && (from.kind !== 'url' || error.code === 'unavailable')
  if (isOurs) throw error
  return error.message
}
