import type { ClipOptions, Crop } from '../../media/gif-options.ts'
import { alphaScale } from '../process/alpha-scale.ts'
import { deinterlace } from '../process/deinterlace.ts'

/** Frames a second where nothing is asked for. */
export const usualRate = 15
/** In pixels; a narrower source keeps its width. */
const usualWidth = 480

/**
 * ffmpeg's filters for a clip whose size nobody has looked up, which give RGBA: exactly the frames of
 * `fps=15,scale=480:-2` with ffmpeg's defaults, but that pixels are made square, alpha is kept where `hasAlpha`, and
 * fields become frames where `isInterlaced`.
 */
export function clipFilters(
  { speed, fps, crop, width }: ClipOptions,
  { hasAlpha, isInterlaced }: { hasAlpha: boolean; isInterlaced: boolean },
): string {
  // The height is what `-2` stands for: the nearest even number, here of square pixels.
  const scale = `scale=w='${width ?? `min(${usualWidth},iw*sar)`}':h='max(2,2*round(ow*ih/(iw*sar*2)))'`
  return [
    ...(isInterlaced ? [deinterlace] : []),
    ...(speed === 1 ? [] : [`setpts=PTS/${speed}`]),
    `fps=${fps ?? usualRate}`,
    ...(crop === null ? [] : [cropFilter(crop)]),
    // Made RGBA by way of RGB, since ffmpeg's own way from YUV to RGBA is a rougher one.
    ...(hasAlpha ? [alphaScale(scale)] : [scale, 'format=rgb24']),
    'format=rgba',
  ].join(',')
}

/** A crop is in square pixels; one that does not lie inside the picture becomes one of no width, which ffmpeg refuses. */
function cropFilter({ x, y, width, height }: Crop): string {
  const isInside = `lte(${x + width},round(iw*sar))*lte(${y + height},ih)`
  return `crop=w='if(${isInside},clip(round(${width}/sar),1,iw),0)':h=${height}:x='${x}/sar':y=${y}:exact=1`
}
