/** A rendition is one of the files a GIF is served as. */
export const renditions = {
  gif: { file: 'gif.gif', contentType: 'image/gif' },
  mp4: { file: 'video.mp4', contentType: 'video/mp4' },
  webp: { file: 'animation.webp', contentType: 'image/webp' },
  thumb: { file: 'thumb.jpg', contentType: 'image/jpeg' },
} as const

/** The most that one file of a GIF may take: far beyond what a browser would show. */
export const maxRenditionBytes = 500_000_000

export type RenditionName = keyof typeof renditions

export const renditionNames = Object.keys(renditions) as RenditionName[]

/** The folder of a GIF's files in the media store. */
export function gifFolder(mediaId: string): string {
  return `gifs/${mediaId}`
}

/** The key of a rendition in the media store. */
export function renditionKey(mediaId: string, name: RenditionName): string {
  return `${gifFolder(mediaId)}/${renditions[name].file}`
}
