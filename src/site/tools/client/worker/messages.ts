import type { RuleText } from '../../../../lib/errors/rules.ts'
import type { GifPreset } from '../../../../options/gif-options.ts'
import type { SizeNote } from '../../../../options/rules/size-note.ts'
import type { FrameEdit } from '../../../../options/rules/edit-frames.ts'

/** How the GIF is changed besides its frames and times; null: as it is. */
export type Reshape = {
  crop: { x: number; y: number; width: number; height: number } | null
  width: number | null
  maxBytes: number | null
  preset: GifPreset | null
}

/** What the page asks for; the answer has the same number. */
export type Ask =
  | { type: 'open'; number: number; file: Blob; appended: Blob[]; maxFrames: number }
  | { type: 'picture'; number: number; index: number }
  | { type: 'make'; number: number; edit: FrameEdit; reshape: Reshape; maxFrames: number }
  | { type: 'zip'; number: number }

export type Facts = { bytes: number; width: number; height: number; frames: number; milliseconds: number }

export type Answer =
  | { type: 'opened'; number: number; facts: Facts; framesMs: number[] }
  | {
      type: 'picture'
      number: number
      index: number
      width: number
      height: number
      rgba: Uint8ClampedArray<ArrayBuffer>
    }
  | {
      type: 'made'
      number: number
      file: Blob
      facts: Facts
      approximated: number
      sizeNote: SizeNote | null
    }
  | { type: 'zip'; number: number; file: Blob }
  | { type: 'failed'; number: number; reason: FailReason; field: string | null; text: RuleText | null }

/** `problem`: `text` says what is wrong with the values. */
export type FailReason = 'problem' | 'damaged' | 'too_large' | 'unreadable' | 'memory' | 'old_browser'
