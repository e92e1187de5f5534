import { sharp } from '../tools/sharp.ts'

/** Room around the letters for their shadow, in pixels. */
const border = 4

/** Letters as one channel, 0 to 255, with the border around them. */
export type Letters = { data: Buffer; info: { width: number; height: number } }

const noBackground = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * Draws one line of bold letters, `size` pixels to the em. Throws what the drawing throws: an Error where
 * there is nothing to be seen in the words.
 */
export async function drawLetters(words: string, size: number): Promise<Letters> {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const text = `<span foreground="white">${escaped}</span>`
  return sharp({ text: { text, font: `sans bold ${size}`, dpi: 72, rgba: true } })
    .extend({ top: border, bottom: border, left: border, right: border, background: noBackground })
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Throws an Error where no font is installed: every letter is then drawn as the same box, whatever its size. */
export async function checkFont(): Promise<void> {
  const [small, large] = [await drawLetters('x', 10), await drawLetters('x', 40)]
  if (small.info.height === large.info.height) throw new Error('no font is installed')
}
