import type { VideoSample } from 'mediabunny'
import { type Picture, shortened, type YuvMatrix } from '../../../../../gif/scale/picture.ts'

/** Formats whose planes can be taken as they are, by how much their planes of color are shortened. */
const planar: Partial<Record<string, { shiftX: 0 | 1; shiftY: 0 | 1; isInterleaved?: true }>> = {
  I420: { shiftX: 1, shiftY: 1 },
  NV12: { shiftX: 1, shiftY: 1, isInterleaved: true },
  I422: { shiftX: 1, shiftY: 0 },
  I444: { shiftX: 0, shiftY: 0 },
}

/** From this height on, pictures that do not name their color matrix use that of HD: as on the server. */
const hdHeight = 720

/**
 * What a file says of the colors of its frames. `isLeft`: color is at the left pixel of two, and not between them, as H.264
 * and HEVC have it that say nothing of it. (What they say, no browser tells.)
 */
export type FileColors = { matrix?: string | null | undefined; isSilent: boolean; isLeft: boolean }

/**
 * The pixels of a decoded frame, in memory of their own. Where the file says nothing of its colors (`isSilent`), browsers
 * guess in ways of their own, and the rule of the server counts. Throws an Error where the browser does not give them.
 */
export async function copyPicture(sample: VideoSample, colors: FileColors): Promise<Picture> {
  const { width, height } = sample.visibleRect
  const format = planar[sample.format ?? '']
  if (format === undefined) return copyRgba(sample)
  const { shiftX, shiftY, isInterleaved = false } = format
  const chroma = { width: shortened(width, shiftX), height: shortened(height, shiftY) }
  const [lumaBytes, chromaBytes] = [width * height, chroma.width * chroma.height]
  const planes = new Uint8Array(lumaBytes + 2 * chromaBytes)
  const layout = isInterleaved
    ? [
        { offset: 0, stride: width },
        { offset: lumaBytes, stride: chroma.width * 2 },
      ]
    : [
        { offset: 0, stride: width },
        { offset: lumaBytes, stride: chroma.width },
        { offset: lumaBytes + chromaBytes, stride: chroma.width },
      ]
  await sample.copyTo(planes, { layout })
  if (isInterleaved) separate(planes.subarray(lumaBytes))
  const { matrix, fullRange } = sample.colorSpace
  return {
    kind: 'yuv',
    width,
    height,
    planes,
    shiftX,
    shiftY,
    chroma: { x: shiftX === 1 && !colors.isLeft ? 0.5 : 0, y: shiftY / 2 },
    matrix: matrixOf(colors.matrix ?? (colors.isSilent ? null : matrix), height),
    isFullRange: fullRange === true,
  }
}

/** Puts bytes of U and V, which alternate, into a plane each. */
function separate(bytes: Uint8Array): void {
  const mixed = bytes.slice()
  const half = mixed.length / 2
  for (let at = 0; at < half; at += 1) {
    bytes[at] = mixed[2 * at] ?? 0
    bytes[half + at] = mixed[2 * at + 1] ?? 0
  }
}

function matrixOf(name: string | null | undefined, height: number): YuvMatrix {
  if (name === 'bt709') return 'bt709'
  if (name === 'bt2020-ncl') return 'bt2020'
  if (name === 'bt470bg' || name === 'smpte170m') return 'bt601'
  return height >= hdHeight ? 'bt709' : 'bt601'
}

/** Anything else, such as what only a graphics card holds, or of more bits: as the browser would show it. */
async function copyRgba(sample: VideoSample): Promise<Picture> {
  const { width, height } = sample.visibleRect
  const frame = sample.toVideoFrame()
  try {
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('no canvas')
    context.drawImage(frame, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    return {
      kind: 'rgba',
      width,
      height,
      pixels: new Uint8Array(data.buffer),
      hasAlpha: sample.hasAlpha === true,
    }
  } finally {
    frame.close()
  }
}
