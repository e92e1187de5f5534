import { sharp } from '../tools/sharp.ts'

const quality = 88

type Size = { width: number; height: number }

/** A frame, RGBA with straight alpha, as JPEG: on black where it can be seen through, for the format has no alpha. */
export function drawStill(pixels: Uint8Array, { width, height }: Size, target: Size): Promise<Buffer> {
  const frame = sharp(pixels, { raw: { width, height, channels: 4 } })
  const isScaled = target.width !== width || target.height !== height
  const scaled = isScaled
    ? frame.resize(target.width, target.height, { fit: 'fill', kernel: 'cubic' })
    : frame
  return scaled.flatten({ background: 'black' }).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
}
