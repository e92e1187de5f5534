import type { LayerLimits } from '../layers/layer-limits.ts'
import type { GifPreset } from '../options/gif-options.ts'
import type { LengthLimits, OptionLimits } from '../options/option.ts'

/** The limits on a creation that the operator sets. */
export type CreationLimits = OptionLimits &
  LengthLimits & {
    preset: GifPreset
    /** The maximum of an upload, and of all files from the library in one request together. */
    maxUploadBytes: number
    /** Frames of an animation that is edited, and clips that may follow it. */
    maxEditedFrames: number
    maxAppended: number
    layers: LayerLimits
    maxWaitingTasks: number
    maxWaitingOfClient: number
    maxUploadsAtOnce: number
    maxUploadsPerAddress: number
    /** Whether only accounts may make GIFs. */
    accountNeeded: boolean
  }
