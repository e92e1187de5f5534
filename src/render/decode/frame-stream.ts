import { AppError } from '../../lib/app-error.ts'
import { releaseBytes } from '../../lib/release-bytes.ts'
import { runFfmpeg } from '../tools/ffmpeg.ts'
import { type FrameSource, frameBytes, intermediatePath, type Job } from '../job.ts'
import { judgeDecode } from './redecode.ts'
import { makeWatermark } from '../process/watermark.ts'

/** What is to be made of the same frames beside the raw ones, in the same run. */
export type Branch = {
  /** What turns the frames, as RGBA, into what is encoded. */
  filters: string
  /** The words that encode and write them. */
  output: string[]
}

/** Takes a frame: RGBA, 8 bits, straight alpha. The next comes, in the same place, when the promise has resolved. */
export type TakeFrame = (frame: Uint8Array, count: number) => Promise<void> | void

/**
 * Decodes the source once: one ffmpeg makes the frames, with the watermark on them, gives each to `take` with how many
 * there are so far, and makes the branches of them. Gives how many came: fewer than the source says only where it has
 * no more, but one at least. Throws AppError internal where there are more than that, what the source makes of a failure of
 * ffmpeg, what `judgeDecode` throws where the decoder reports faults, and what `take` throws.
 */
export async function streamFrames(
  source: FrameSource,
  job: Job,
  take: TakeFrame,
  branches: Branch[] = [],
): Promise<number> {
  const frame = new Uint8Array(frameBytes(source))
  let filledBytes = 0
  let frames = 0
  const onOutput = async (chunk: Uint8Array) => {
    for (let rest = chunk; rest.length > 0;) {
      const part = rest.subarray(0, frame.length - filledBytes)
      frame.set(part, filledBytes)
      filledBytes += part.length
      rest = rest.subarray(part.length)
      if (filledBytes < frame.length) break
      filledBytes = 0
      frames += 1
      if (frames > source.frames) throw tooMany(source.frames)
      await take(frame, frames)
    }
    releaseBytes(chunk)
  }
  const { errors, reportsFaults } = await runFfmpeg({
    args: await streamArgs(source, job, branches),
    maxCpuSeconds: job.maxCpuSeconds,
    onOutput,
    ...(source.feed !== undefined && { feed: source.feed }),
  }).catch((error: unknown) => {
    throw source.toError(error)
  })
  if (reportsFaults && source.decoding !== null) await judgeDecode(source.decoding, job)
  if (frames === 0) throw source.noFrames(errors)
  return frames
}

async function streamArgs(source: FrameSource, job: Job, branches: Branch[]): Promise<string[]> {
  const watermark = await makeWatermark(source.watermarkText, source, intermediatePath(job, 'watermark'))
  const marked =
    watermark === null ? 'null' : `null[clip];[clip][1:v]overlay=${watermark.x}:${watermark.y}:format=rgb`
  const parts = ['[raw]', ...branches.map((_, index) => `[part${index}]`)]
  const graph = [
    `[0:V:0]${source.filters},format=rgba,${marked},format=rgba,split=${parts.length}${parts.join('')}`,
    ...branches.map(({ filters }, index) => `[part${index}]${filters}[branch${index}]`),
  ]
  return [
    ...source.input,
    ...(watermark === null ? [] : ['-protocol_whitelist', 'file', '-i', `file:${watermark.path}`]),
    ...['-filter_complex', graph.join(';')],
    ...['-map', '[raw]', ...eachFrame, '-f', 'rawvideo', 'pipe:1'],
    ...branches.flatMap(({ output }, index) => ['-map', `[branch${index}]`, ...eachFrame, ...output]),
  ]
}

function tooMany(frames: number): AppError {
  return new AppError('internal', 'The GIF could not be made.', {
    ...{ retry: true, cause: `ffmpeg gave more than ${frames} frames` },
  })
}

/** Every frame once, at the time that it has. */
const eachFrame = ['-fps_mode', 'passthrough']
