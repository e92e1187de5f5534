import { type RenditionName, renditions } from '../../media/rendition.ts'
import { opaqueBackground } from '../../options/rules/opaque-background.ts'
import { sharp } from '../tools/sharp.ts'

const quality = 88
const webpQuality = 80

type Size = { width: number; height: number }

/**
 * A frame, RGBA with straight alpha, as the still `name` of that size. On white where it is transparent, as the MP4 shows
 * it; stills that only GIFs with transparency have keep it.
 */
export function drawStill(
  pixels: Uint8Array,
  size: Size,
  name: RenditionName,
  target: Size,
): Promise<Buffer> {
  const { codec, alphaOnly } = renditions[name]
  const frame = scaled(pixels, size, target)
  const shown = alphaOnly ? frame : frame.flatten({ background: opaqueBackground })
  return (
    codec === 'webp'
      ? shown.webp({ quality: webpQuality })
      : shown.jpeg({ quality, chromaSubsampling: '4:4:4' })
  ).toBuffer()
}

function scaled(pixels: Uint8Array, { width, height }: Size, target: Size) {
  const frame = sharp(pixels, { raw: { width, height, channels: 4 } })
  if (target.width === width && target.height === height) return frame
  return frame.resize(target.width, target.height, { fit: 'fill', kernel: 'cubic' })
}
