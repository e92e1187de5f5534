import { makerTexts } from '#texts/maker.ts'
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
