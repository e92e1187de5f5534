import assert from 'node:assert/strict'
import { type ClipOptions } from '#src/options/clip-options.ts'
import { makeFolder, videoPlan } from '../rendering/rendering.ts'
import type { CleanUp } from '../clean-up.ts'
import { assertExact } from './assert-colors.ts'
import { colorClip } from './color-clip.ts'
import { colorErrors } from './color-errors.ts'
import { decodePlanes, type ExactSource, exactFrames } from './exact-frames.ts'
import { toneMapped } from './exact-tone-map.ts'
import { pipelineFrames } from './pipeline-frames.ts'

/** A video whose GIF must have the colors of the standards. */
export type VideoCase = Omit<ExactSource, 'path' | 'width' | 'height'> & {
  name: string
  /** The size of the stored frames. */
  size: [width: number, height: number]
  /** The arguments that encode it, and the extension of its file. */
  encode: readonly string[]
  extension: string
  clip: Partial<ClipOptions>
  /** Quarter turns clockwise that make it upright. */
  turns?: number
  transfer?: 'pq' | 'hlg'
}

/** Asserts that the frames of a video, before palette and codec, have exact colors. */
export async function checkVideo(t: CleanUp, testCase: VideoCase): Promise<void> {
  const { size, encode, extension, clip, turns = 0, transfer } = testCase
  const [width, height] = size
  const path = await colorClip(
    { width: width + (width % 2), height: height + (height % 2) },
    encode,
    extension,
  )
  const plan = videoPlan(path, { clip: { fps: 10, ...clip } })
  const { source, frames } = await pipelineFrames(plan, await makeFolder(t))
  const stored = { ...testCase, path, width, height }
  const [toWidth, toHeight] = turns % 2 === 1 ? [source.height, source.width] : [source.width, source.height]
  const scaling = { to: { width: toWidth, height: toHeight }, ...(clip.crop && { crop: clip.crop }) }
  const exact =
    transfer === undefined
      ? await exactFrames(stored, scaling)
      : (await decodePlanes(stored)).map((frame) =>
          toneMapped(frame, stored, scaling, { transfer, peak: 10 }),
        )
  const turned = exact.map((frame) => turnClockwise(frame, scaling.to, turns))
  if (clip.crop === undefined && turns === 0) return assertExact(frames, turned, source)
  const { signed, absolute } = colorErrors(frames, turned)
  assert.ok(
    signed.every((error) => Math.abs(error) <= 0.25) && absolute <= 1,
    `${signed.join()}; ${absolute}`,
  )
}

function turnClockwise(
  rgba: Float64Array,
  size: { width: number; height: number },
  turns: number,
): Float64Array {
  let [frame, { width, height }] = [rgba, size]
  for (let turn = 0; turn < turns; turn += 1) {
    const turned = new Float64Array(frame.length)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const from = (y * width + x) * 4
        turned.set(frame.subarray(from, from + 4), (x * height + height - 1 - y) * 4)
      }
    frame = turned
    ;[width, height] = [height, width]
  }
  return frame
}

/** The arguments of x264 for a pixel format and colors. */
export function h264(
  format: string,
  {
    matrix,
    range,
    filters = [],
    chroma,
  }: { matrix?: string; range?: 'tv' | 'pc'; filters?: string[]; chroma?: string },
): string[] {
  const scale = [
    'scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp',
    ...(matrix === undefined ? [] : [`out_color_matrix=${matrix === 'bt2020nc' ? 'bt2020' : matrix}`]),
    ...(range === undefined ? [] : [`out_range=${range}`]),
  ]
  return [
    ...['-vf', [...filters, scale.join(':'), `format=${format}`].join(',')],
    ...(matrix === undefined ? [] : ['-colorspace', matrix]),
    ...(range === undefined ? [] : ['-color_range', range]),
    ...(chroma === undefined ? [] : ['-chroma_sample_location', chroma]),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '8'],
  ]
}

/** The filters that make the left third transparent, and the rest increasingly opaque from top to bottom. */
export const fading = 'format=gbrap,geq=r=r(X\\,Y):g=g(X\\,Y):b=b(X\\,Y):a=255*gt(X\\,W/3)*min(1\\,Y/H+0.4)'
