import { LRUCache } from 'lru-cache'
import { AppError } from '../../lib/app-error.ts'
import { sharp } from '../tools/sharp.ts'
import { frameWithMark, type Mark } from './frame-with-mark.ts'

/** Frames with a shorter side are too small for a legible mark. */
const minFrameSide = 32
/** Font sizes, in pixels per em. */
const minSize = 8
const defaultMinSize = 10
const maxSize = 26
/** The font size as a fraction of the frame's shorter side, and the most it may be of a flat frame's height. */
const sizeShare = 0.042
const maxHeightShare = 0.2
const maxTextLength = 100
const opacity = 0.7
const shadowStrength = 1.6
const shadowBlur = 1.2

type Frame = { width: number; height: number }

/**
 * Draws the watermark for frames of a size in pixels: small white letters with a soft dark outline, for the lower right
 * corner. Returns null only if there is no text or the frame is under 32 pixels on a side. Throws AppError internal if
 * letters cannot be drawn.
 */
async function drawWatermark(text: string | null, frame: Frame): Promise<Mark | null> {
  const line = (text ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  const shown = [...line].slice(0, maxTextLength).join('')
  if (shown === '' || Math.min(frame.width, frame.height) < minFrameSide) return null
  const margin = Math.max(0, Math.round(Math.min(frame.width, frame.height) * 0.02) - 2)
  const letters = await fitLetters(shown, frame, frame.width - 2 * margin).catch((error: unknown) => {
    throw cannotDraw(error)
  })
  const { width, height } = letters.info
  const pixels = (letters.pixels ??= shade(letters.data, await drawShadow(letters)))
  return { pixels, width, height, x: frame.width - width - margin, y: frame.height - height - margin }
}

/** Writes the watermark as PNG to `path`. Returns its position, or null without one. Throws as `drawWatermark` does. */
export async function makeWatermark(
  text: string | null,
  frame: Frame,
  path: string,
): Promise<{ path: string; x: number; y: number } | null> {
  const mark = await drawWatermark(text, frame)
  if (mark === null) return null
  const { pixels, width, height, x, y } = mark
  await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toFile(path)
  return { path, x, y }
}

/** Returns the watermark on a transparent frame, as PNG; null without one. Throws as `drawWatermark` does. */
export async function watermarkFrame(text: string, frame: Frame): Promise<Buffer | null> {
  const mark = await drawWatermark(text, frame)
  return mark === null ? null : frameWithMark(frame, mark)
}

/**
 * Returns the letters for a frame, at most `maxWidth` wide. Large type is reduced rather than wider than half of the
 * frame; if the text is too wide even in the smallest type, it is cut, so that some of the mark always remains.
 */
async function fitLetters(text: string, frame: Frame, maxWidth: number): Promise<Letters> {
  await checkFont()
  let size = largestSize(frame)
  let letters = await drawLetters(text, size)
  const fits = () =>
    letters.info.width <= (size > defaultMinSize ? Math.min(maxWidth, frame.width / 2) : maxWidth)
  while (!fits() && size > minSize) letters = await drawLetters(text, --size)
  const kept = [...text]
  while (!fits() && kept.length > 1) {
    // Removes half of the excess at a time: letters differ in width, and none that fits should go.
    const excess = 1 - maxWidth / letters.info.width
    kept.splice(-Math.max(1, Math.floor((kept.length * excess) / 2)))
    letters = await drawLetters(`${kept.join('').trimEnd()}…`, size)
  }
  return letters
}

function largestSize({ width, height }: Frame): number {
  const size = Math.min(maxSize, Math.max(defaultMinSize, Math.min(width, height) * sizeShare))
  return Math.round(Math.min(size, Math.max(minSize, height * maxHeightShare)))
}

async function drawShadow({ data, info: { width, height } }: Letters): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .blur(shadowBlur)
    .extractChannel(0)
    .raw()
    .toBuffer()
}

/** Draws white letters over a black shadow, as RGBA with straight alpha. */
function shade(letters: Buffer, shadow: Buffer): Buffer {
  const pixels = Buffer.alloc(letters.length * 4)
  for (let index = 0; index < letters.length; index += 1) {
    const letter = (letters[index] ?? 0) / 255
    const dark = Math.min(1, ((shadow[index] ?? 0) / 255) * shadowStrength)
    const alpha = letter + dark * (1 - letter)
    pixels.fill(alpha === 0 ? 0 : Math.round((letter / alpha) * 255), index * 4, index * 4 + 3)
    pixels[index * 4 + 3] = Math.round(alpha * opacity * 255)
  }
  return pixels
}

function cannotDraw(error: unknown): AppError {
  return new AppError(
    'internal',
    { detail: 'makingUnavailable' },
    {
      retry: true,
      cause: `The watermark cannot be drawn: ${error instanceof Error ? error.message : String(error)}`,
    },
  )
}

/** Margin around the letters for their shadow, in pixels. */
const border = 4

/** Letters as one channel, 0 to 255, including the border; `pixels` are those of the mark, once drawn. */
type Letters = { data: Buffer; info: { width: number; height: number }; pixels?: Buffer }

const noBackground = { r: 0, g: 0, b: 0, alpha: 0 }

/** The number of cached letters: however many sizes frames have, a text has few font sizes and cut lengths. */
const maxKept = 200
const kept = new LRUCache<string, Letters>({ max: maxKept })

/** Returns letters as `drawLine` draws them; each size of a text is drawn once. */
async function drawLetters(text: string, size: number): Promise<Letters> {
  const key = `${size} ${text}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const letters = await drawLine(text, size)
  kept.set(key, letters)
  return letters
}

/**
 * Draws one line of bold letters, `size` pixels per em. Throws the errors of drawing: an Error if the text has no
 * visible characters.
 */
async function drawLine(text: string, size: number): Promise<Letters> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const markup = `<span foreground="white">${escaped}</span>`
  return sharp({ text: { text: markup, font: `sans bold ${size}`, dpi: 72, rgba: true } })
    .extend({ top: border, bottom: border, left: border, right: border, background: noBackground })
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Throws an Error if no font is installed: every letter is then drawn as the same box, whatever its size. */
async function checkFont(): Promise<void> {
  const [small, large] = [await drawLetters('x', 10), await drawLetters('x', 40)]
  if (small.info.height === large.info.height) {
    kept.clear()
    throw new Error('no font is installed')
  }
}
