import { type FileKind, kindOf } from './file-kind.ts'
import type { Limits } from '../options/option-inputs.ts'
import { formatSize, formatSizeAbove } from '../format.ts'

/** What files that were dropped, chosen or pasted amount to, and a sentence for each that cannot be taken. */
export type Sorted = { video: File | null; isAnimation: boolean; pictures: File[]; refused: string[] }

/**
 * One video makes a video; several pictures make pictures. An animation by itself is a video, among pictures a picture;
 * `asPictures` takes it as one in any case, as where pictures are added to others.
 */
export async function sortFiles(
  files: readonly File[],
  limits: Limits,
  asPictures: boolean,
): Promise<Sorted> {
  const known = await Promise.all(files.map(async (file) => ({ file, kind: await kindOf(file) })))
  const refused: string[] = []
  const taken = known.filter(({ file, kind }) => {
    const why = whyNot(file, kind, limits)
    if (why !== null) refused.push(why)
    return why === null
  })
  const [one] = taken
  const isVideo = one !== undefined && taken.length === 1 && !asPictures && one.kind !== 'picture'
  if (isVideo) return { video: one.file, isAnimation: one.kind === 'animation', pictures: [], refused }
  const videos = taken.filter(({ kind }) => kind === 'video')
  const pictures = taken.filter(({ kind }) => kind !== 'video').map(({ file }) => file)
  if (pictures.length === 0 && videos[0] !== undefined && !asPictures) {
    refused.push(
      ...videos.slice(1).map(({ file }) => `${file.name} was left out: a GIF is made from one video.`),
    )
    return { video: videos[0].file, isAnimation: false, pictures, refused }
  }
  refused.push(...videos.map(({ file }) => `${file.name} is a video, not a picture. It was left out.`))
  return { video: null, isAnimation: false, pictures, refused }
}

function whyNot(file: File, kind: FileKind, limits: Limits): string | null {
  if (file.size === 0) return `${file.name} is empty.`
  if (kind === 'heic') return `${file.name} is an HEIC picture. Save it as JPEG first.`
  if (kind === 'unknown') {
    return `${file.name} is neither a video (MP4, MOV, WebM, MKV, AVI, MPEG, FLV, WMV, OGV) nor a picture (PNG, JPEG, WebP, AVIF, GIF).`
  }
  const most = kind === 'picture' ? limits.maxPictureBytes : limits.maxUploadBytes
  if (file.size > most) {
    return `${file.name} has ${formatSizeAbove(file.size, most)}; ${formatSize(most)} is the most that a ${kind === 'picture' ? 'picture' : 'video'} may have here.`
  }
  return null
}
