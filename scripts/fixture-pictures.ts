import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Four flat quarters, so that any decoded frame shows its color, orientation and crop. */
export const corners = {
  topLeft: [200, 40, 40],
  topRight: [40, 180, 60],
  bottomLeft: [40, 60, 200],
  bottomRight: [150, 150, 150],
} as const

const width = 64
const height = 48

/** Makes every picture in `folder`: all of them show `corners`, 64 × 48, upright. */
export async function makePictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const at = (name: string) => join(folder, name)
  const picture = () => sharp(draw(width, height), { raw: { width, height, channels: 3 } })
  const gray = () => picture().grayscale()
  const seen = () => sharp(drawLeftHalf(), { raw: { width, height, channels: 4 } })
  await Promise.all([
    picture().png().toFile(at('plain.png')),
    picture().png({ progressive: true }).toFile(at('interlaced.png')),
    picture().png({ palette: true }).toFile(at('palette.png')),
    picture().toColourspace('rgb16').png().toFile(at('16bit.png')),
    gray().toColourspace('b-w').png().toFile(at('gray.png')),
    seen().png().toFile(at('alpha.png')),
    seen().grayscale().toColourspace('b-w').png().toFile(at('gray-alpha.png')),
    picture().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toFile(at('plain.jpg')),
    picture().jpeg({ quality: 95, progressive: true }).toFile(at('progressive.jpg')),
    gray().toColourspace('b-w').jpeg().toFile(at('gray.jpg')),
    picture().toColourspace('cmyk').jpeg({ quality: 95 }).toFile(at('cmyk.jpg')),
    picture().webp({ quality: 95 }).toFile(at('plain.webp')),
    seen().webp({ lossless: true }).toFile(at('alpha.webp')),
    picture().avif({ quality: 90, effort: 0 }).toFile(at('plain.avif')),
    picture().gif().toFile(at('plain.gif')),
    picture().tiff({ compression: 'lzw' }).toFile(at('picture.tiff')),
    picture().tiff({ compression: 'jpeg' }).toFile(at('jpeg.tiff')),
    animated()
      .gif({ delay: [100, 100], loop: 0 })
      .toFile(at('animated.gif')),
    animated()
      .webp({ delay: [100, 100], loop: 0, lossless: true })
      .toFile(at('animated.webp')),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => writeTurned(orientation, at(`exif-${orientation}.jpg`))),
    writeFile(
      at('drawing.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect/></svg>',
    ),
    writeFile(at('page.html'), '<!doctype html><title>no picture</title>'),
    writeFile(at('words.txt'), 'GIF is only a word here'),
  ])
  for (const name of ['plain.png', 'plain.jpg', 'plain.webp', 'plain.avif']) {
    const bytes = await readFile(at(name))
    await writeFile(at(`cut-${name}`), bytes.subarray(0, bytes.length >> 1))
  }
}

/** An animation whose first frame shows `corners` and whose second is black. */
function animated() {
  const pages = Buffer.concat([draw(width, height), Buffer.alloc(width * height * 3)])
  return sharp(pages, { raw: { width, height: height * 2, channels: 3, pageHeight: height } })
}

/** A picture stored rotated, with the EXIF orientation that turns it upright. */
async function writeTurned(orientation: number, path: string): Promise<void> {
  const upright = draw(width, height)
  const isTurned = orientation >= 5
  const [storedWidth, storedHeight] = isTurned ? [height, width] : [width, height]
  const stored = Buffer.alloc(upright.length)
  for (let y = 0; y < storedHeight; y += 1) {
    for (let x = 0; x < storedWidth; x += 1) {
      const [shownX, shownY] = shownPlace(orientation, x, y)
      const from = (shownY * width + shownX) * 3
      upright.copy(stored, (y * storedWidth + x) * 3, from, from + 3)
    }
  }
  await sharp(stored, { raw: { width: storedWidth, height: storedHeight, channels: 3 } })
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toFile(path)
}

/** The displayed place of a stored pixel, by the EXIF names of the first row and column. */
function shownPlace(orientation: number, x: number, y: number): [number, number] {
  const right = width - 1
  const bottom = height - 1
  const places: Record<number, [number, number]> = {
    2: [right - x, y],
    3: [right - x, bottom - y],
    4: [x, bottom - y],
    5: [y, x],
    6: [right - y, x],
    7: [right - y, bottom - x],
    8: [y, bottom - x],
  }
  return places[orientation] ?? [x, y]
}

function draw(wide: number, high: number): Buffer {
  const pixels = Buffer.alloc(wide * high * 3)
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const [left, right] =
        y < high / 2 ? [corners.topLeft, corners.topRight] : [corners.bottomLeft, corners.bottomRight]
      pixels.set(x < wide / 2 ? left : right, (y * wide + x) * 3)
    }
  }
  return pixels
}

/** `corners` with a transparent right half. */
function drawLeftHalf(): Buffer {
  const opaque = draw(width, height)
  const pixels = Buffer.alloc(width * height * 4)
  for (let index = 0; index < width * height; index += 1) {
    opaque.copy(pixels, index * 4, index * 3, index * 3 + 3)
    pixels[index * 4 + 3] = index % width < width / 2 ? 255 : 0
  }
  return pixels
}
