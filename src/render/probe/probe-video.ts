import type { ErrorText } from '../../lib/errors/error-text.ts'
import { AppError } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import { sniffBytes, sniffVideo, type VideoType } from '../../media/file-type.ts'
import { allowedDecoders, isDecodable } from '../tools/decoders.ts'
import {
  endsEarly,
  isUnsupported,
  mediaError,
  nothingDecoded,
  tooLarge,
  unknownCoding,
} from '../tools/ffmpeg.ts'
import { type AvifTracks, readAvifTracks } from './avif-tracks.ts'
import { aspectOfContainer, densityQuestions, mayBeDensity } from './picture-density.ts'
import { type Ratio, readRatio } from './ratio.ts'
import { readColors, type SourceColors } from './source-colors.ts'
import type { SourceLimits } from '../job.ts'
import { runTool, ToolFailure } from '../tools/run-tool.ts'

/** The data in a video's headers about its pictures. Times are seconds from its beginning, unless noted otherwise. */
export type PictureFacts = {
  /** As stored: before rotation and pixel aspect. */
  width: number
  height: number
  pixelAspect: Ratio | null
  rotationDegrees: number
  hasAlpha: boolean
  /** True if a frame may hold two fields, recorded one after the other. */
  isInterlaced: boolean
  /** Null if the file does not say. */
  colorMatrix: string | null
  transfer: string | null
  /** The lowest rate at which every time stamp falls on a tick; meaningless for some files. */
  nominalRate: Ratio | null
  averageRate: Ratio | null
  /** The time stamp of the beginning. */
  startStamp: number
  /** Null if the header does not say. */
  durationSeconds: number | null
  /** True if it is the duration of the whole file, with its sound, while the pictures may end earlier. */
  isDurationOfFile?: boolean
}

/** The same data of a video that ffmpeg reads. */
export type VideoFacts = PictureFacts & {
  type: DemuxedType | null
  codec: string
  colors: SourceColors
  /** The number of the stream of pictures among all streams of the file. */
  stream: number
  /** Null if it is not an AVIF image sequence. */
  avif: AvifTracks | null
}

const maxAnswerBytes = 32 * 2 ** 20

/** The types that ffmpeg reads: all except animated WebP. */
export type DemuxedType = Exclude<VideoType, 'webp'>

const demuxers: Record<DemuxedType, string> = {
  mp4: 'mov',
  matroska: 'matroska',
  avi: 'avi',
  gif: 'gif',
  apng: 'apng',
  mpegts: 'mpegts',
  mpegps: 'mpeg',
  flv: 'flv',
  asf: 'asf',
  ogg: 'ogg',
}

/** As in browsers, and in ffmpeg's reader of GIFs: a frame of an animated PNG of at most 10 ms is shown for 100. */
const apngArgs = ['-max_fps', '99', '-default_fps', '10']

/** The most streams of any kind: pictures, sounds, subtitles and attached files such as fonts. */
const maxStreams = 200
const maxAllocationBytes = 500_000_000

/**
 * Returns the arguments that open a file, and nothing but a file: an untrusted one in the format of its first bytes,
 * with the decoders of `codec` only, or all that a probe may need.
 */
export function inputArgs(
  path: string,
  type: DemuxedType | null,
  limits: SourceLimits,
  codec?: string,
): string[] {
  const maxPixels = ['-max_pixels', String(Math.round(limits.maxMegapixels * 1e6))]
  if (limits.anyFormat === true || type === null) {
    const own = [...maxPixels, ...(type === 'apng' ? apngArgs : [])]
    return [...own, '-protocol_whitelist', 'file', '-i', `file:${path}`]
  }
  return [
    ...allowedDecoders(codec),
    ...['-max_streams', String(maxStreams)],
    ...['-protocol_whitelist', 'file', '-format_whitelist', demuxers[type], '-f', demuxers[type]],
    ...[...maxPixels, '-max_alloc', String(maxAllocationBytes)],
    ...(type === 'apng' ? apngArgs : []),
    ...['-i', `file:${path}`],
  ]
}

/**
 * Reads the headers of a video file about its pictures: those of the stream marked as default, otherwise of the first
 * one. Throws AppError media_unsupported, media_broken or media_too_large.
 */
export async function probeVideo(path: string, limits: SourceLimits): Promise<VideoFacts> {
  return (await probePackets(path, null, limits)).facts
}

/**
 * Reads the headers as `probeVideo` does, and in the same run the packets of an interval, by the time stamps of the
 * file. Also returns the complaints.
 */
export async function probePackets(
  path: string,
  interval: [startSeconds: number, endSeconds: number] | null,
  limits: SourceLimits,
): Promise<{ facts: VideoFacts; packets: ProbePacket[]; stderr: string }> {
  const type = demuxedType(await readHead(path, sniffBytes))
  if (type === null && limits.anyFormat !== true) {
    throw unsupported({ detail: 'notVideo' })
  }
  const avif = type === 'mp4' ? await readAvifTracks(path) : null
  const answer = await ffprobe(
    [
      ...(interval === null ? [] : readInterval(interval)),
      ...['-select_streams', avif === null ? 'V' : String(avif.color), '-show_entries'],
      [
        interval === null ? '' : `${packetEntries}:`,
        'stream=index,codec_name,codec_tag_string,width,height,sample_aspect_ratio,pix_fmt,color_space,color_transfer,field_order,color_range,chroma_location',
        ',r_frame_rate,avg_frame_rate,start_time,duration:stream_tags=alpha_mode,DURATION',
        ':stream_disposition=default:stream_side_data=rotation:format=format_name,start_time,duration',
      ].join(''),
    ],
    inputArgs(path, type, limits),
    limits,
  )
  const { streams, format, packets = [] } = JSON.parse(answer.text) as ProbeAnswer
  const stream = streams?.find(({ disposition }) => disposition?.default === 1) ?? streams?.[0]
  if (stream === undefined) throw unsupported({ detail: 'noVideoInFile' })
  if (stream.codec_tag_string === 'encv') throw unsupported({ detail: 'videoEncrypted' })
  const codec = stream.codec_name ?? 'unknown'
  if (!isDecodable(codec) && limits.anyFormat !== true) throw unknownCoding(codec)
  const { width = 0, height = 0 } = stream
  if (width * height > limits.maxMegapixels * 1e6) throw tooLarge(`${width}x${height}`)
  if (width < 1 || height < 1) throw nothingDecoded(answer.stderr)
  const index = stream.index ?? 0
  const own = readStream(stream, format ?? {})
  const hasAlpha = own.hasAlpha || (avif !== null && avif.alpha !== null)
  const pixelAspect = mayBeDensity(codec, own.pixelAspect)
    ? await readContainerAspect(inputArgs(path, type, limits), String(index), limits)
    : own.pixelAspect
  const colors = readColors(stream)
  const facts = { type, codec, colors, stream: index, width, height, ...own, pixelAspect, hasAlpha, avif }
  return { facts, packets: packets.filter((packet) => packet.stream_index === index), stderr: answer.stderr }
}

async function readContainerAspect(
  input: string[],
  stream: string,
  limits: SourceLimits,
): Promise<Ratio | null> {
  const { text } = await ffprobe(densityQuestions(stream), input, limits)
  return aspectOfContainer(JSON.parse(text))
}

/** The entries to read of packets. */
export const packetEntries = 'packet=stream_index,pts_time,dts_time,duration_time,flags'

/** Returns the arguments that choose the packets of an interval, by the time stamps of the file. */
export function readInterval(interval: [startSeconds: number, endSeconds: number]): string[] {
  const [start, end] = interval.map((seconds) => (Number.isFinite(seconds) ? seconds.toFixed(6) : ''))
  return ['-read_intervals', `${start}%${end}`]
}

type ProbeStream = Partial<
  Record<
    | 'codec_name'
    | 'codec_tag_string'
    | 'sample_aspect_ratio'
    | 'pix_fmt'
    | 'color_space'
    | 'color_transfer'
    | 'color_range'
    | 'chroma_location'
    | 'field_order'
    | 'r_frame_rate'
    | 'avg_frame_rate'
    | 'start_time'
    | 'duration',
    string
  >
> & {
  index?: number
  width?: number
  height?: number
  disposition?: { default?: number }
  tags?: Record<string, string>
  side_data_list?: { rotation?: number }[]
}

type ProbeFormat = { format_name?: string; start_time?: string; duration?: string }

/** A packet as ffprobe reports it; unknown values are missing or N/A. */
export type ProbePacket = { stream_index?: number } & Partial<
  Record<'pts_time' | 'dts_time' | 'duration_time' | 'flags', string>
>

type ProbeAnswer = { streams?: ProbeStream[]; format?: ProbeFormat; packets?: ProbePacket[] }

/** Formats whose header has the time stamp of the end, while others have the duration of the file. */
const endStampFormats = new Set(['flv', 'asf', 'matroska,webm', 'nut'])

/** Formats among them that have it only for the whole file. */
const wholeFileFormats = new Set(['flv', 'asf'])

function readStream(stream: ProbeStream, format: ProbeFormat) {
  const { tags = {}, side_data_list: sideData = [] } = stream
  const startStamp = seconds(format.start_time) ?? seconds(stream.start_time) ?? 0
  const { format_name: formatName = '' } = format
  const ownSeconds = seconds(stream.duration)
  const fileSeconds = seconds(format.duration)
  const notedSeconds = clockSeconds(tags.DURATION) ?? ownSeconds ?? fileSeconds
  // Some programs write the duration anyway.
  const isEndStamp = endStampFormats.has(formatName) && (notedSeconds ?? 0) > startStamp
  const firstSeconds = (seconds(stream.start_time) ?? startStamp) - startStamp
  return {
    pixelAspect: readRatio(stream.sample_aspect_ratio),
    rotationDegrees: sideData.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0,
    hasAlpha:
      tags.alpha_mode === '1' || /^(?:rgba|bgra|argb|abgr|ya|yuva|gbrap|pal8)/.test(stream.pix_fmt ?? ''),
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
    colorMatrix: known(stream.color_space),
    transfer: known(stream.color_transfer),
    nominalRate: readRatio(stream.r_frame_rate),
    averageRate: readRatio(stream.avg_frame_rate),
    startStamp,
    durationSeconds:
      notedSeconds === null
        ? null
        : isEndStamp
          ? notedSeconds - startStamp
          : ownSeconds === null
            ? notedSeconds
            : firstSeconds + ownSeconds,
    isDurationOfFile: wholeFileFormats.has(formatName),
  }
}

/** Runs ffprobe for an answer of at most 32 MB; throws the problem of the file as an AppError. */
export async function ffprobe(
  questions: string[],
  input: string[],
  limits: SourceLimits,
  form = 'json',
): Promise<{ text: string; stderr: string }> {
  const chunks: Buffer[] = []
  let bytes = 0
  const onOutput = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw new AppError('media_too_large', { detail: 'videoTooManyFrames' })
    chunks.push(chunk)
  }
  const maxCpuSeconds = limits.timeoutSeconds
  try {
    const args = ['-hide_banner', '-v', 'error', ...questions, '-of', form, ...input]
    const stderr = await runTool('ffprobe', args, { maxCpuSeconds, onOutput })
    return { text: Buffer.concat(chunks).toString('utf8'), stderr }
  } catch (error) {
    if (error instanceof ToolFailure && /not on whitelist/.test(error.stderr)) throw unknownCoding(error)
    if (limits.anyFormat === true && isUnknownFormat(error)) {
      throw new AppError('media_unsupported', { detail: 'notVideoOrPicture' }, { cause: error })
    }
    throw mediaError(error)
  }
}

/** Returns true if ffprobe found nothing in a file of a known format, neither a missing end nor a codec. */
function isUnknownFormat(error: unknown): boolean {
  if (!(error instanceof ToolFailure) || error.fault !== 'input') return false
  return !endsEarly.test(error.stderr) && !isUnsupported(error.stderr)
}

function demuxedType(head: Uint8Array): DemuxedType | null {
  const type = sniffVideo(head)
  return type === 'webp' ? null : type
}

function seconds(text: string | undefined): number | null {
  const value = Number(text ?? 'none')
  return Number.isFinite(value) ? value : null
}

/** Parses `00:00:05.900000000`, in which Matroska's writers note the end of a stream. */
function clockSeconds(text: string | undefined): number | null {
  const [, hours, minutes, rest] = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text ?? '') ?? []
  return rest === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
}

function known(text: string | undefined): string | null {
  return text === undefined || text === 'unknown' || text === 'reserved' ? null : text
}

function unsupported(text: ErrorText): AppError {
  return new AppError('media_unsupported', text)
}
