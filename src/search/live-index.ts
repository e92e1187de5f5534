import { CategoryNames } from './query/category-names.ts'
import { evaluateQuery } from './query/evaluate.ts'
import type { IndexView } from './query/index-view.ts'
import { findRelated } from './query/related.ts'
import type {
  Completion,
  Match,
  SearchAnswer,
  SearchDocument,
  SearchFilter,
  SearchQuery,
} from './search-index.ts'
import { RelatedWords } from './text/related-words.ts'
import type { SynonymGroup } from './text/synonyms.ts'
import type { IndexImage } from './upkeep/index-image.ts'
import type { IndexJob, JobResult } from './upkeep/jobs.ts'
import { Segments } from './upkeep/segments.ts'
import { type Checkpoint, type JobLane, Upkeep } from './upkeep/upkeep.ts'
import { WordBudget, type WordBudgetOptions } from './upkeep/word-budget.ts'
import { completeText, findClosestWords } from './vocabulary/complete-text.ts'
import { Completions } from './vocabulary/completions.ts'
import { Vocabulary } from './vocabulary/vocabulary.ts'

export type LiveIndexOptions = {
  /** The folder to save the index in; without it, the index is not saved. */
  folder?: string
  /** Bit mask: only words of documents with these rating classes are completed and suggested. Default: none. */
  safeRatingClasses?: number
  /** Synonyms in addition to those that ship with the program. */
  synonyms?: readonly SynonymGroup[]
  /** The limit on one contributor's new words; default: unlimited. */
  newWords?: WordBudgetOptions | undefined
  /** The maximum number of terms in the vocabulary. */
  maxTerms?: number
  /** Called after each search. */
  onSearch?: (match: Match, seconds: number) => void
}

/** Hands out the index in use. Another one may replace it at any time, so ask for it before each call. */
export type CurrentIndex = {
  /** Throws AppError unavailable while there is no index. */
  current(): LiveIndex
}

export type IndexStatus = {
  /** The number of documents that can be found. */
  documents: number
  parts: number
  /** The number of documents that are in no part yet. */
  deltaDocuments: number
  /** The number of documents that were replaced or removed but still take memory. */
  dead: number
  /** The memory of the parts, in bytes. */
  bytes: number
  terms: number
  /** True if the vocabulary takes no more terms: new words are not found. */
  isVocabularyFull: boolean
  /** The number of documents that lack words because their contributors added too many. */
  deferred: number
  /** The kinds of the running jobs. */
  jobs: IndexJob['kind'][]
  /** The last checkpoint saved by this program, if any. */
  saved: Checkpoint | undefined
}

/**
 * The search index, updated change by change. A document is found as soon as it is `put`. `put` and `remove` take about
 * 30 µs; longer work is done in jobs: the owner of the index asks for them (`nextJob`), runs them on a thread
 * (`JobThread`), and hands the results back (`apply`).
 */
export class LiveIndex {
  readonly #onSearch: LiveIndexOptions['onSearch']
  readonly #vocabulary: Vocabulary
  readonly #budget: WordBudget
  readonly #segments: Segments
  readonly #upkeep: Upkeep
  readonly #completions: Completions
  #relatedWords: RelatedWords
  #categories: CategoryNames
  #view: IndexView | undefined

  constructor(
    { parts, vocabulary, vocabularyFile, completions, budget }: IndexImage,
    { folder, safeRatingClasses = 0, synonyms = [], newWords, maxTerms, onSearch }: LiveIndexOptions = {},
  ) {
    this.#onSearch = onSearch
    this.#vocabulary = Vocabulary.fromSnapshot(vocabulary, { maxTerms })
    this.#budget = new WordBudget(this.#vocabulary, newWords, budget)
    this.#completions = new Completions(completions)
    this.#relatedWords = new RelatedWords(synonyms)
    const counted = {
      vocabulary: this.#vocabulary,
      budget: this.#budget,
      completions: this.#completions,
    }
    this.#segments = new Segments(parts, Object.assign({ safeRatingClasses }, counted))
    this.#upkeep = new Upkeep(Object.assign({ segments: this.#segments, folder, vocabularyFile }, counted))
    this.#categories = new CategoryNames([], this.#vocabulary)
  }

  /**
   * Adds a document, replacing the one with its id. Its new words count against its contributor's limit: the daily one
   * or, for `build`, when the whole catalogue is indexed, the share of the vocabulary that one contributor may take.
   */
  put(document: SearchDocument, kind: 'day' | 'build' = 'day'): void {
    this.#segments.put(document, kind)
  }

  /** Returns at most `limit` GIFs that lack words which may be added now; put these again. */
  dueDocuments(limit: number): number[] {
    return this.#budget.due(limit)
  }

  /** Removes the document of a GIF. Returns true if it existed. */
  remove(id: number): boolean {
    return this.#segments.remove(id)
  }

  /** Counts a use of a GIF. After many uses, their part is ranked again with the current counts given to the job. */
  noteUse(id: number): void {
    this.#segments.noteUse(id)
  }

  /** Sets the categories, whose names also find GIFs. */
  setCategories(categories: readonly { id: number; name: string }[]): void {
    this.#categories = new CategoryNames(categories, this.#vocabulary)
    this.#view = undefined
  }

  /** Replaces the operator's synonyms, which are added to those that ship with the program. */
  setSynonyms(groups: readonly SynonymGroup[]): void {
    this.#relatedWords = new RelatedWords(groups)
    this.#view = undefined
  }

  /** Yields to the event loop between chunks of work. */
  async search(query: SearchQuery): Promise<SearchAnswer> {
    if (this.#onSearch === undefined) return evaluateQuery(this.view, query)
    const start = performance.now()
    const answer = await evaluateQuery(this.view, query)
    this.#onSearch(answer.match, (performance.now() - start) / 1000)
    return answer
  }

  /** Completes a text whose last word is unfinished, most used completions first; typos in the prefix are forgiven. */
  complete(text: string, limit: number): Completion[] {
    return completeText(this.#completions, text, limit)
  }

  /** Returns words near the text's words that find something, for a page without results. */
  closestWords(text: string, limit: number): string[] {
    return findClosestWords(this.#vocabulary, this.#completions, text, limit)
  }

  /** Returns the GIFs most like this one, most similar first. */
  related(id: number, filter: SearchFilter, limit: number): number[] {
    return findRelated(this.view, id, filter, limit)
  }

  /** The view for queries: the index at this moment, except that documents may still die. */
  get view(): IndexView {
    const { parts, deltas } = this.#segments
    if (this.#view?.parts === parts && this.#view.deltas === deltas) return this.#view
    const relatedWords = this.#relatedWords
    this.#view = {
      parts,
      deltas,
      vocabulary: this.#vocabulary,
      categories: this.#categories,
      relatedWords: (token) => relatedWords.of(token),
    }
    return this.#view
  }

  status(): IndexStatus {
    const { parts, deltas } = this.view
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
    return {
      documents: sum([...parts, ...deltas].map(({ living }) => living)),
      parts: parts.length,
      deltaDocuments: sum(deltas.map(({ living }) => living)),
      dead: sum([...parts, ...deltas].map(({ deadCount }) => deadCount)),
      bytes: sum(parts.map(({ memory }) => memory.byteLength)),
      terms: this.#vocabulary.termCount,
      isVocabularyFull: this.#budget.isFull,
      deferred: this.#budget.deferredCount,
      jobs: this.#upkeep.running,
      saved: this.#upkeep.saved,
    }
  }

  /** Schedules saving the index with all changes up to `version`, which it must have; the next jobs do it. */
  startCheckpoint(checkpoint: Checkpoint): void {
    this.#upkeep.startCheckpoint(checkpoint)
  }

  /** Schedules sorting the completions in the next jobs. An index that is saved does not need this. */
  startCompletions(): void {
    this.#upkeep.startCompletions()
  }

  /** Returns the next job due in a lane, if any. Call it after each `apply`, and from time to time. */
  nextJob(lane: JobLane): IndexJob | undefined {
    return this.#upkeep.nextJob(lane)
  }

  /** Applies the result of a job in one step. Changes made since the job began are applied again. */
  apply(job: IndexJob, result: JobResult): void {
    this.#upkeep.apply(job, result)
  }

  /** Abandons a failed job; nothing is lost. It is due again later, except for saving, which must be started again. */
  abandon(job: IndexJob): void {
    this.#upkeep.abandon(job)
  }
}
