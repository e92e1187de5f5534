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
  /** Where the index is saved; without it, nowhere. */
  folder?: string
  /** Bit mask: only what documents of these rating classes say is completed and suggested. Without it, nothing is. */
  safeRatingClasses?: number
  /** Synonyms beside those that ship with the program. */
  synonyms?: readonly SynonymGroup[]
  /** The limit of new words of one contributor; unlimited if left out. */
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
  /** Documents that are found. */
  documents: number
  parts: number
  /** Documents that are in no part yet. */
  deltaDocuments: number
  /** Documents that were replaced or removed, and still take memory. */
  dead: number
  /** Memory of the parts. */
  bytes: number
  terms: number
  /** The vocabulary takes no more terms: new words are not found. */
  isVocabularyFull: boolean
  /** The number of documents that lack words because their contributors added too many. */
  deferred: number
  /** Kinds of the jobs that are under way. */
  jobs: IndexJob['kind'][]
  /** What the index was saved with last; undefined: this program has not saved it. */
  saved: Checkpoint | undefined
}

/**
 * The search index that changes are applied to one by one. A document is found from its `put` on. `put` and `remove` take some
 * 30 µs; what takes longer is done in jobs: whoever keeps the index asks for them (`nextJob`), has a thread do them
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
   * Adds a document, replacing the one with its id. Its new words count for its contributor: toward the day or, for
   * `build`, where the whole catalogue is indexed, toward the share of the vocabulary that one contributor may take.
   */
  put(document: SearchDocument, kind: 'day' | 'build' = 'day'): void {
    this.#segments.put(document, kind)
  }

  /** Returns at most `limit` GIFs that lack words which may be added now; put these again. */
  dueDocuments(limit: number): number[] {
    return this.#budget.due(limit)
  }

  /** Removes the document of a GIF. Returns whether it was there. */
  remove(id: number): boolean {
    return this.#segments.remove(id)
  }

  /** Counts a use of a GIF: when many were used, their part is ranked anew with the uses that the job is given. */
  noteUse(id: number): void {
    this.#segments.noteUse(id)
  }

  /** The categories, by whose names GIFs are found too. */
  setCategories(categories: readonly { id: number; name: string }[]): void {
    this.#categories = new CategoryNames(categories, this.#vocabulary)
    this.#view = undefined
  }

  /** The synonyms that join those that ship with the program, in place of the last ones. */
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

  /** What queries read: the index at this moment, but for documents that die. */
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

  /** Has the index saved with all changes up to `version`, which it has: the jobs that come next do it. */
  startCheckpoint(checkpoint: Checkpoint): void {
    this.#upkeep.startCheckpoint(checkpoint)
  }

  /** Schedules a sort of the completions in the next jobs. An index that is saved does not need this. */
  startCompletions(): void {
    this.#upkeep.startCompletions()
  }

  /** The job that is due next in a lane; undefined: none is. Ask after each `apply`, and from time to time. */
  nextJob(lane: JobLane): IndexJob | undefined {
    return this.#upkeep.nextJob(lane)
  }

  /** Takes over what a worker made of a job, in one step. What changed meanwhile is applied again. */
  apply(job: IndexJob, result: JobResult): void {
    this.#upkeep.apply(job, result)
  }

  /** Gives up a job that failed; nothing is lost. It comes again, but for saving, which must be started anew. */
  abandon(job: IndexJob): void {
    this.#upkeep.abandon(job)
  }
}
