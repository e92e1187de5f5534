import type { LayerLimits } from '../layers/layer-limits.ts'
import type { GifPreset } from '../options/gif-options.ts'
import type { LengthLimits, OptionLimits } from '../options/option.ts'

/** The limits on a creation that the operator sets. */
export type CreationLimits = OptionLimits &
  LengthLimits & {
    preset: GifPreset
    layers: LayerLimits
    maxWaitingTasks: number
    maxWaitingOfClient: number
    maxUploadsAtOnce: number
    maxUploadsPerAddress: number
    /** Whether only accounts may make GIFs. */
    accountNeeded: boolean
  }
