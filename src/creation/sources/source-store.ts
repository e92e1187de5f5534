import type { Client, PreparationTask, Step } from '../task.ts'
import { AppError, type ErrorView } from '../../lib/app-error.ts'
import type { PreviewMade } from '../../media/media-engine.ts'
import type { PreparedSource, SourceLimits } from './prepared-source.ts'

/** A source as it is added: `bytes` of what was sent, 0 for a link. */
export type NewSource = Omit<PreparedSource, 'preview' | 'title' | 'createdAt' | 'until'> & {
  title: string | null
}

/** How the newest preparation of a source stands; null: none was asked for, or it was long ago. */
export type Preparation =
  | { status: 'waiting'; position: number }
  | { status: 'processing'; progress: number; step: Step }
  | { status: 'done' }
  | { status: 'error'; error: ErrorView }

/** A GIF that was made of a source. */
export type SourceGif = { code: string; taskId: string; createdAt: number }

/**
 * Prepared sources. One whose time is over is as if it were not there. What gives ids gives those whose rows are gone, so
 * that their files may be removed; where that fails, the sweeper does it.
 */
export interface PreparedSourceStore {
  /**
   * Adds a source. The oldest of the same client give way to it, but none that a creation still needs. Throws AppError
   * rate_limited where they cannot, unavailable where all sources together take too much, and unauthorized when the
   * account is gone.
   */
  add(source: NewSource, limits: SourceLimits): Promise<{ dropped: string[] }>
  /**
   * Adds a task for a source, unless one is under way: two at once would each count what they store as if it were all.
   * Throws AppError queue_full and rate_limited, by the preparations that wait; not_found.
   */
  prepare(task: PreparationTask, maxWaiting: number, client: Client): Promise<void>
  read(id: string): Promise<PreparedSource | undefined>
  preparation(id: string): Promise<Preparation | null>
  /** Removes a source and ends its preparation; false when it is not there. */
  discard(id: string): Promise<boolean>
  /** The GIFs of a source that are still there, the oldest first. */
  gifsOf(id: string): Promise<SourceGif[]>
  /** The source of a GIF, and the task that made it. */
  sourceOf(code: string): Promise<{ source: PreparedSource; taskId: string } | undefined>
  /** Which of these ids are of sources whose time is not over, or that a creation still needs; others may be given too. */
  known(ids: string[]): Promise<Set<string>>
  /** Removes the rows of sources whose time is over; returns how many. */
  forgetEnded(): Promise<number>
}

/**
 * The results about a source: the number of its files, the bytes stored for it in addition to those it had, its title
 * and its preview.
 */
export type FoundSource = { files: number; addedBytes: number; title: string | null; preview: PreviewMade }

/** What a transaction can do with prepared sources. */
export interface ClaimedSources {
  /**
   * Records the results about a source and counts the bytes stored for it. Returns false if the source is gone. The
   * oldest sources of the same client give way, as in `add`; throws AppError media_too_large if that is not enough, and
   * unavailable.
   */
  record(
    id: string,
    found: FoundSource,
    limits: SourceLimits,
  ): Promise<{ isThere: boolean; dropped: string[] }>
  /** As `add`, and nothing where it is there already; null where there is no room: a GIF does not fail for that. */
  keep(source: NewSource, limits: SourceLimits): Promise<{ dropped: string[] } | null>
  /** Counts so many more bytes for files that a source got; null where there is no room, or no such source. */
  grow(id: string, bytes: number, limits: SourceLimits): Promise<{ dropped: string[] } | null>
  /** Notes of which source a GIF was made; nothing where that is gone. */
  noteGif(id: string, gif: Omit<SourceGif, 'createdAt'>): Promise<void>
}

/** The error for every source that is not there, or not of who asks. */
export function noSource(): AppError {
  return new AppError('not_found', { detail: 'sourceGone' })
}

/** The error for every kept sticker that is not there, or not of who asks. */
export function noKeptSticker(): AppError {
  return new AppError(
    'not_found',
    { detail: 'stickerGone' },
    {
      field: 'stickers[]',
    },
  )
}

/** The error for every kept picture that is not there. */
export function noKeptPicture(): AppError {
  return new AppError(
    'not_found',
    { detail: 'pictureGone' },
    {
      field: 'pictures[]',
    },
  )
}

export function sourcesFull(): AppError {
  return new AppError(
    'unavailable',
    { detail: 'tooManySources' },
    {
      retryAfterSeconds: 600,
    },
  )
}

export function tooManySources(): AppError {
  return new AppError(
    'rate_limited',
    { detail: 'sourcesInUse' },
    {
      retryAfterSeconds: 60,
    },
  )
}

export function tooLargeToKeep(): AppError {
  return new AppError('media_too_large', { detail: 'sourceTooLargeToKeep' })
}
