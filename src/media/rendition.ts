import { type StoreKey, storeKey } from './media-store.ts'
import {
  type MainRendition,
  mainRenditions,
  type RenditionName,
  renditionNames,
  renditions,
} from './rendition-table.ts'

export { type MainRendition, mainRenditions, type RenditionName, renditionNames, renditions }

/** What a GIF has of a rendition. */
export type RenditionFile = {
  width: number
  height: number
  /** Null if unknown: thumbnails of older versions. */
  bytes: number | null
  frames: number
}

/** What a GIF has; a rendition that is not there is never claimed. */
export type Renditions = Readonly<Partial<Record<RenditionName, RenditionFile>>>

/** The most that one file of a GIF may take: far beyond what a browser would show. */
export const maxRenditionBytes = 500_000_000

/** What may be made with a GIF. */
export const firstRenditions = renditionNames.filter((name) => renditions[name].made !== 'later')

/** What the renditions of a GIF depend on. */
export type RenditionBase = { width: number; height: number; frames: number; durationMs: number }

/** What `start` shows of a GIF. */
const startMs = 2000

/** How many frames `six` has. */
const sixFrames = 6

/** How large a rendition is, and how many frames it shows, where no bound of bytes makes it smaller. */
export function renditionShape(name: RenditionName, gif: RenditionBase): Omit<RenditionFile, 'bytes'> {
  const { box, codec } = renditions[name]
  const scale = box === null ? 1 : Math.min(1, box.width / gif.width, box.height / gif.height)
  // H.264 in 4:2:0 has even sides only, and VP9 is to have the same size.
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

/** How long a rendition is shown, in milliseconds; 0 for a still. */
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

/** What the media ids begin with whose files everyone may read straight from a bucket. */
export const publicPrefix = 'pub-'

/** Whether everyone may read the files of a media id, where a bucket serves them. */
export function isPublicMedia(mediaId: string): boolean {
  return mediaId.startsWith(publicPrefix)
}

/** The folders of all GIFs in the media store; only what lies under `public` may be served without asking the program. */
export const gifFolders = ['gifs', 'public/gifs'] as const

/** The folder of a GIF's files in the media store. */
export function gifFolder(mediaId: string): string {
  return isPublicMedia(mediaId) ? `public/gifs/${mediaId}` : `gifs/${mediaId}`
}

/** The path of a rendition in addresses, below the address of media files. */
export function mediaPath(mediaId: string, name: RenditionName): string {
  return `gifs/${mediaId}/${renditions[name].file}`
}

/** The key of a rendition in the media store. */
export function renditionKey(mediaId: string, name: RenditionName): StoreKey {
  return storeKey(`${gifFolder(mediaId)}/${renditions[name].file}`)
}
