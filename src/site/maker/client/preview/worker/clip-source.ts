import type { Setup } from '../messages.ts'
import type { Edit } from '../edit.ts'

/** The frames that an edit makes of a source, before they are put in order. */
export type ClipPlan = {
  width: number
  height: number
  /** How long a frame is shown; on average where they have times of their own. */
  frameMs: number
  /** How long each frame is shown, where not all are shown for as long. */
  framesMs: readonly number[] | null
  /** For each frame the key of its picture in the source: frames with the same key look alike. */
  keys: number[]
  /** When each frame is shown, in seconds of the source. */
  seconds: number[]
  /** What scaled frames depend on besides their key. */
  shape: string
}

export type Frame = { key: number; rgba: Uint8Array }

/** A source that is open. */
export type ClipSource = {
  plan: (edit: Edit, limits: Setup['limits']) => Promise<ClipPlan>
  /** The scaled frames of some keys of a plan, in ascending order. Throws an Error where one cannot be decoded. */
  draw: (plan: ClipPlan, keys: readonly number[]) => AsyncIterable<Frame>
  close: () => void
}
