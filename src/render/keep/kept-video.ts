import { AppError } from '../../lib/app-error.ts'
import { isHdr } from '../probe/clip-plan.ts'
import { type DemuxedType, ffprobe, inputArgs, probePackets } from '../probe/probe-video.ts'
import { exactShownSize } from '../../options/rules/shown-size.ts'
import { type FrameSource, type Job, noFramesMade } from '../job.ts'
import { mergeAlphaTrack } from '../process/alpha-track.ts'
import { deinterlace } from '../process/deinterlace.ts'
import { canToneMap, scaleToSize } from '../process/scale.ts'
import { mediaError } from '../tools/ffmpeg.ts'
import { decoderArgs } from '../tools/decoders.ts'
import { continuousStream } from '../decode/continuous-stream.ts'
import { checkFrameCount, checkKept, keepRefused } from './keep-refused.ts'
import { type KeptAnimation, timedSource } from './timed-source.ts'
import { streamFrames } from '../decode/frame-stream.ts'

/** GIFs show at most 50 frames per second: browsers show shorter delays for 100 ms. */
const shortestMs = 20

/**
 * Opens a video to be kept; ffmpeg decodes its frames. If it is not edited, it must have no sound, and pictures that
 * need no conversion. Throws AppError as MediaEngine documents.
 */
export async function openKeptVideo(
  file: string,
  type: DemuxedType | null,
  job: Job,
  isEdited: boolean,
): Promise<KeptAnimation> {
  const { limits } = job
  const path = await continuousStream(file, job)
  // Reads more than may be kept, to detect longer videos.
  const { facts, packets } = await probePackets(path, [0, limits.maxClipSeconds + 10], limits)
  if (!isEdited && (await hasSound(file, type, job))) throw keepRefused('it has sound, which a GIF has not')
  const shown = exactShownSize(facts)
  const [width, height] = [Math.round(shown.width), Math.round(shown.height)]
  const times = packets
    .filter(({ flags }) => flags?.includes('D') !== true)
    .map(({ pts_time: shown = 'N/A', dts_time: decoded = 'none' }) => {
      // AVI only has decoding times.
      return Number(shown === 'N/A' ? decoded : shown) * 1000
    })
    .toSorted((one, other) => one - other)
  if (times.length === 0 || times.some((time) => !Number.isFinite(time))) {
    throw new AppError('media_broken', 'The file does not say when its frames are shown.')
  }
  checkFrameCount(times.length, limits)
  if (!isEdited && facts.isInterlaced) throw keepRefused('it is interlaced')
  if (!isEdited && isHdr(facts)) throw keepRefused('it is in high dynamic range')
  const framesMs = delaysOf(times, Number(packets.at(-1)?.duration_time ?? 'none') * 1000)
  const durationMs = framesMs.reduce((sum, ms) => sum + ms, 0)
  checkKept({ width, height, durationMs }, limits)
  if (durationMs / framesMs.length < shortestMs - 0.5)
    throw keepRefused('it has more than 50 frames a second')
  const size = { width, height }
  const rate = { over: framesMs.length * 1000, under: durationMs }
  const clip = {
    startSeconds: 0,
    speed: 1,
    crop: null,
    facts,
    size,
    rate,
    frames: framesMs.length,
    canToneMap: isHdr(facts) && (await canToneMap()),
  }
  const feed = decodeKept(
    {
      input: [
        ...decoderArgs(facts.codec, facts.hasAlpha),
        ...['-threads', '1', ...inputArgs(path, facts.type, limits, facts.codec)],
      ],
      stream: facts.stream,
      filters: [...mergeAlphaTrack(clip), ...deinterlace(clip), ...scaleToSize(clip), 'setsar=1'].join(','),
      ...size,
      frames: framesMs.length,
      toError: mediaError,
    },
    job,
  )
  return {
    source: timedSource({ ...size, hasAlpha: facts.hasAlpha, framesMs, feed }),
    loops: facts.avif?.plays ?? 0,
  }
}

/** Returns the time each frame is shown, in whole milliseconds without accumulated error; `lastMs` may be unknown. */
function delaysOf(times: number[], lastMs: number): number[] {
  const first = times[0] ?? 0
  const last = times.at(-1) ?? 0
  const mean = times.length > 1 ? (last - first) / (times.length - 1) : 100
  const ends = [...times.slice(1), last + (lastMs > 0 ? lastMs : mean)].map((time) =>
    Math.round(time - first),
  )
  return ends.map((end, frame) => Math.max(1, end - (ends[frame - 1] ?? 0)))
}

async function hasSound(path: string, type: DemuxedType | null, { limits }: Job): Promise<boolean> {
  const questions = ['-select_streams', 'a', '-show_entries', 'stream=index']
  const { text } = await ffprobe(questions, inputArgs(path, type, limits), limits)
  const { streams } = JSON.parse(text) as { streams?: unknown[] }
  return (streams ?? []).length > 0
}

/**
 * Yields every frame that ffmpeg decodes from a file, RGBA, each in a new buffer; at most one waits. Throws AppError
 * keep_refused if their number is not `frames`, and the `toError` of a failure.
 */
async function* decodeKept(
  source: Pick<FrameSource, 'input' | 'stream' | 'filters' | 'width' | 'height' | 'frames' | 'toError'>,
  job: Job,
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const all: FrameSource = {
    ...source,
    // An extra frame is reported below.
    frames: source.frames + 1,
    rate: { over: 1, under: 1 },
    hasAlpha: true,
    watermarkText: null,
    decoding: null,
    noFrames: noFramesMade,
  }
  const decode = async () => {
    const frames = await streamFrames(all, job, (frame) => writer.write(frame.slice()))
    if (frames !== source.frames) throw keepRefused('not all of its frames can be decoded')
    await writer.close()
  }
  // The reader gets the error.
  decode().catch((error: unknown) => writer.abort(error).catch(() => undefined))
  for await (const frame of readable) yield frame
}
