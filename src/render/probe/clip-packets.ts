import { AppError } from '../../lib/app-error.ts'
import type { SourceLimits } from '../job.ts'
import {
  ffprobe,
  inputArgs,
  packetEntries,
  probePackets,
  type ProbePacket,
  readInterval,
  type VideoFacts,
} from './probe-video.ts'

/** Data from the packets of a clip, without decoding any. Seconds from the beginning of the video. */
export type ClipPackets = {
  /** The time to seek to so that the frame on screen at the start of the clip can be decoded. */
  seekSeconds: number
  /** The end of the last packet read; null if there is no packet. */
  endSeconds: number | null
  /** The display times of the packets' frames, in ascending order. */
  stamps: number[]
  /** True if the file stops in the middle of its data. */
  isTruncated: boolean
  /** True if the clip continues after the packets that were read. */
  isPartial?: boolean
}

/** The most frames to decode for a clip, from the key frame before it: ten minutes at 60 per second and more. */
const maxClipFrames = 40_000

/** The most to read of a clip without a limit: its first frame would have to wait for it. */
const maxProbedSeconds = 90

/** The distances before the start to look for a key frame: most containers find it immediately, MPEG-TS does not. */
const stepsBackSeconds = [0, 4, 16, 64, 256]

/** Packets come in decoding order, so some that are shown before the end of the clip come after it. */
const reorderSeconds = 1

/** A frame without a known end lasts as long as the shortest interval of frames, ignoring one in twenty. */
const burstShare = 0.05

type Packet = { seconds: number; lastsSeconds: number | null; isKey: boolean }

/**
 * Reads the headers of a video and the packets of a clip: in one run if time begins at 0 and a key frame at the start
 * of the clip or before it is found immediately, as is usually the case. Throws what `probeVideo` throws.
 */
export async function inspectClip(
  path: string,
  [startSeconds, clipEndSeconds]: [number, number],
  limits: SourceLimits,
): Promise<{ facts: VideoFacts; packets: ClipPackets }> {
  const mostSeconds = Number.isFinite(limits.maxClipSeconds) ? Infinity : maxProbedSeconds
  const endSeconds = Math.min(clipEndSeconds, startSeconds + mostSeconds)
  const { facts, packets } = await inspectInterval(path, [startSeconds, endSeconds], limits)
  const isPartial = endSeconds < clipEndSeconds && (packets.endSeconds ?? 0) > endSeconds
  return { facts, packets: { ...packets, isPartial } }
}

async function inspectInterval(
  path: string,
  [startSeconds, endSeconds]: [number, number],
  limits: SourceLimits,
): Promise<{ facts: VideoFacts; packets: ClipPackets }> {
  const interval: [number, number] = [startSeconds, endSeconds + reorderSeconds]
  const { facts, packets: read, stderr } = await probePackets(path, interval, limits)
  const packets = readTimes(read, 0)
  checkCount(packets.length, limits)
  const isKnown = facts.startStamp === 0 && packets.some((packet) => isStart(packet, startSeconds))
  if (!isKnown || (isAnimatedPicture(facts) && startSeconds > 0)) {
    return { facts, packets: await readPackets(path, facts, [startSeconds, endSeconds], limits) }
  }
  return { facts, packets: clipPackets(packets, startSeconds, stderr) }
}

/** Reads the packets from the key frame before `startSeconds` to `endSeconds`. Throws what `probeVideo` throws. */
export async function readPackets(
  path: string,
  facts: VideoFacts,
  [startSeconds, endSeconds]: [number, number],
  limits: SourceLimits,
): Promise<ClipPackets> {
  const places = isAnimatedPicture(facts)
    ? []
    : stepsBackSeconds.map((back) => Math.max(0, startSeconds - back))
  for (const seekSeconds of new Set([...places, 0])) {
    const last = endSeconds + reorderSeconds + facts.startStamp
    // There is no seek to the beginning: in MPEG-TS it would miss packets decoded before the first picture is shown.
    const first = seekSeconds === 0 ? -Infinity : seekSeconds + facts.startStamp
    const answer = await ffprobe(
      [
        ...['-select_streams', String(facts.stream), ...readInterval([first, last])],
        ...['-show_entries', packetEntries],
      ],
      inputArgs(path, facts.type, limits),
      limits,
      'csv=print_section=0',
    )
    const packets = readLines(answer.text, facts.startStamp)
    checkCount(packets.length, limits)
    if (seekSeconds === 0 || packets.some((packet) => isStart(packet, startSeconds))) {
      return clipPackets(packets, seekSeconds, answer.stderr)
    }
  }
  throw new Error('unreachable: the last place is the beginning')
}

/** The frames of animated pictures depend on each other from the first. */
function isAnimatedPicture({ type }: VideoFacts): boolean {
  return type === 'gif' || type === 'apng'
}

function checkCount(count: number, { anyFormat = false }: SourceLimits): void {
  if (count <= maxClipFrames || anyFormat) return
  const message = 'The clip has more frames than this service accepts; choose a shorter one.'
  throw new AppError('media_too_large', message, { cause: `${count} frames` })
}

function readLines(text: string, startStamp: number): Packet[] {
  const packets = text.split('\n').flatMap((line): ProbePacket[] => {
    if (line === '') return []
    const [, pts_time = '', dts_time = '', duration_time = '', flags = ''] = line.split(',')
    return [{ pts_time, dts_time, duration_time, flags }]
  })
  return readTimes(packets, startStamp)
}

/**
 * Returns the packets with their times, without those that are never shown or whose time is unknown. MPEG program
 * streams note display times for only some packets, and AVI for none: then they are shown in the rhythm of their
 * decoding.
 */
function readTimes(packets: readonly ProbePacket[], startStamp: number): Packet[] {
  const isComplete = packets.every(({ pts_time: shown = 'N/A' }) => shown !== 'N/A')
  const delays = packets.map(({ pts_time: shown, dts_time: decoded }) => Number(shown) - Number(decoded))
  const delay = delays.find((seconds) => Number.isFinite(seconds)) ?? 0
  return packets.flatMap((packet) => {
    const { pts_time: shown = 'N/A', dts_time: decoded = 'N/A', duration_time: lasts, flags = '' } = packet
    const isByDecoding = !isComplete && decoded !== 'N/A'
    const seconds = (isByDecoding ? Number(decoded) + delay : Number(shown)) - startStamp
    // `D`: only needed to decode others.
    if (flags.includes('D') || !Number.isFinite(seconds)) return []
    const lastsSeconds = lasts === undefined || lasts === 'N/A' ? null : Number(lasts)
    return [{ seconds, lastsSeconds, isKey: flags.includes('K') }]
  })
}

function isStart({ seconds, isKey }: Packet, startSeconds: number): boolean {
  return isKey && seconds <= startSeconds + 0.001
}

function clipPackets(packets: Packet[], seekSeconds: number, stderr: string): ClipPackets {
  return { seekSeconds, ...summary(packets), isTruncated: /partial file|prematurely/i.test(stderr) }
}

function summary(packets: Packet[]): Pick<ClipPackets, 'endSeconds' | 'stamps'> {
  const inOrder = packets.toSorted((one, other) => one.seconds - other.seconds)
  const last = inOrder.at(-1)
  const gaps = inOrder
    .slice(1)
    .map(({ seconds }, index) => seconds - (inOrder[index]?.seconds ?? 0))
    .filter((gap) => gap > 0)
    .toSorted((one, other) => one - other)
  const gap = gaps[Math.floor(gaps.length * burstShare)]
  return {
    endSeconds: last === undefined ? null : last.seconds + (last.lastsSeconds ?? gap ?? 0),
    stamps: inOrder.map(({ seconds }) => seconds),
  }
}
