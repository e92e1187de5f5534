import { sharp } from './sharp.ts'

/** Narrower frames have no room for a mark that can be read. */
const minFrameWidth = 64
const minTextHeight = 6
const maxTextLength = 100
const opacity = 0.7
const shadowStrength = 1.6
const shadowBlur = 1.2
/** Room around the letters for their shadow, in pixels. */
const border = 4

/**
 * Draws the watermark for frames of a size: small white letters with a soft dark outline, for the lower right
 * corner. Gives its file and its place; null when there is no text or no room.
 */
export async function makeWatermark(
  text: string | null,
  frame: { width: number; height: number },
  path: string,
): Promise<{ path: string; x: number; y: number } | null> {
  const words = (text ?? '').trim().slice(0, maxTextLength)
  if (words === '' || frame.width < minFrameWidth) return null
  const letters = await drawLetters(words, frame)
  if (letters === null) return null
  const { width, height } = letters.info
  await sharp(shade(letters.data, await drawShadow(letters)), { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toFile(path)
  const margin = Math.max(0, Math.round(Math.min(frame.width, frame.height) * 0.02) - 2)
  return { path, x: frame.width - width - margin, y: frame.height - height - margin }
}

type Mask = { data: Buffer; info: { width: number; height: number } }

/** The letters as one channel, at most a third of the frame wide; null when they would be too small to read. */
async function drawLetters(words: string, frame: { width: number; height: number }): Promise<Mask | null> {
  const size = Math.round(Math.min(26, Math.max(10, Math.min(frame.width, frame.height) * 0.042)))
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const markup = `<span foreground="white">${escaped}</span>`
  const drawn = await sharp({ text: { text: markup, font: `sans bold ${size}`, dpi: 72, rgba: true } })
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (drawn === null) return null
  const maxTextWidth = Math.floor(frame.width / 3) - 2 * border
  const scale = Math.min(1, maxTextWidth / drawn.info.width)
  const width = Math.round(drawn.info.width * scale)
  const height = Math.round(drawn.info.height * scale)
  if (height < minTextHeight || height + 2 * border > frame.height / 3) return null
  return sharp(drawn.data)
    .resize(width, height, { fit: 'fill' })
    .extend({
      top: border,
      bottom: border,
      left: border,
      right: border,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

async function drawShadow({ data, info: { width, height } }: Mask): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .blur(shadowBlur)
    .extractChannel(0)
    .raw()
    .toBuffer()
}

/** White letters over a black shadow, as RGBA with straight alpha. */
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
