import sharp from 'sharp'
import type { Picture } from './look-pixels.ts'

export type Tile = { label: string; picture: Picture }

const labelHeight = 24
const gap = 6

/** Writes pictures in rows as a PNG, each enlarged without smoothing and with its label above it. */
export async function writeSheet(path: string, lines: Tile[][], scale: number): Promise<void> {
  const parts: { input: Buffer; left: number; top: number }[] = []
  let [width, top] = [0, gap]
  for (const line of lines) {
    let left = gap
    for (const { label, picture } of line) {
      const [tileWidth, tileHeight] = [picture.width * scale, picture.height * scale]
      parts.push({ input: await textPicture(label, tileWidth), left, top })
      parts.push({ input: await enlarge(picture, tileWidth, tileHeight), left, top: top + labelHeight })
      left += tileWidth + gap
    }
    width = Math.max(width, left)
    top += labelHeight + Math.max(0, ...line.map(({ picture }) => picture.height * scale)) + gap
  }
  const sheet = sharp({ create: { width, height: top, channels: 3, background: '#222' } })
  await sheet.composite(parts).png().toFile(path)
}

async function enlarge({ width, height, rgb }: Picture, toWidth: number, toHeight: number): Promise<Buffer> {
  return await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(toWidth, toHeight, { kernel: 'nearest', fit: 'fill' })
    .png()
    .toBuffer()
}

async function textPicture(text: string, width: number): Promise<Buffer> {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${labelHeight}"><text x="2" y="17" font-size="15" font-family="sans-serif" fill="#eee">${safe}</text></svg>`
  return await sharp(Buffer.from(svg)).png().toBuffer()
}
