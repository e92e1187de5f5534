import type { Sharp } from 'sharp'
import { scaleKernels } from '../../gif/scale/filter.ts'
import { PictureScaler } from '../../gif/scale/picture-scaler.ts'
import { type RenditionName, renditions } from '../../media/rendition.ts'
import { opaqueBackground } from '../../options/rules/opaque-background.ts'
import { sharp } from '../tools/sharp.ts'

const quality = 88
const webpQuality = 80

type Size = { width: number; height: number }

/**
 * Draws a frame, RGBA with straight alpha, as the still `name` of that size. It is on white where it is transparent,
 * like the MP4; stills that only GIFs with transparency have keep the transparency.
 */
export function drawStill(
  pixels: Uint8Array,
  size: Size,
  name: RenditionName,
  target: Size,
): Promise<Buffer> {
  const { codec, alphaOnly } = renditions[name]
  const shown = alphaOnly ? withAlpha(pixels, size, target) : opaque(pixels, size, target)
  return (
    codec === 'webp'
      ? shown.webp({ quality: webpQuality })
      : shown.jpeg({ quality, chromaSubsampling: '4:4:4' })
  ).toBuffer()
}

function withAlpha(pixels: Uint8Array, { width, height }: Size, target: Size): Sharp {
  const scaler = new PictureScaler({ x: 0, y: 0, width, height }, target, scaleKernels.cubic)
  const scaled = scaler.scale({ kind: 'rgba', width, height, pixels, hasAlpha: true })
  return sharp(scaled, { raw: { width: target.width, height: target.height, channels: 4 } })
}

function opaque(pixels: Uint8Array, { width, height }: Size, target: Size): Sharp {
  const frame = sharp(onBackground(pixels), { raw: { width, height, channels: 3 } })
  if (target.width === width && target.height === height) return frame
  return frame.resize(target.width, target.height, { fit: 'fill', kernel: 'cubic' })
}

/** Puts pixels (RGBA) on `opaqueBackground`, as RGB; sharp would truncate each level. */
function onBackground(pixels: Uint8Array): Uint8Array {
  const background = [opaqueBackground.r, opaqueBackground.g, opaqueBackground.b] as const
  const opaque = new Uint8Array((pixels.length / 4) * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    const alpha = pixels[from + 3] ?? 0
    for (const [channel, level] of background.entries()) {
      const own = pixels[from + channel] ?? 0
      opaque[to + channel] = alpha === 255 ? own : Math.round((own * alpha + level * (255 - alpha)) / 255)
    }
  }
  return opaque
}
