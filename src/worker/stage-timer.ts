import { type Step, steps } from '../creation/task.ts'
import type { TaskObserver } from './task-observer.ts'

/** Measures how long each stage of one run takes, from its progress reports. */
export class StageTimer {
  readonly #observer: TaskObserver
  #stage: Step = steps[0]
  #since = performance.now()

  constructor(observer: TaskObserver) {
    this.#observer = observer
  }

  /** Notes that the run is in this stage now. */
  at(stage: Step): void {
    if (stage === this.#stage) return
    this.end()
    this.#stage = stage
    this.#since = performance.now()
  }

  /** Notes that the run has ended, with or without success. */
  end(): void {
    this.#observer.stageEnded(this.#stage, performance.now() - this.#since)
  }
}
