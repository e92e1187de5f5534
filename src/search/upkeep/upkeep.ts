import type { Delta } from '../part/delta.ts'
import { Part } from '../part/part.ts'
import type { Completions } from '../vocabulary/completions.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { IndexJob, JobResult, RewriteJob } from './jobs.ts'
import type { Segments } from './segments.ts'
import type { StoredFile } from './stored-file.ts'
import type { WordBudget } from './word-budget.ts'

/** The vocabulary is folded when it has at least this many new terms, and they are a large enough share of it, */
const minAddedTerms = 1024
const maxAddedShare = 1 / 64
/** or when this share can be forgotten, or as many terms as there is room for; but at least this part of the maximum. */
const maxForgettableShare = 1 / 8
const minForgettablePart = 1 / 1024

/** Quick jobs make new documents part of the index proper and save it; heavy ones may take seconds. Each lane needs a thread. */
export type JobLane = 'quick' | 'heavy'

/** Epoch and version of the change log, whose changes are all in the index. */
export type Checkpoint = { epoch: string; version: number }

export type UpkeepDeps = {
  segments: Segments
  vocabulary: Vocabulary
  completions: Completions
  budget: WordBudget
  /** Where the index is saved; undefined: nowhere. */
  folder: string | undefined
  /** The file that has the base of the vocabulary. */
  vocabularyFile: StoredFile | null
}

/**
 * Decides what is to be done to keep an index fast and saved, and takes over what a worker did. At most one job of each kind is
 * under way at a time.
 */
export class Upkeep {
  readonly #segments: Segments
  readonly #vocabulary: Vocabulary
  readonly #completions: Completions
  readonly #budget: WordBudget
  readonly #folder: string | undefined
  readonly #running = new Map<IndexJob['kind'], IndexJob>()
  #vocabularyFile: StoredFile | null
  /** Waits until these deltas are in parts. */
  #pending: { checkpoint: Checkpoint; deltas: readonly Delta[] } | undefined
  #saved: Checkpoint | undefined
  #areCompletionsAsked = false

  constructor({ segments, vocabulary, completions, budget, folder, vocabularyFile }: UpkeepDeps) {
    this.#segments = segments
    this.#vocabulary = vocabulary
    this.#completions = completions
    this.#budget = budget
    this.#folder = folder
    this.#vocabularyFile = vocabularyFile
  }

  /** The kinds of the jobs that are under way. */
  get running(): IndexJob['kind'][] {
    return [...this.#running.keys()]
  }

  /** What the index was saved with last by this program. */
  get saved(): Checkpoint | undefined {
    return this.#saved
  }

  /** Has the index saved as it is, when the next jobs are done. Nothing happens without a folder. */
  startCheckpoint(checkpoint: Checkpoint): void {
    if (this.#folder === undefined) return
    this.#pending = { checkpoint, deltas: this.#segments.freeze() }
  }

  /**
   * Schedules a sort of the completions after the next jobs: until then only a limited number is kept. Saving sorts
   * them too.
   */
  startCompletions(): void {
    this.#areCompletionsAsked = true
  }

  /** The job that is due next in a lane; undefined: none is. Give the result to `apply`, or the failed job to `abandon`. */
  nextJob(lane: JobLane): IndexJob | undefined {
    const job =
      lane === 'quick'
        ? (this.#rewriteJob('flush') ?? this.#saveJob() ?? this.#completionsJob())
        : (this.#foldJob() ?? this.#rewriteJob('merge'))
    if (job !== undefined) this.#running.set(job.kind, job)
    return job
  }

  #rewriteJob(kind: RewriteJob['kind']): RewriteJob | undefined {
    const sources = this.#segments.startRewrite(kind)
    if (sources === undefined) return undefined
    const ids = sources.flatMap((source) => idsOf(source))
    return {
      kind,
      sources: sources.map((source) => toSource(source)),
      vocabulary: this.#vocabulary.snapshot(),
      firstId: Math.min(...ids),
      lastId: Math.max(...ids),
    }
  }

  #foldJob(): IndexJob | undefined {
    if (this.#running.has('vocabulary')) return undefined
    if (!isFoldDue(this.#vocabulary)) return undefined
    return { kind: 'vocabulary', vocabulary: this.#vocabulary.snapshot() }
  }

  #saveJob(): IndexJob | undefined {
    const pending = this.#pending
    if (pending === undefined || this.#folder === undefined || this.#isSnapshotTaken()) return undefined
    if (pending.deltas.some((delta) => this.#segments.isFrozen(delta))) return undefined
    this.#pending = undefined
    const { epoch, version } = pending.checkpoint
    const vocabulary = this.#vocabulary.snapshot()
    const index = {
      parts: this.#segments.partImages(),
      vocabulary,
      vocabularyFile: this.#vocabularyFile,
      budget: this.#budget.image(),
    }
    const completions = this.#completions.snapshot()
    return { kind: 'save', plan: { folder: this.#folder, epoch, version, index, completions } }
  }

  #completionsJob(): IndexJob | undefined {
    if (!this.#areCompletionsAsked || this.#isSnapshotTaken()) return undefined
    this.#areCompletionsAsked = false
    if (this.#completions.addedCount === 0) return undefined
    return { kind: 'completions', completions: this.#completions.snapshot() }
  }

  /** Completions have only one snapshot at a time. */
  #isSnapshotTaken(): boolean {
    return this.#running.has('save') || this.#running.has('completions')
  }

  /** Takes over the result of a job. Costs less than a millisecond, but for copying what came meanwhile. */
  apply(job: IndexJob, result: JobResult): void {
    this.#end(job)
    if (result.kind === 'vocabulary') {
      this.#vocabulary.replaceBase(result.image)
      this.#vocabularyFile = null
    } else if (result.kind === 'completions') {
      this.#completions.replaceBase(result.image)
    } else if (result.kind === 'save') {
      if (job.kind !== 'save') return
      const { index, epoch, version } = job.plan
      for (const [at, file] of result.files.parts.entries()) {
        const part = index.parts[at]
        if (part !== undefined) this.#segments.noteFile(part.memory, file)
      }
      // The vocabulary may have been folded meanwhile.
      if (this.#vocabulary.snapshot().base === index.vocabulary.base)
        this.#vocabularyFile = result.files.vocabulary
      this.#completions.replaceBase(result.files.completions)
      this.#saved = { epoch, version }
    } else this.#segments.finishRewrite(result.kind, result.memory)
  }

  /** Gives up a job that failed: its documents stay where they are. A checkpoint has to be started anew. */
  abandon(job: IndexJob): void {
    this.#end(job)
    if (job.kind === 'flush' || job.kind === 'merge') this.#segments.abandonRewrite(job.kind)
  }

  #end(job: IndexJob): void {
    if (!this.#running.delete(job.kind)) throw new Error(`no job ${job.kind} is under way`)
  }
}

function isFoldDue({ termCount, addedCount, forgettable, room }: Vocabulary): boolean {
  if (addedCount >= Math.max(minAddedTerms, termCount * maxAddedShare)) return true
  const enough = Math.min(termCount * maxForgettableShare, room)
  return forgettable >= Math.max((termCount + room) * minForgettablePart, enough)
}

/** The ids at both ends of a source. */
function idsOf(source: Part | Delta): number[] {
  if (source instanceof Part) {
    const { ids, byAge } = source
    return [byAge.at(-1), byAge[0]].flatMap((doc) => (doc === undefined ? [] : (ids[doc] ?? 0)))
  }
  const ids = source.ids.subarray(0, source.size)
  return [ids.reduce((a, b) => Math.min(a, b)), ids.reduce((a, b) => Math.max(a, b))]
}

/** What of a source a thread gets: memory that it shares. */
function toSource(source: Part | Delta): RewriteJob['sources'][number] {
  if (source instanceof Part) return { memory: source.memory, state: source.state }
  const { size, ids, uses, facets, categories, tokenStarts, tokens, dead } = source
  return { size, ids, uses, facets, categories, tokenStarts, tokens, dead }
}
