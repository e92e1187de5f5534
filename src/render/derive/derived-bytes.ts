import type { DerivePlan } from '../../media/media-engine.ts'
import { maxRenditionBytes, renditions, renditionShape } from '../../media/rendition.ts'

/** What a file takes for each of its pixels: more than most do. */
const bytesPerPixel = { gif: 0.35, h264: 0.05, vp9: 0.05, webp: 0.15, jpeg: 1 } as const

/** About how much disk space the files of a derivation take. */
export function derivedBytes({ renditions: names, gif }: DerivePlan): number {
  const bytes = names.map((name) => {
    const { codec, maxBytes } = renditions[name]
    const { width, height, frames } = renditionShape(name, gif)
    const most = maxBytes ?? maxRenditionBytes
    return Math.min(most, Math.ceil(width * height * frames * bytesPerPixel[codec]))
  })
  return bytes.reduce((sum, each) => sum + each, 0)
}
