import { type StoreKey, storeKey } from './media-store.ts'
import {
  type MainRendition,
  mainRenditions,
  type RenditionName,
  renditionNames,
  renditions,
} from './rendition-table.ts'

export { type MainRendition, mainRenditions, type RenditionName, renditionNames, renditions }

/** A rendition that a GIF has. */
export type RenditionFile = {
  width: number
  height: number
  /** Null if unknown: thumbnails of older versions. */
  bytes: number | null
  frames: number
}

/** The renditions that a GIF has; a missing rendition is never listed. */
export type Renditions = Readonly<Partial<Record<RenditionName, RenditionFile>>>

/** The most bytes of one file of a GIF: far beyond what a browser would show. */
export const maxRenditionBytes = 500_000_000

/** The renditions that may be made with a GIF. */
export const firstRenditions = renditionNames.filter((name) => renditions[name].made !== 'later')

/** The properties of a GIF that its renditions depend on. */
export type RenditionBase = { width: number; height: number; frames: number; durationMs: number }

/** The time of a GIF that `start` shows. */
const startMs = 2000

/** The number of frames of `six`. */
const sixFrames = 6

/** Returns the size of a rendition and its number of frames, if no size limit reduces it. */
export function renditionShape(name: RenditionName, gif: RenditionBase): Omit<RenditionFile, 'bytes'> {
  const { box, codec } = renditions[name]
  const scale = box === null ? 1 : Math.min(1, box.width / gif.width, box.height / gif.height)
  // H.264 in 4:2:0 has only even sides, and VP9 should have the same size.
  const side = (pixels: number) => {
    const scaled = Math.max(1, Math.round(pixels * scale))
    return codec === 'h264' || codec === 'vp9' ? scaled + (scaled % 2) : scaled
  }
  return {
    width: side(gif.width),
    height: side(gif.height),
    frames: frameCount(name, gif),
  }
}

/** Returns the duration of a rendition, in milliseconds; 0 for a still. */
export function renditionMs(name: RenditionName, gif: RenditionBase): number {
  const { frames } = renditions[name]
  if (frames === 'first') return 0
  return frames === 'start' ? Math.min(startMs, gif.durationMs) : gif.durationMs
}

function frameCount(name: RenditionName, gif: RenditionBase): number {
  const { frames } = renditions[name]
  if (frames === 'first') return 1
  if (frames === 'six') return Math.min(sixFrames, gif.frames)
  return Math.max(1, Math.round((gif.frames * renditionMs(name, gif)) / gif.durationMs))
}

/** The beginning of media ids whose files everyone may read directly from a bucket. */
export const publicPrefix = 'pub-'

/** Returns true if everyone may read the files of a media id, if a bucket serves them. */
export function isPublicMedia(mediaId: string): boolean {
  return mediaId.startsWith(publicPrefix)
}

/** The folders of all GIFs in the media store; only files under `public` may be served without asking the program. */
export const gifFolders = ['gifs', 'public/gifs'] as const

/** Returns the folder of a GIF's files in the media store. */
export function gifFolder(mediaId: string): string {
  return isPublicMedia(mediaId) ? `public/gifs/${mediaId}` : `gifs/${mediaId}`
}

/** Returns the path of a rendition in URLs, below the base URL of media files. */
export function mediaPath(mediaId: string, name: RenditionName): string {
  return `gifs/${mediaId}/${renditions[name].file}`
}

/** Returns the key of a rendition in the media store. */
export function renditionKey(mediaId: string, name: RenditionName): StoreKey {
  return storeKey(`${gifFolder(mediaId)}/${renditions[name].file}`)
}
