import { offerCopying } from './copy-buttons.ts'
import { respectReducedMotion } from './reduced-motion.ts'
import { playPreviews } from './play-previews.ts'

offerCopying()
respectReducedMotion()
playPreviews()
