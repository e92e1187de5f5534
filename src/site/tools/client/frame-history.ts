import type { ChosenFrame } from '../../../options/rules/frames.ts'
import { maxHold } from '../../../options/rules/frames.ts'

/** The frames that are chosen, and what they were before each change. */
export class FrameHistory {
  #frames: readonly ChosenFrame[]
  readonly #before: (readonly ChosenFrame[])[] = []
  #after: (readonly ChosenFrame[])[] = []
  readonly #count: number

  /** All frames of an animation of `count`. */
  constructor(count: number) {
    this.#count = count
    this.#frames = Array.from({ length: count }, (_, index) => ({ index, hold: 1 }))
  }

  get frames(): readonly ChosenFrame[] {
    return this.#frames
  }

  get canUndo(): boolean {
    return this.#before.length > 0
  }

  get canRedo(): boolean {
    return this.#after.length > 0
  }

  /** Whether they are all frames, as they were. */
  get isWhole(): boolean {
    const isOwn = ({ index, hold }: ChosenFrame, place: number) => index === place && hold === 1
    return this.#frames.length === this.#count && this.#frames.every(isOwn)
  }

  change(frames: readonly ChosenFrame[]): void {
    this.#before.push(this.#frames)
    this.#after = []
    this.#frames = frames
  }

  /** Removes the frames of some places; false where none would be left. */
  remove(places: ReadonlySet<number>): boolean {
    const left = this.#frames.filter((_, place) => !places.has(place))
    if (left.length === 0) return false
    this.change(left)
    return true
  }

  /** Shows the frames of some places so many times longer, or shorter where it is below 0. */
  hold(places: ReadonlySet<number>, by: number): void {
    this.change(
      this.#frames.map((frame, place) =>
        places.has(place) ? { ...frame, hold: Math.min(maxHold, Math.max(1, frame.hold + by)) } : frame,
      ),
    )
  }

  undo(): void {
    const before = this.#before.pop()
    if (before === undefined) return
    this.#after.push(this.#frames)
    this.#frames = before
  }

  redo(): void {
    const after = this.#after.pop()
    if (after === undefined) return
    this.#before.push(this.#frames)
    this.#frames = after
  }
}
