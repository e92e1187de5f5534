import { sharp } from '../tools/sharp.ts'

const quality = 88
const webpQuality = 80

type Size = { width: number; height: number }

/** A frame, RGBA with straight alpha, as WebP, which keeps what can be seen through. */
export function drawTransparentStill(pixels: Uint8Array, size: Size, target: Size): Promise<Buffer> {
  return scaled(pixels, size, target).webp({ quality: webpQuality }).toBuffer()
}

/** A frame, RGBA with straight alpha, as JPEG: on black where it can be seen through, for the format has no alpha. */
export function drawStill(pixels: Uint8Array, size: Size, target: Size): Promise<Buffer> {
  return scaled(pixels, size, target)
    .flatten({ background: 'black' })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

function scaled(pixels: Uint8Array, { width, height }: Size, target: Size) {
  const frame = sharp(pixels, { raw: { width, height, channels: 4 } })
  if (target.width === width && target.height === height) return frame
  return frame.resize(target.width, target.height, { fit: 'fill', kernel: 'cubic' })
}
