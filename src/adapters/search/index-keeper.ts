import type { CatalogueChanges } from '../../catalogue/change-feed.ts'
import type { Position } from '../../catalogue/change-log.ts'
import { safeRatingClasses } from '../../catalogue/search-filter.ts'
import { AppError } from '../../lib/app-error.ts'
import { type CurrentIndex, LiveIndex } from '../../search/live-index.ts'
import { createEmptyIndex, type IndexImage } from '../../search/upkeep/index-image.ts'
import { readIndex } from '../../search/upkeep/read-index.ts'
import { addDocuments, ChangeApplier } from './apply-changes.ts'
import { whyUnusable } from './index-snapshots.ts'
import { IndexJobs } from './index-jobs.ts'
import type { IndexKeeperDeps, KeeperStatus } from './keeper-deps.ts'

const defaultMaxSmallCatalogue = 2000

const checkpointMs = 3 * 60_000
const deferredMs = 60_000
const buildRetryMs = 10_000
const progressLogMs = 5000

/** The number of log entries read at once. */
const logBatch = 1000

/** The maximum time for saving the index when the service stops. */
const maxSaveAtStopMs = 10_000

/**
 * Keeps the search index: loads the saved one or builds it, applies every change of the catalogue, runs its jobs and
 * saves it regularly.
 */
export class IndexKeeper implements CurrentIndex {
  readonly #deps: IndexKeeperDeps
  readonly #maxSmallCatalogue: number
  readonly #applier: ChangeApplier
  #status: KeeperStatus['state'] = 'stopped'
  #progress: KeeperStatus['progress'] = null
  #position: Position | null = null
  #index: LiveIndex | undefined
  #jobs: IndexJobs | undefined
  /** Changes that arrived while the index was not ready. */
  readonly #missed = { gifs: new Set<number>(), categories: false, all: false }
  #unsubscribe: (() => void) | undefined
  #building: Promise<void> | undefined
  #checkpointTimer: NodeJS.Timeout | undefined
  #deferredTimer: NodeJS.Timeout | undefined
  #indexing: Promise<void> | undefined
  #retryTimer: NodeJS.Timeout | undefined

  constructor(deps: IndexKeeperDeps) {
    this.#deps = deps
    this.#maxSmallCatalogue = deps.maxSmallCatalogue ?? defaultMaxSmallCatalogue
    this.#applier = new ChangeApplier(deps.source)
  }

  /**
   * Loads the saved index and updates it. If that fails, builds the index of a small catalogue at once, and of a large
   * one in the background. The change feed must have been started.
   */
  async start(): Promise<void> {
    this.#status = 'building'
    this.#unsubscribe = this.#deps.changes.subscribe((changes) => this.#follow(changes))
    this.#checkpointTimer = setInterval(() => void this.#tidy(), checkpointMs).unref()
    this.#deferredTimer = setInterval(() => void this.indexDeferred(), deferredMs).unref()
    const reason = await this.#load().catch((error: unknown) => String(error))
    if (reason !== null) await this.#rebuild(reason)
    // Taken at the start, so that the first of several servers gets it.
    this.#takeSaveLock()
    this.#deps.snapshots?.start()
  }

  /** Saves unsaved changes. */
  async stop(): Promise<void> {
    this.#unsubscribe?.()
    clearInterval(this.#checkpointTimer)
    clearInterval(this.#deferredTimer)
    clearTimeout(this.#retryTimer)
    await this.#deps.builder.close()
    await this.#deps.snapshots?.stop()
    await this.#checkpoint()
    this.#status = 'stopped'
    await this.#indexing
    await this.#building
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, maxSaveAtStopMs)
    await Promise.race([promise, this.#jobs?.finishQuick()])
    clearTimeout(timer)
    await this.#jobs?.stop()
    this.#deps.saveLock.release()
  }

  status(): KeeperStatus {
    return {
      state: this.#status,
      progress: this.#progress,
      position: this.#position,
      index: this.#index?.status() ?? null,
    }
  }

  /** Throws an Error with the reason that the index cannot be used. */
  checkReady(): void {
    if (this.#status === 'ready') return
    const progress = this.#progress === null ? '' : `: ${this.#progress.done} of ${this.#progress.of} GIFs`
    throw new Error(`the search index is being built${progress}`)
  }

  /** Throws AppError unavailable while the index is being built. */
  current(): LiveIndex {
    if (this.#status === 'ready' && this.#index !== undefined) return this.#index
    throw new AppError('unavailable', { detail: 'indexBeingBuilt' }, { retry: true, retryAfterSeconds: 5 })
  }

  /** The index once it is loaded or built, even while it catches up with the change log. */
  get loaded(): LiveIndex | undefined {
    return this.#index
  }

  /** Indexes deferred new words that may be added now. Called every minute. Never rejects. */
  async indexDeferred(): Promise<void> {
    const index = this.#index
    if (this.#status !== 'ready' || index === undefined) return
    const isInUse = () => this.#status === 'ready' && this.#index === index
    await (this.#indexing ??= this.#applier
      .applyDue(index, isInUse)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'deferred words could not be indexed'))
      .finally(() => (this.#indexing = undefined)))
  }

  /** Returns the reason that the saved index cannot be used; null if it was loaded. */
  async #load(): Promise<string | null> {
    const { folder, changeLog, log } = this.#deps
    const start = performance.now()
    const stored = readIndex(folder)
    if ('reason' in stored) return stored.reason
    const { epoch } = await changeLog.position()
    const reason = await whyUnusable(stored, changeLog)
    if (reason !== null) return reason
    this.#use(stored.index)
    await this.#catchUp({ epoch, version: stored.version })
    const ms = Math.round(performance.now() - start)
    log.info({ documents: this.#index?.status().documents, ms }, 'search index loaded')
    return null
  }

  async #rebuild(reason: string): Promise<void> {
    if ((await this.#deps.source.documentCount()) <= this.#maxSmallCatalogue) await this.#buildHere()
    else this.#buildInBackground(reason)
  }

  /** Indexes a small catalogue in this thread. */
  async #buildHere(): Promise<void> {
    const { changeLog, source } = this.#deps
    this.#status = 'building'
    await this.#drop()
    const { epoch, version } = await changeLog.position()
    const index = this.#use(createEmptyIndex())
    await addDocuments(index, source)
    await this.#catchUp({ epoch, version })
  }

  /** Builds the index; after a failure, tries again later. */
  #buildInBackground(reason: string): void {
    this.#status = 'building'
    this.#building ??= this.#buildInThread(reason)
      .catch((error: unknown) => this.#buildLater(error))
      .finally(() => {
        this.#building = undefined
      })
  }

  #buildLater(error: unknown): void {
    if (this.#status === 'stopped') return
    this.#deps.log.error({ err: error }, 'the search index could not be built')
    const again = () => this.#buildInBackground('the last build failed')
    this.#retryTimer = setTimeout(again, buildRetryMs).unref()
  }

  async #buildInThread(reason: string): Promise<void> {
    const { builder, log, observer } = this.#deps
    log.info({ reason }, 'building the search index')
    await this.#drop()
    if (await this.#loadSnapshot()) return
    const start = performance.now()
    let loggedAt = start
    const { index, position } = await builder.build((done, of) => {
      this.#progress = { done, of }
      if (performance.now() - loggedAt < progressLogMs) return
      loggedAt = performance.now()
      log.info({ done, of }, 'building the search index')
    })
    this.#progress = null
    if (this.#status === 'stopped') return
    this.#use(index)
    await this.#catchUp(position)
    const seconds = (performance.now() - start) / 1000
    observer.built(seconds)
    log.info({ documents: this.#index?.status().documents, seconds }, 'search index built')
    await this.#checkpoint()
  }

  /** Loads the index of another machine. Returns true if it is in use. */
  async #loadSnapshot(): Promise<boolean> {
    const { snapshots, log } = this.#deps
    if (!snapshots || !this.#takeSaveLock()) return false
    try {
      const reason = (await snapshots.fetch()) ?? (await this.#load())
      if (reason === null) return true
      log.info({ reason }, 'no snapshot of the search index is used')
    } catch (error) {
      log.warn({ err: error }, 'the snapshot of the search index could not be used')
    }
    await this.#drop()
    return false
  }

  #use(image: IndexImage): LiveIndex {
    const { folder, source, log, observer, synonyms, newWords } = this.#deps
    this.#index = new LiveIndex(image, {
      ...{ folder, safeRatingClasses, synonyms, newWords },
      onSearch: (match, seconds) => observer.searched(match, seconds),
    })
    this.#jobs = new IndexJobs(this.#index, { source, log, onJob: observer.jobDone })
    return this.#index
  }

  async #drop(): Promise<void> {
    const jobs = this.#jobs
    this.#index = undefined
    this.#jobs = undefined
    this.#position = null
    this.#missed.all = false
    await jobs?.stop()
  }

  /** Handles a message of the change feed. */
  async #follow({ gifs, categories, all, position }: CatalogueChanges): Promise<void> {
    const index = this.#index
    if (this.#status !== 'ready' || index === undefined) {
      for (const id of gifs) this.#missed.gifs.add(id)
      this.#missed.categories ||= categories
      this.#missed.all ||= all
    } else if (all) {
      await this.#rebuild('the database is of another history, or too far ahead').catch((error: unknown) => {
        // The previous index is still in place: the feed tries again.
        if (this.#status === 'ready') throw error
        this.#buildLater(error)
      })
    } else {
      await this.#apply(index, gifs, categories)
      this.#position = position
      this.#jobs?.wake()
    }
  }

  /**
   * Applies all changes since the position of the index, including those made in the meantime; then the index is ready.
   */
  async #catchUp(from: Position): Promise<void> {
    const { changeLog, source } = this.#deps
    const index = this.#index
    if (index === undefined) return
    const { epoch, version, oldest } = await changeLog.position()
    if (epoch !== from.epoch || from.version < oldest)
      throw new Error('the change log was cut off in the meantime')
    index.setCategories(await source.listCategories())
    for (let at = from.version; at < version;) {
      const changes = await changeLog.since(at, logBatch)
      if (changes[0]?.version !== at + 1) throw new Error('the change log was cut off in the meantime')
      at = changes.at(-1)?.version ?? version
      const gifs = new Set(changes.map(({ gifId }) => gifId).filter((id) => id !== null))
      await this.#apply(index, [...gifs], false)
    }
    while (this.#missed.gifs.size > 0 || this.#missed.categories) {
      const { categories } = this.#missed
      const gifs = [...this.#missed.gifs]
      this.#missed.gifs.clear()
      this.#missed.categories = false
      await this.#apply(index, gifs, categories)
    }
    if (this.#missed.all) throw new Error('the history of the database changed in the meantime')
    if (this.#status === 'stopped') return
    this.#position = { epoch, version }
    this.#status = 'ready'
    this.#jobs?.wake()
  }

  async #apply(index: LiveIndex, gifs: readonly number[], categories: boolean): Promise<void> {
    const { source } = this.#deps
    if (categories) index.setCategories(await source.listCategories())
    await this.#applier.apply(index, gifs)
  }

  /** Schedules a save of the index or, if it is not saved, a sort of its completions: the next jobs do it. */
  async #tidy(): Promise<void> {
    const documents = this.#index?.status().documents ?? 0
    if (documents > this.#maxSmallCatalogue && this.#takeSaveLock()) await this.#checkpoint()
    else this.#index?.startCompletions()
  }

  /** Requests a save if the index has changed since the last one. */
  async #checkpoint(): Promise<void> {
    const [index, position] = [this.#index, this.#position]
    if (this.#status !== 'ready' || index === undefined || position === null) return
    const { documents, saved } = index.status()
    if (documents <= this.#maxSmallCatalogue || saved?.version === position.version) return
    if (!this.#takeSaveLock()) return
    try {
      const history = await this.#deps.changeLog.historyAt(position.version)
      index.startCheckpoint({ epoch: history, version: position.version })
      this.#jobs?.wake()
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the search index could not be saved')
    }
  }

  /**
   * Returns true if this process saves the index: only one at a time may write to the folder and remove files from it.
   * Throws the system's error.
   */
  isSaver(): boolean {
    return this.#status !== 'stopped' && this.#deps.saveLock.tryTake()
  }

  #takeSaveLock(): boolean {
    try {
      return this.isSaver()
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the search index cannot be saved')
      return false
    }
  }
}
