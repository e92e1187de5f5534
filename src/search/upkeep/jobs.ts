import { buildPart } from '../part/build-part.ts'
import type { ForwardIndex } from '../part/forward-index.ts'
import { Part, type PartState } from '../part/part.ts'
import type { CountedUses } from '../part/rank-documents.ts'
import type { CompletionImage } from '../vocabulary/completion-image.ts'
import { type CompletionsSnapshot, foldCompletions } from '../vocabulary/completions.ts'
import {
  foldVocabulary,
  Vocabulary,
  type VocabularyImage,
  type VocabularySnapshot,
} from '../vocabulary/vocabulary.ts'
import { type SavedFiles, saveIndex, type SavePlan } from './save-index.ts'

/** Makes one part from deltas (`flush`) or from parts (`merge`). */
export type RewriteJob = {
  kind: 'flush' | 'merge'
  sources: (ForwardIndex | { memory: SharedArrayBuffer; state: PartState })[]
  vocabulary: VocabularySnapshot
  /** The smallest and the largest id of the GIFs in the sources. */
  firstId: number
  lastId: number
  /** Current uses of GIFs with these ids; filled in by the code that hands the job to a worker. */
  uses?: CountedUses
}

/** Work on an index for a worker thread, in shared memory and in files; it can be cloned to a thread. */
export type IndexJob =
  | RewriteJob
  | { kind: 'vocabulary'; vocabulary: VocabularySnapshot }
  | { kind: 'completions'; completions: CompletionsSnapshot }
  | { kind: 'save'; plan: SavePlan }

export type JobResult =
  | { kind: 'flush' | 'merge'; memory: SharedArrayBuffer }
  | { kind: 'vocabulary'; image: VocabularyImage }
  | { kind: 'completions'; image: CompletionImage }
  | { kind: 'save'; files: SavedFiles }

/** Runs a job. Throws what building throws, and the system's error if files cannot be written. */
export function runJob(job: IndexJob): JobResult {
  switch (job.kind) {
    case 'vocabulary':
      return { kind: job.kind, image: foldVocabulary(job.vocabulary) }
    case 'completions':
      return { kind: job.kind, image: foldCompletions(job.completions) }
    case 'save':
      return { kind: job.kind, files: saveIndex(job.plan) }
    default: {
      const sources = job.sources.map((source) =>
        'memory' in source ? new Part(source.memory, source.state) : source,
      )
      const vocabulary = Vocabulary.fromSnapshot(job.vocabulary)
      return { kind: job.kind, memory: buildPart({ sources, vocabulary, uses: job.uses }).memory }
    }
  }
}
