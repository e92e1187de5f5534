import { makerTexts } from '#texts/maker.ts'
import { type FileKind, kindOf } from './file-kind.ts'
import { isReadable } from './readable-file.ts'
import type { Limits } from '../options/option-inputs.ts'
import { formatLimit } from '#texts/format.ts'
import { formatSizeAbove } from '../format.ts'

/** What files that were dropped, chosen or pasted amount to, and a sentence for each that cannot be taken. */
export type Sorted = {
  video: File | null
  isAnimation: boolean
  pictures: File[]
  /** Those of the pictures that the service has to convert. */
  convertible: ReadonlySet<File>
  refused: string[]
}

/**
 * One video makes a video; several pictures make pictures. An animation by itself is a video, among pictures a picture;
 * `asPictures` takes it as one in any case, as where pictures are added to others.
 */
export async function sortFiles(
  files: readonly File[],
  limits: Limits,
  asPictures: boolean,
): Promise<Sorted> {
  const known = await Promise.all(
    files.map(async (file) => ({
      file,
      kind: (await isReadable(file)) ? await kindOf(file) : ('unreadable' as const),
    })),
  )
  const refused: string[] = []
  const taken = known.filter(({ file, kind }) => {
    const why = refusalOf(file, kind, limits)
    if (why !== null) refused.push(why)
    return why === null
  })
  const [one] = taken
  const isVideo =
    one !== undefined &&
    taken.length === 1 &&
    !asPictures &&
    one.kind !== 'picture' &&
    one.kind !== 'convertible'
  const convertible = new Set(taken.flatMap(({ file, kind }) => (kind === 'convertible' ? [file] : [])))
  if (isVideo)
    return { video: one.file, isAnimation: one.kind === 'animation', pictures: [], convertible, refused }
  const videos = taken.filter(({ kind }) => kind === 'video')
  const pictures = taken.filter(({ kind }) => kind !== 'video').map(({ file }) => file)
  if (pictures.length === 0 && videos[0] !== undefined && !asPictures) {
    refused.push(...videos.slice(1).map(({ file }) => makerTexts.files.oneVideo(file.name)))
    return { video: videos[0].file, isAnimation: false, pictures, convertible, refused }
  }
  refused.push(...videos.map(({ file }) => makerTexts.files.notPicture(file.name)))
  return { video: null, isAnimation: false, pictures, convertible, refused }
}

function refusalOf(file: File, kind: FileKind | 'unreadable', limits: Limits): string | null {
  // A folder that was dropped has no type, and neither an ending.
  if (kind === 'unreadable')
    return file.type === '' && !file.name.includes('.')
      ? makerTexts.files.folder(file.name)
      : makerTexts.files.gone(file.name)
  if (file.size === 0) return makerTexts.files.empty(file.name)
  if (kind === 'unknown') return makerTexts.files.unknown(file.name)
  const maxBytes =
    kind === 'picture' || kind === 'convertible' ? limits.maxPictureBytes : limits.maxUploadBytes
  if (file.size <= maxBytes) return null
  return makerTexts.files.tooLarge(file.name, formatSizeAbove(file.size, maxBytes), formatLimit(maxBytes))
}
