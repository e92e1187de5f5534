import { makerTexts } from '#texts/maker.ts'
import { formatFileSize } from '#texts/format.ts'
import { formatTime } from '../format.ts'

const maxLetters = 40

/** What a file is called, without the middle of a name that would fill the screen. */
export function shortFileName(name: string): string {
  const letters = [...name]
  if (letters.length <= maxLetters) return name
  return `${letters.slice(0, 24).join('')}…${letters.slice(-12).join('')}`
}

/** What pictures are called that have no name in common. */
export function picturesName(count: number): string {
  return count === 1 ? makerTexts.source.onePicture : makerTexts.source.manyPictures(count)
}

/** A link by its host, which is more useful than its first characters. */
export function linkName(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address.trim() || makerTexts.source.link
}

/** A video by its file, with its length where that is known. */
export function videoName({ name, size }: File, seconds: number | null): string {
  return [name, ...(seconds === null ? [] : [formatTime(seconds)]), formatFileSize(size)].join(' · ')
}

/** What the source is called that another one would replace. */
export function keptName(kind: string, file: File | null, address: string, pictures: number): string {
  if (kind === 'video') return shortFileName(file?.name ?? makerTexts.source.video)
  return kind === 'url' ? linkName(address) : picturesName(pictures)
}
