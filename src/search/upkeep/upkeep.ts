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
/** or when this share, or as much as there is room for, can be forgotten; but at least this share of the maximum. */
const maxForgettableShare = 1 / 8
const minForgettablePart = 1 / 1024

/** Quick jobs move new documents into parts and save the index; heavy ones may take seconds. A lane needs a thread. */
export type JobLane = 'quick' | 'heavy'

/** Epoch and version of the change log, whose changes are all in the index. */
export type Checkpoint = { epoch: string; version: number }

/** Decides which jobs keep an index fast and saved, and applies their results. One job of each kind runs at a time. */
export class Upkeep {
  readonly #segments: Segments
  readonly #vocabulary: Vocabulary
  readonly #completions: Completions
  readonly #budget: WordBudget
  readonly #folder: string | undefined
  readonly #running = new Map<IndexJob['kind'], IndexJob>()
  #vocabularyFile: StoredFile | null
  /** A checkpoint that waits until these deltas are in parts. */
  #pending: { checkpoint: Checkpoint; deltas: readonly Delta[] } | undefined
  #saved: Checkpoint | undefined
  #areCompletionsAsked = false

  constructor({
    segments,
    vocabulary,
    completions,
    budget,
    folder,
    vocabularyFile,
  }: {
    segments: Segments
    vocabulary: Vocabulary
    completions: Completions
    budget: WordBudget
    /** The folder to save the index in; undefined: it is not saved. */
    folder: string | undefined
    /** The file with the base of the vocabulary. */
    vocabularyFile: StoredFile | null
  }) {
    this.#segments = segments
    this.#vocabulary = vocabulary
    this.#completions = completions
    this.#budget = budget
    this.#folder = folder
    this.#vocabularyFile = vocabularyFile
  }

  /** The kinds of the running jobs. */
  get running(): IndexJob['kind'][] {
    return [...this.#running.keys()]
  }

  /** The last checkpoint that this program saved. */
  get saved(): Checkpoint | undefined {
    return this.#saved
  }

  /** Schedules saving the index as it is, after the next jobs. Does nothing without a folder. */
  startCheckpoint(checkpoint: Checkpoint): void {
    if (this.#folder === undefined) return
    this.#pending = { checkpoint, deltas: this.#segments.freeze() }
  }

  /** Schedules sorting the completions after the next jobs: until then only some are kept. Saving sorts them too. */
  startCompletions(): void {
    this.#areCompletionsAsked = true
  }

  /** Returns the next job due in a lane, if any. Pass the result to `apply`, or the failed job to `abandon`. */
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

  /** Completions can have only one snapshot at a time. */
  #isSnapshotTaken(): boolean {
    return this.#running.has('save') || this.#running.has('completions')
  }

  /** Applies the result of a job. Takes less than a millisecond, plus copying what arrived since. */
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
      // The vocabulary may have been folded since.
      if (this.#vocabulary.snapshot().base === index.vocabulary.base)
        this.#vocabularyFile = result.files.vocabulary
      this.#completions.replaceBase(result.files.completions)
      this.#saved = { epoch, version }
    } else this.#segments.finishRewrite(result.kind, result.memory)
  }

  /** Abandons a failed job: its documents stay where they are. A checkpoint has to be started again. */
  abandon(job: IndexJob): void {
    this.#end(job)
    if (job.kind === 'flush' || job.kind === 'merge') this.#segments.abandonRewrite(job.kind)
  }

  #end(job: IndexJob): void {
    if (!this.#running.delete(job.kind)) throw new Error(`no job ${job.kind} is running`)
  }
}

function isFoldDue({ termCount, addedCount, forgettable, room }: Vocabulary): boolean {
  if (addedCount >= Math.max(minAddedTerms, termCount * maxAddedShare)) return true
  const enough = Math.min(termCount * maxForgettableShare, room)
  return forgettable >= Math.max((termCount + room) * minForgettablePart, enough)
}

/** Returns the smallest and largest ids of a source. */
function idsOf(source: Part | Delta): number[] {
  if (source instanceof Part) {
    const { ids, byAge } = source
    return [byAge.at(-1), byAge[0]].flatMap((doc) => (doc === undefined ? [] : (ids[doc] ?? 0)))
  }
  const ids = source.ids.subarray(0, source.size)
  return [ids.reduce((a, b) => Math.min(a, b)), ids.reduce((a, b) => Math.max(a, b))]
}

/** Returns the shared memory of a source, for a thread. */
function toSource(source: Part | Delta): RewriteJob['sources'][number] {
  if (source instanceof Part) return { memory: source.memory, state: source.state }
  const { size, ids, uses, facets, categories, tokenStarts, tokens, dead } = source
  return { size, ids, uses, facets, categories, tokenStarts, tokens, dead }
}
