import { ffmpegOnce } from './fixtures.ts'
import { type Decoded, decode } from './decoded.ts'

/** The properties of a clip with chosen timestamps. */
export type StampedShape = {
  /** The start time of each frame, in seconds; frame `n` is gray of level `levelOf(n)`. */
  stamps: readonly number[]
  /** The duration of the last frame. */
  lastSeconds?: number
  extension: string
  /** The arguments that encode the pictures. */
  codec?: readonly string[]
  /** Added to all timestamps of the file, in seconds. */
  offsetSeconds?: number
  /** The arguments that encode a tone of this length, which begins at 0; without them there is no sound. */
  sound?: { seconds: number; codec: readonly string[] }
}

const step = 12

/** The gray level of a frame, by its number. */
function levelOf(frame: number): number {
  return 30 + step * frame
}

/** The number of the frame that has this gray level. */
function frameOf(level: number): number {
  return Math.round((level - 30) / step)
}

/** A clip of 48 by 32 pixels whose frames have these timestamps; each test run makes it once. */
export async function stampedClip({
  stamps,
  lastSeconds = 0.1,
  extension,
  codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0'],
  offsetSeconds = 0,
  sound,
}: StampedShape): Promise<string> {
  const times = stamps.map((stamp, frame) => `eq(N,${frame})*${stamp}`).join('+')
  const picture = [
    `nullsrc=size=48x32:rate=10:duration=${stamps.length / 10}`,
    `format=gray,geq=lum='${levelOf(0)}+${step}*N'`,
    // As RGB, since gray has other levels in video.
    `format=rgb24,settb=1/1000,setpts='round((${times})/TB)'`,
  ].join(',')
  const last = stamps.length - 1
  // The clock of the packets is not known here.
  const share = lastSeconds / ((stamps[last] ?? 1) - (stamps[0] ?? 0))
  const duration = `if(eq(N,${last}),(PTS-STARTPTS)*${share},DURATION)`
  return ffmpegOnce(
    [
      ...['-f', 'lavfi', '-i', picture],
      ...(sound === undefined ? [] : ['-f', 'lavfi', '-i', `sine=duration=${sound.seconds}`]),
      ...['-map', '0:v', ...(sound === undefined ? [] : ['-map', '1:a', ...sound.codec])],
      ...['-fps_mode', 'passthrough', '-enc_time_base', '1:1000', '-pix_fmt', 'yuv420p', ...codec],
      ...(offsetSeconds === 0 ? [] : ['-output_ts_offset', String(offsetSeconds)]),
      ...['-bsf:v', `setts=pts=PTS:dts=DTS:duration='${duration}'`],
    ],
    extension,
  )
}

/** The frames of a file made from a stamped clip, as `number:milliseconds`. */
export async function stampedFrames(path: string): Promise<string[]> {
  const decoded = await decode(path)
  return decoded.frames.map((_, index) => `${numberAt(decoded, index)}:${decoded.delaysMs[index]}`)
}

function numberAt({ frames, width, height }: Decoded, index: number): number {
  const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
  return frameOf(frames[index]?.[middle] ?? 0)
}
