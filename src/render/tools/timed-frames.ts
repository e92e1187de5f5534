/**
 * Raw frames with individual times for ffmpeg's standard input, as the smallest Matroska (RFC 9559) that carries them,
 * because raw video has a rate but no time stamps. Each frame is a cluster of one block, in milliseconds.
 */

/** The arguments that open such frames on `pipe:0`. Their rate is not probed, because there is no rate. */
export const timedInput = [
  '-fpsprobesize',
  '0',
  '-f',
  'matroska',
  '-protocol_whitelist',
  'pipe',
  '-i',
  'pipe:0',
]

/** Encoders of frames from `timedInput` use their clock; otherwise they would take the rate that ffmpeg guesses. */
export const timedOutput = ['-enc_time_base', '1:1000']

/** Yields the frames of this size, RGBA, as Matroska; `framesMs` is the time each of them is shown. */
export async function* withTimes(
  frames: AsyncIterable<Uint8Array>,
  { width, height }: { width: number; height: number },
  framesMs: readonly number[],
): AsyncGenerator<Uint8Array> {
  yield header(width, height)
  let number = 0
  let startMs = 0
  for await (const frame of frames) {
    const shownMs = framesMs[number] ?? 0
    yield blockHead(startMs, shownMs, frame.length)
    yield frame
    number += 1
    startMs += shownMs
  }
}

/** The size of a segment that continues to the end of the stream. */
const unknownSize = Buffer.from('01ffffffffffffff', 'hex')

const ids = {
  ebml: '1a45dfa3',
  docType: '4282',
  segment: '18538067',
  info: '1549a966',
  timestampScale: '2ad7b1',
  tracks: '1654ae6b',
  trackEntry: 'ae',
  trackNumber: 'd7',
  trackUid: '73c5',
  trackType: '83',
  codecId: '86',
  video: 'e0',
  pixelWidth: 'b0',
  pixelHeight: 'ba',
  colorSpace: '2eb524',
  cluster: '1f43b675',
  timestamp: 'e7',
  blockGroup: 'a0',
  block: 'a1',
  blockDuration: '9b',
} as const

function header(width: number, height: number): Buffer {
  const video = element(
    'video',
    number('pixelWidth', width),
    number('pixelHeight', height),
    element('colorSpace', Buffer.from('RGBA')),
  )
  const track = element(
    'trackEntry',
    number('trackNumber', 1),
    number('trackUid', 1),
    number('trackType', 1),
    element('codecId', Buffer.from('V_UNCOMPRESSED')),
    video,
  )
  return Buffer.concat([
    element('ebml', element('docType', Buffer.from('matroska'))),
    Buffer.from(ids.segment, 'hex'),
    unknownSize,
    // Nanoseconds per tick.
    element('info', number('timestampScale', 1_000_000)),
    element('tracks', track),
  ])
}

/** Returns everything in a cluster but the pixels of its block, with which it ends. */
function blockHead(startMs: number, shownMs: number, frameBytes: number): Buffer {
  // The track, the time relative to the cluster, no flags.
  const block = Buffer.from([0x81, 0, 0, 0])
  const duration = number('blockDuration', shownMs)
  const blockStart = Buffer.concat([elementHead('block', block.length + frameBytes), block])
  const groupBytes = duration.length + blockStart.length + frameBytes
  const groupHead = elementHead('blockGroup', groupBytes)
  const timestamp = number('timestamp', startMs)
  const clusterHead = elementHead('cluster', timestamp.length + groupHead.length + groupBytes)
  return Buffer.concat([clusterHead, timestamp, groupHead, duration, blockStart])
}

function element(id: keyof typeof ids, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([elementHead(id, content.length), content])
}

function number(id: keyof typeof ids, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return element(id, bytes)
}

function elementHead(id: keyof typeof ids, bytes: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(bytes) | (1n << 56n))
  return Buffer.concat([Buffer.from(ids[id], 'hex'), size])
}
