import type { Client, MeasurementTask, PreparationTask, Step } from '../task.ts'
import { AppError, type ErrorView } from '../../lib/app-error.ts'
import type { MeasuredGif, PreviewMade } from '../../media/media-engine.ts'
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

/** The state of a measurement. */
export type MeasurementState =
  | { status: 'waiting' | 'processing' }
  | { status: 'done'; measured: MeasuredGif }
  | { status: 'error'; error: ErrorView }

/**
 * Prepared sources, their previews and measurements. An expired source counts as missing. Methods that return ids return
 * those of deleted rows, so that their files can be removed; if that fails, the sweeper removes them.
 */
export interface PreparedSourceStore {
  /**
   * Adds a source. The oldest of the same client are dropped to make room, except those that a creation still needs.
   * Throws AppError rate_limited if that is not enough, unavailable if all sources together take too much, and
   * unauthorized when the account is gone.
   */
  add(source: NewSource, limits: SourceLimits): Promise<{ dropped: string[] }>
  /**
   * Adds a task for a source unless one is open: two at once would each count the bytes that they store as if they were
   * the only one. Throws AppError queue_full and rate_limited, by the preparations that wait; not_found.
   */
  prepare(task: PreparationTask, maxWaiting: number, client: Client): Promise<void>
  read(id: string): Promise<PreparedSource | undefined>
  preparation(id: string): Promise<Preparation | null>
  /** Removes a source and ends its preparation; returns false if there is no such source. */
  discard(id: string): Promise<boolean>
  /** The existing GIFs of a source, oldest first. */
  gifsOf(id: string): Promise<SourceGif[]>
  /** The source of a GIF, and the task that made it. */
  sourceOf(code: string): Promise<{ source: PreparedSource; taskId: string } | undefined>
  /** Returns those of these ids whose source has not expired or is still needed by a creation; may return others, too. */
  known(ids: string[]): Promise<Set<string>>
  /** Removes the rows of expired sources; returns how many. */
  forgetEnded(): Promise<number>
  /**
   * Adds a measurement in place of the source's previous one, whose id is returned unless it has ended. Throws AppError
   * not_found if the source is gone; queue_full and rate_limited, by the measurements that wait.
   */
  measure(task: MeasurementTask, maxWaiting: number, client: Client): Promise<string[]>
  /** The state of a measurement; undefined if the source has none with this id. */
  measurement(sourceId: string, id: string): Promise<MeasurementState | undefined>
  /** Removes the measurement of a source, whose id is returned unless it has ended. */
  stopMeasuring(sourceId: string): Promise<string[]>
}

/**
 * The results about a source: the number of its files, the bytes stored for it in addition to those it had, its title
 * and its preview.
 */
export type FoundSource = { files: number; addedBytes: number; title: string | null; preview: PreviewMade }

/** The error for every source that is missing or not the caller's. */
export function noSource(): AppError {
  return new AppError('not_found', { detail: 'sourceGone' })
}

/** The error for every prepared sticker that is missing or not the caller's. */
export function noPreparedSticker(): AppError {
  return new AppError('not_found', { detail: 'stickerGone' }, { field: 'stickers[]' })
}

/** The error for every prepared picture that is missing. */
export function noPreparedPicture(): AppError {
  return new AppError('not_found', { detail: 'pictureGone' }, { field: 'pictures[]' })
}

export function sourcesFull(): AppError {
  return new AppError('unavailable', { detail: 'tooManySources' }, { retryAfterSeconds: 600 })
}

export function tooManySources(): AppError {
  return new AppError('rate_limited', { detail: 'sourcesInUse' }, { retryAfterSeconds: 60 })
}

export function tooLargeToKeep(): AppError {
  return new AppError('media_too_large', { detail: 'sourceTooLargeToKeep' })
}
