import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { whyUnusable } from '../../adapters/search/index-snapshots.ts'
import type { IndexKeeper } from '../../adapters/search/index-keeper.ts'
import type { KeeperStatus } from '../../adapters/search/keeper-deps.ts'
import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import type { Config } from '../../config/config.ts'
import type { SearchState } from '../../observe/metrics/search-metrics.ts'
import { type IndexStatus, LiveIndex } from '../../search/live-index.ts'
import { readIndex } from '../../search/upkeep/read-index.ts'
import { describeSavedIndex } from '../../search/upkeep/saved-index.ts'
import { maxTerms } from '../../search/vocabulary/vocabulary.ts'
import { searchFolder } from '../data-folder.ts'
import type { Stores } from '../stores.ts'
import { takeLock } from '../../adapters/db/sqlite/folder-lock.ts'
import { SaveLock } from '../../adapters/search/save-lock.ts'

/** Milliseconds between reports of a server's index. */
const everyMs = 2000

/** The report of a server. */
type WrittenStatus = { pid: number; at: number; keeper: KeeperStatus }

/** The search index of a data folder, as seen by a command. */
export type SearchReport = {
  /** The server that keeps and saves the index, and the age of its report; null: none is running. */
  server: { pid: number; age_seconds: number } | null
  /**
   * `saved`: no server is running, and the saved index can be used; `none`: neither. `unknown`: a server has not
   * reported yet.
   */
  state: 'ready' | 'building' | 'stopped' | 'saved' | 'none' | 'unknown'
  /** The reason that no index can be used. */
  reason: string | null
  /** The GIFs read so far by a build. */
  progress: { done: number; of: number } | null
  /** The versions of the catalogue and of the index, and the number of changes it lacks. */
  catalogue_version: number
  version: number | null
  behind: number | null
  documents: number | null
  delta_documents: number | null
  dead_documents: number | null
  parts: number | null
  memory_bytes: number | null
  terms: number | null
  max_terms: number
  vocabulary_full: boolean | null
  /** The number of GIFs with new words that wait for the next day. */
  deferred_documents: number | null
  jobs: string[]
  saved: { version: number; behind: number; age_seconds: number; bytes: number } | null
}

function statusFile({ data }: Config): string {
  return join(data.folder, 'tmp', 'search-status.json')
}

/**
 * Writes the state of a server's index regularly while that server saves the index. Returns a function that stops it.
 */
export function writeSearchStatus(
  config: Config,
  index: Pick<IndexKeeper, 'status' | 'isSaver'>,
): () => void {
  const file = statusFile(config)
  const write = async () => {
    if (!index.isSaver()) return
    const status: WrittenStatus = { pid: process.pid, at: Date.now(), keeper: index.status() }
    await writeFile(`${file}.new`, JSON.stringify(status), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  let writing: Promise<void> | undefined
  // Disk faults are reported by other parts.
  const timer = setInterval(() => {
    writing ??= write()
      .catch(() => undefined)
      .finally(() => (writing = undefined))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The state for the metrics. Rejects while there is no index. */
export async function readSearchState(
  config: Config,
  index: Pick<IndexKeeper, 'status'>,
  { changeLog, changes }: { changeLog: Stores['changeLog']; changes: ChangeFeed },
): Promise<SearchState> {
  const { index: status, position } = index.status()
  if (status === null || position === null) throw new Error('There is no search index.')
  const lacking = (await changeLog.position()).version - position.version
  const saved = describeSavedIndex(searchFolder(config))
  const { documents, deltaDocuments, dead, parts, bytes, terms, isVocabularyFull, deferred, jobs } = status
  return {
    documents,
    deltaDocuments,
    dead,
    parts,
    bytes,
    terms,
    isVocabularyFull,
    deferred,
    jobs,
    behind: {
      changes: Math.max(0, lacking),
      seconds: lacking === 0 ? 0 : (performance.now() - changes.currentAt) / 1000,
    },
    saved: saved === null ? null : { ageSeconds: (Date.now() - saved.savedAt) / 1000, bytes: saved.bytes },
  }
}

/** Describes the index: as reported by the server that keeps it, or from its files. */
export async function readSearchReport(config: Config, { changeLog }: Stores): Promise<SearchReport> {
  const { version: catalogueVersion } = await changeLog.position()
  const ageOf = (time: number) => Math.max(0, Math.round((Date.now() - time) / 1000))
  const described = describeSavedIndex(searchFolder(config))
  const report: SearchReport = {
    server: null,
    state: 'none',
    reason: null,
    progress: null,
    catalogue_version: catalogueVersion,
    version: null,
    behind: null,
    ...reportOf(null),
    saved:
      described === null
        ? null
        : {
            version: described.version,
            behind: Math.max(0, catalogueVersion - described.version),
            age_seconds: ageOf(described.savedAt),
            bytes: described.bytes,
          },
  }
  const at = (version: number) => ({ version, behind: Math.max(0, catalogueVersion - version) })
  if (isServerRunning(config)) {
    const written = readWritten(config)
    if (written === null) return { ...report, state: 'unknown', reason: 'the server has said nothing yet' }
    const { state, progress, position, index } = written.keeper
    return {
      ...report,
      server: { pid: written.pid, age_seconds: ageOf(written.at) },
      state,
      progress,
      ...(position !== null && at(position.version)),
      ...reportOf(index),
    }
  }
  const stored = readIndex(searchFolder(config))
  if ('reason' in stored) return { ...report, reason: stored.reason }
  const reason = await whyUnusable(stored, changeLog)
  return {
    ...report,
    state: reason === null ? 'saved' : 'none',
    reason,
    ...at(stored.version),
    ...reportOf(new LiveIndex(stored.index).status()),
  }
}

function reportOf(index: IndexStatus | null) {
  return {
    documents: index?.documents ?? null,
    delta_documents: index?.deltaDocuments ?? null,
    dead_documents: index?.dead ?? null,
    parts: index?.parts ?? null,
    memory_bytes: index?.bytes ?? null,
    terms: index?.terms ?? null,
    max_terms: maxTerms,
    vocabulary_full: index?.isVocabularyFull ?? null,
    deferred_documents: index?.deferred ?? null,
    jobs: index?.jobs ?? [],
  }
}

/** Returns true if a server holds the lock. */
function isServerRunning(config: Config): boolean {
  const lock = searchLock(config)
  try {
    return !lock.tryTake()
  } catch {
    return false
  } finally {
    lock.release()
  }
}

function readWritten(config: Config): WrittenStatus | null {
  try {
    return JSON.parse(readFileSync(statusFile(config), 'utf8')) as WrittenStatus
  } catch {
    return null
  }
}

/** The lock of the server that saves the search index of a data folder. */
export function searchLock(config: Config): SaveLock {
  return new SaveLock(join(config.data.folder, 'tmp', 'search.lock'), takeLock)
}
