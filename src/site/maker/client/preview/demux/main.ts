import {
  BlobSource,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  UrlSource,
  type VideoSample,
  VideoSampleSink,
  WEBM,
} from 'mediabunny'
import type { StampedPictures } from '../worker/stamped-pictures.ts'
import { copyPicture } from './copy-picture.ts'

/** A stamp means the frame at it and none before: containers and decoders round it to microseconds. */
const roundingSeconds = 5e-6

/**
 * Opens a video of this machine or of our own origin, to be decoded by the browser. Throws an Error where it cannot be
 * read, or the browser has no decoder for it.
 */
export async function demuxVideo(file: Blob | string): Promise<StampedPictures> {
  const source = typeof file === 'string' ? new UrlSource(file) : new BlobSource(file)
  const input = new Input({ source, formats: [MP4, QTFF, MATROSKA, WEBM] })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null) throw new Error('the file has no video')
    if (!(await track.canDecode())) throw new Error(`no decoder for ${await track.getCodecParameterString()}`)
    return await openTrack(input, track)
  } catch (error) {
    input.dispose()
    throw error
  }
}

async function openTrack(input: Input, track: InputVideoTrack): Promise<StampedPictures> {
  // Sound may begin before, where a player leaves out what its decoder needs first.
  const begin = Math.max(0, await input.getFirstTimestamp())
  const sink = new VideoSampleSink(track)
  const first = await sink.getSample(await track.getFirstTimestamp())
  if (first === null) throw new Error('no frame could be decoded')
  const { width, height } = first.visibleRect
  first.close()
  const aspect = await track.getPixelAspectRatio()
  const { matrix } = await track.getColorSpace()
  // Of these, the headers of the file have all that frames say of their colors.
  const codec = await track.getCodec()
  const isItuCodec = codec === 'avc' || codec === 'hevc'
  const colors = { matrix, isSilent: isItuCodec, isLeft: isItuCodec }
  const packets = new EncodedPacketSink(track)
  return {
    size: {
      width,
      height,
      pixelAspect: { over: aspect.num, under: aspect.den },
      rotationDegrees: await track.getRotation(),
    },
    isFlipped: await track.getFlip(),
    durationSeconds: (await track.computeDuration()) - begin,
    stamps: async (from, to) => (await stampsIn(packets, begin + from, begin + to)).map((at) => at - begin),
    pictures: async function* (stamps) {
      const times = stamps.map((stamp) => stamp + begin + roundingSeconds)
      let next = 0
      for await (const sample of framesAt(sink, times)) {
        const stamp = stamps[next]
        next += 1
        if (sample === null || stamp === undefined) throw new Error('a frame could not be decoded')
        try {
          yield { stamp, picture: await copyPicture(sample, colors) }
        } finally {
          sample.close()
        }
      }
    },
    close: () => input.dispose(),
  }
}

/** The frames on screen at moments, which ascend; null where there is none. */
async function* framesAt(
  sink: VideoSampleSink,
  times: readonly number[],
): AsyncGenerator<VideoSample | null> {
  let found = 0
  for await (const sample of sink.samplesAtTimestamps(times)) {
    // Firefox records WebM without an index and with hardly any key frame, of which mediabunny 1.61 does not find the one before.
    if (sample === null) break
    found += 1
    yield sample
  }
  if (found < times.length) yield* framesInOrder(sink, times.slice(found))
}

/** The same without looking for key frames: everything is decoded from the first one on. */
async function* framesInOrder(
  sink: VideoSampleSink,
  times: readonly number[],
): AsyncGenerator<VideoSample | null> {
  let next = 0
  let shown: VideoSample | null = null
  try {
    for await (const sample of sink.samples(times[0])) {
      for (; sample.timestamp > (times[next] ?? Infinity); next += 1) yield shown?.clone() ?? null
      shown?.close()
      shown = sample
      if (next === times.length) return
    }
    for (; next < times.length; next += 1) yield shown?.clone() ?? null
  } finally {
    shown?.close()
  }
}

/** The times of the frames shown between two moments, in order, from those of their packets. */
async function stampsIn(packets: EncodedPacketSink, from: number, to: number): Promise<number[]> {
  const known = { metadataOnly: true } as const
  const start = (await packets.getKeyPacket(from, known)) ?? (await packets.getFirstKeyPacket(known))
  if (start === null) return []
  const stamps: number[] = []
  for await (const packet of packets.packets(start, undefined, known)) {
    // Frames before a key frame in the file may be shown after it, but none from before it.
    if (packet.type === 'key' && packet.timestamp > to) break
    stamps.push(packet.timestamp)
    if (packet.timestamp > to + lateSeconds) break
  }
  const sorted = stamps.toSorted((one, other) => one - other)
  const shown = Math.max(
    0,
    sorted.findLastIndex((stamp) => stamp <= from + startSlackSeconds),
  )
  return sorted.slice(shown).filter((stamp, index) => index === 0 || stamp <= to)
}

/** Frames are stored at most this long before they are shown. */
const lateSeconds = 1
/** A frame that begins so little after the start counts as the one that is shown there. */
const startSlackSeconds = 0.0011
