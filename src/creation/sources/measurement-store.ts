import type { ErrorView } from '../../lib/app-error.ts'
import type { MeasuredGif } from '../../media/media-engine.ts'
import type { Client, MeasurementTask } from '../task.ts'

/** How a measurement stands. */
export type MeasurementState =
  | { status: 'waiting' | 'processing' }
  | { status: 'done'; measured: MeasuredGif }
  | { status: 'error'; error: ErrorView }

/** Measurements of what GIFs of prepared sources come to: each source has one, the newest. */
export interface MeasurementStore {
  /**
   * Adds one in the place of the one before it, whose id is given unless it has ended. Throws AppError not_found where the
   * source is gone; queue_full and rate_limited, by the measurements that wait.
   */
  add(task: MeasurementTask, maxWaiting: number, client: Client): Promise<string[]>
  /** Undefined for what is no measurement of this source. */
  state(sourceId: string, id: string): Promise<MeasurementState | undefined>
  /** Removes that of a source, whose id is given unless it has ended. */
  stop(sourceId: string): Promise<string[]>
}
