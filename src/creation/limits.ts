import type { LayerLimits } from '../layers/layer-limits.ts'
import type { GifPreset } from '../options/gif-options.ts'
import type { LengthLimits, OptionLimits } from '../options/option.ts'

/** The limits on a creation that the operator sets. */
export type CreationLimits = OptionLimits &
  LengthLimits & {
    preset: GifPreset
    /** The maximum size of an upload, and of all library files in one request together. */
    maxUploadBytes: number
    /** The maximum frames of an edited animation, and the maximum clips appended to it. */
    maxEditedFrames: number
    maxAppended: number
    layers: LayerLimits
    maxWaitingTasks: number
    maxWaitingOfClient: number
    maxUploadsAtOnce: number
    maxUploadsPerAddress: number
    /** True if only accounts may make GIFs. */
    accountNeeded: boolean
  }
