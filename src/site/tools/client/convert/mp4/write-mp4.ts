import {
  BufferTarget,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny'
import type { GifFrameReader } from '../../../../../gif/edit/frame-reader.ts'
import { delayMs } from '../../../../../gif/read/gif-frames.ts'
import { evenSize, toYuv } from './to-yuv.ts'

/** What every player knows comes first. */
const codecs = ['avc', 'vp9', 'av1'] as const

/** One frame in so many seconds can be sought to; GIFs are short. */
const keyFrameInterval = 10

const colorSpace = { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709', fullRange: false } as const

/**
 * The MP4 of a GIF by the encoder of the browser: every frame with its own time, in the size and colors of the server's MP4
 * (src/render/encode/mp4.ts). Throws an Error where the browser has no encoder for its size.
 */
export async function writeMp4(reader: GifFrameReader, onFrame: () => void): Promise<Blob> {
  const { gif } = reader
  const size = evenSize(gif)
  const quality = new Quality('high')
  const codec = await getFirstEncodableVideoCodec([...codecs], { ...size, quality })
  if (codec === null) throw new Error(`no encoder for ${size.width} × ${size.height} pixels`)
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new VideoSampleSource({ codec, quality, keyFrameInterval })
  output.addVideoTrack(source)
  await output.start()
  let startMs = 0
  for (const [index, frame] of gif.frames.entries()) {
    const durationMs = delayMs(frame)
    const sample = new VideoSample(toYuv(reader.pictureAt(index), gif), {
      format: 'I420',
      codedWidth: size.width,
      codedHeight: size.height,
      timestamp: startMs / 1000,
      duration: durationMs / 1000,
      colorSpace,
    })
    await source.add(sample)
    sample.close()
    startMs += durationMs
    onFrame()
  }
  await output.finalize()
  if (target.buffer === null) throw new Error('the MP4 has no bytes')
  return new Blob([target.buffer], { type: 'video/mp4' })
}
