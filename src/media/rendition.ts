import { type StoreKey, storeKey } from './media-store.ts'

/** How a rendition is made, and what of it does not depend on the GIF. */
type RenditionSpec = {
  /** Stands for it in the rows of the database: permanent, never given to another one. 1 to 255. */
  id: number
  file: string
  contentType: string
  codec: 'gif' | 'h264' | 'webp' | 'jpeg'
  /** It is scaled down to fit into this; null: the size of the GIF. */
  box: { width: number; height: number } | null
  frames: 'all' | 'first'
  /** Made with the GIF, which is published with it, or derived from stored renditions later. */
  made: 'with-gif' | 'later'
}

/** The files that a GIF can be served as. Adding one here is all that serving, backup and the catalogue need. */
const specs = {
  gif: {
    id: 1,
    file: 'gif.gif',
    contentType: 'image/gif',
    codec: 'gif',
    box: null,
    frames: 'all',
    made: 'with-gif',
  },
  mp4: {
    id: 2,
    file: 'video.mp4',
    contentType: 'video/mp4',
    codec: 'h264',
    box: null,
    frames: 'all',
    made: 'with-gif',
  },
  webp: {
    id: 3,
    file: 'animation.webp',
    contentType: 'image/webp',
    codec: 'webp',
    box: null,
    frames: 'all',
    made: 'with-gif',
  },
  thumb: {
    id: 4,
    file: 'thumb.jpg',
    contentType: 'image/jpeg',
    codec: 'jpeg',
    box: null,
    frames: 'first',
    made: 'with-gif',
  },
} as const satisfies Record<string, RenditionSpec>

export type RenditionName = keyof typeof specs

export const renditions: Readonly<Record<RenditionName, RenditionSpec>> = specs

export const renditionNames = Object.keys(specs) as RenditionName[]

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

/** A rendition that is made with the GIF. */
export type FirstRendition = {
  [Name in RenditionName]: (typeof specs)[Name]['made'] extends 'with-gif' ? Name : never
}[RenditionName]

export const firstRenditions = renditionNames.filter(
  (name): name is FirstRendition => renditions[name].made === 'with-gif',
)

/** How large a rendition is, and how many frames it shows, of a GIF of this size. */
export function renditionShape(
  name: RenditionName,
  gif: { width: number; height: number; frames: number },
): Omit<RenditionFile, 'bytes'> {
  const { box, codec, frames } = renditions[name]
  const scale = box === null ? 1 : Math.min(1, box.width / gif.width, box.height / gif.height)
  // H.264 in 4:2:0 has even sides only.
  const side = (pixels: number) => {
    const scaled = Math.max(1, Math.round(pixels * scale))
    return codec === 'h264' ? scaled + (scaled % 2) : scaled
  }
  return {
    width: side(gif.width),
    height: side(gif.height),
    frames: frames === 'all' ? gif.frames : 1,
  }
}

/** The folder of a GIF's files in the media store. */
export function gifFolder(mediaId: string): string {
  return `gifs/${mediaId}`
}

/** The key of a rendition in the media store. */
export function renditionKey(mediaId: string, name: RenditionName): StoreKey {
  return storeKey(`${gifFolder(mediaId)}/${renditions[name].file}`)
}
