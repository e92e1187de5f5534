import {
  type RenditionBase,
  type RenditionName,
  renditionMs,
  renditionShape,
  renditions,
} from '../../media/rendition.ts'

/** Returns the frames of a GIF that a rendition shows, by number, and the time of each. */
export function framesOfRendition(
  name: RenditionName,
  gif: RenditionBase,
): { numbers: number[]; frameMs: number } {
  const { frames: count } = renditionShape(name, gif)
  const step = renditions[name].frames === 'six' ? gif.frames / count : 1
  return {
    numbers: Array.from({ length: count }, (_, index) => Math.floor(index * step)),
    frameMs: Math.max(1, renditionMs(name, gif)) / count,
  }
}
