import { type Step, steps } from '../creation/task.ts'
import type { TaskObserver } from './task-observer.ts'

/** Times the stages of one run, from what it tells of its progress. */
export class StageWatch {
  readonly #observer: Pick<TaskObserver, 'stageEnded'>
  #stage: Step = steps[0]
  #since = performance.now()

  constructor(observer: Pick<TaskObserver, 'stageEnded'>) {
    this.#observer = observer
  }

  /** The run is in this stage now. */
  at(stage: Step): void {
    if (stage === this.#stage) return
    this.end()
    this.#stage = stage
    this.#since = performance.now()
  }

  /** The run is over, well or badly. */
  end(): void {
    this.#observer.stageEnded(this.#stage, performance.now() - this.#since)
  }
}
