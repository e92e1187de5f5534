import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../lib/app-error.ts'
import { type FrameSource, frameBytes, type Job, streamLabel } from '../job.ts'
import { overlayWatermark } from '../process/watermark.ts'
import { runFfmpeg } from '../tools/ffmpeg.ts'
import { timedOutput, withTimes } from '../tools/timed-frames.ts'
import { isFault } from './decoder-log.ts'
import { type FrameReader, RawFrames, type ReadFrame, StampedFrames, stampedOutput } from './read-frames.ts'
import { DecodeAgain, judgeDecode } from './redecode.ts'

/** Another output of the same ffmpeg run, from the same frames. */
export type Branch = {
  /** The filters that prepare the frames, as RGBA, for encoding. */
  filters: string
  /** The arguments that encode and write them. */
  output: string[]
}

/**
 * Called with each frame (RGBA, 8 bits, straight alpha), the number of frames so far, and its time stamp in
 * milliseconds, or 0 if the source has no stamps. The buffer is reused when the promise has resolved.
 */
export type OnFrame = (frame: Uint8Array, count: number, stampMs: number) => Promise<void> | void

/**
 * Decodes the source: one ffmpeg makes the frames, including the watermark, and the branches. Returns the number of
 * frames: fewer than the source says only if it has no more, but at least one. If the decoder reports faults and fewer
 * frames are damaged when decoding begins earlier in the video, the rest of the frames, and all of the branches, come
 * from there. Throws AppError: internal if there are more frames than expected, the source's error for a failure of
 * ffmpeg, what `judgeDecode` throws, and what `onFrame` throws.
 */
export async function streamFrames(
  source: FrameSource,
  job: Job,
  onFrame: OnFrame,
  branches: Branch[] = [],
): Promise<number> {
  const watermark = await overlayWatermark(source, job)
  const { feed } = source
  if (feed !== undefined && source.filters === 'null' && watermark === null) {
    return await passFrames(feed, source, onFrame, branches, job)
  }
  let passed = 0
  const passNew: OnFrame = async (frame, count, stampMs) => {
    if (count <= passed) return
    passed = count
    await onFrame(frame, count, stampMs)
  }
  const outputs = { branches, watermark }
  try {
    return await runOnce(source, job, passNew, outputs)
  } catch (error) {
    if (!(error instanceof DecodeAgain) || source.decoding === null) throw error
    const input = source.decoding.inputFrom(error.seekSeconds)
    return await runOnce({ ...source, input, decoding: null }, job, passNew, outputs)
  }
}

type Outputs = { branches: Branch[]; watermark: Awaited<ReturnType<typeof overlayWatermark>> }

async function runOnce(source: FrameSource, job: Job, onFrame: OnFrame, outputs: Outputs): Promise<number> {
  const reader: FrameReader =
    source.isStamped === true ? new StampedFrames(frameBytes(source)) : new RawFrames(frameBytes(source))
  let frames = 0
  let unjudged = source.decoding
  let reportsFaults = false
  const judge = async () => {
    if (unjudged === null || !reportsFaults) return
    const decoding = unjudged
    unjudged = null
    await judgeDecode(decoding, job)
  }
  const take = async ({ frame, stampMs }: ReadFrame) => {
    frames += 1
    if (frames > source.frames) throw tooMany(source.frames)
    if (unjudged !== null) {
      // The log lines about this frame were written before it, to another pipe: after this they have been read, too.
      await setImmediate()
      await judge()
    }
    await onFrame(frame, frames, stampMs)
  }
  const takeAll = async (first: ReadFrame, others: Iterator<ReadFrame>) => {
    await take(first)
    for (let next = others.next(); next.done !== true; next = others.next()) await take(next.value)
  }
  const onOutput = {
    place: () => reader.place(),
    // Most parts of a frame do not complete it, and need no promise.
    onBytes: (count: number) => {
      const found = reader.read(count)
      const first = found.next()
      return first.done === true ? undefined : takeAll(first.value, found)
    },
  }
  const { errors } = await runFfmpeg({
    args: streamArgs(source, outputs),
    maxCpuSeconds: job.maxCpuSeconds,
    onOutput,
    onLogLine: (line) => {
      reportsFaults ||= isFault(line)
    },
    ...(source.feed !== undefined && { feed: timed(source, source.feed) }),
  }).catch((error: unknown) => {
    throw source.toError(error)
  })
  await judge()
  if (frames === 0) throw source.noFrames(errors)
  return frames
}

/** Feeds our own frames only to the branches: ffmpeg need not return them. */
async function passFrames(
  feed: NonNullable<FrameSource['feed']>,
  source: FrameSource,
  onFrame: OnFrame,
  branches: Branch[],
  job: Job,
): Promise<number> {
  let frames = 0
  async function* passed(given: NonNullable<FrameSource['feed']>) {
    for await (const frame of given) {
      frames += 1
      if (frame.length !== frameBytes(source)) throw new Error(`${frame.length} bytes are no frame`)
      await onFrame(frame, frames, 0)
      yield frame
    }
    // ffmpeg would report an empty input like a broken one.
    if (frames === 0) throw source.noFrames('')
  }
  if (branches.length === 0) for await (const _ of passed(feed)) continue
  else {
    const graph = [
      `${streamLabel(source)}format=rgba,split=${branches.length}${branches.map((_, index) => `[part${index}]`).join('')}`,
      ...branchFilters(branches),
    ]
    await runFfmpeg({
      args: [...source.input, '-filter_complex', graph.join(';'), ...branchOutputs(source, branches)],
      maxCpuSeconds: job.maxCpuSeconds,
      onOutput: () => undefined,
      feed: timed(source, passed(feed)),
    }).catch((error: unknown) => {
      throw source.toError(error)
    })
  }
  return frames
}

/** Returns frames in the form that ffmpeg takes, with their times if they have any. */
function timed(source: FrameSource, feed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return source.framesMs === undefined ? feed : withTimes(feed, source.feedSize ?? source, source.framesMs)
}

function streamArgs(source: FrameSource, { branches, watermark }: Outputs): string[] {
  const marked = watermark === null ? 'null' : `null[clip];[clip][1:v]${watermark.filter}`
  const parts = ['[raw]', ...branches.map((_, index) => `[part${index}]`)]
  const graph = [
    `${streamLabel(source)}${source.filters},format=rgba,${marked},format=rgba,split=${parts.length}${parts.join('')}`,
    ...branchFilters(branches),
  ]
  return [
    ...source.input,
    ...(watermark?.input ?? []),
    ...['-filter_complex', graph.join(';')],
    ...['-map', '[raw]', ...eachFrame, ...(source.framesMs === undefined ? [] : timedOutput)],
    ...(source.isStamped === true ? stampedOutput : ['-f', 'rawvideo', 'pipe:1']),
    ...branchOutputs(source, branches),
  ]
}

function branchFilters(branches: Branch[]): string[] {
  return branches.map(({ filters }, index) => `[part${index}]${filters}[branch${index}]`)
}

function branchOutputs({ framesMs }: FrameSource, branches: Branch[]): string[] {
  const clock = framesMs === undefined ? [] : timedOutput
  return branches.flatMap(({ output }, index) => [
    ...['-map', `[branch${index}]`, ...eachFrame, ...clock],
    ...output,
  ])
}

function tooMany(frames: number): AppError {
  return new AppError('internal', 'The GIF could not be made.', {
    retry: true,
    cause: `ffmpeg gave more than ${frames} frames`,
  })
}

/** Keeps every frame once, at its own time. */
const eachFrame = ['-fps_mode', 'passthrough']
