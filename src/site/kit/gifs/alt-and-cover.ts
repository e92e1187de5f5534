import { type Gif, isNsfw } from '../../../catalogue/gif.ts'

/** What is read out in place of a GIF: its description, or else its title. */
export function altOf({ alt, title }: Gif): string {
  return alt ?? title
}

/** Whether it is covered and still until it is opened: it is not safe for work, or it flashes. */
export function isCovered(gif: Gif): boolean {
  return isNsfw(gif) || gif.flashing === true
}
