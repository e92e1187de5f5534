import { sharp } from '../tools/sharp.ts'

const quality = 88

/** A frame, RGBA with straight alpha, as JPEG: on black where it can be seen through, for the format has no alpha. */
export function drawThumbnail(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten({ background: 'black' })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
