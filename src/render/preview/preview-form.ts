import { readHead } from '../../lib/disk/files.ts'
import { sniffBytes } from '../../media/file-type.ts'
import type { SourceLimits } from '../job.ts'
import { ffprobe, inputArgs, type VideoFacts } from '../probe/probe-video.ts'

/** The name of the result in the folder of its job. */
export const previewName = 'preview'

/** The form in which a browser gets a video: the file as it is, its stream in another container, or encoded again. */
export type PreviewForm =
  | { how: 'as_is'; type: ShownType }
  | { how: 'remux'; type: ShownType }
  | { how: 'encode' }

type ShownType = 'mp4' | 'webm'

type Stream = Partial<Record<'codec_type' | 'codec_name' | 'profile' | 'pix_fmt', string>>

/** H.264 that every browser plays: 8 bits in 4:2:0. */
const h264Profiles = new Set(['Constrained Baseline', 'Baseline', 'Main', 'High'])

/** The codecs that every browser plays in WebM, with the profiles that they play; null: any. */
const webmCodecs: Readonly<Record<string, readonly string[] | null>> = {
  vp8: null,
  vp9: ['Profile 0'],
  av1: ['Main'],
}

const eightBit = new Set(['yuv420p', 'yuvj420p'])

/** Returns the form of a preview. Throws AppError as `probeVideo` does. */
export async function previewForm(
  path: string,
  facts: VideoFacts,
  limits: SourceLimits,
): Promise<PreviewForm> {
  const { type, codec } = facts
  const question = ['-show_entries', 'stream=codec_type,codec_name,profile,pix_fmt']
  const { text } = await ffprobe(question, inputArgs(path, type, limits), limits)
  const { streams = [] } = JSON.parse(text) as { streams?: Stream[] }
  const video = streams.find((stream) => stream.codec_type === 'video')
  if (video === undefined || video.codec_name !== codec) return { how: 'encode' }
  const target = targetOf(video)
  if (target === null) return { how: 'encode' }
  const isAlone = streams.length === 1
  const isTarget = target === 'mp4' ? type === 'mp4' : type === 'matroska' && (await saysWebm(path))
  if (isTarget && isAlone) return { how: 'as_is', type: target }
  // An elementary stream of MPEG-TS or of AVI may lack what MP4 needs: time stamps, or headers in their place.
  return type === 'mp4' || type === 'matroska' || type === 'flv'
    ? { how: 'remux', type: target }
    : { how: 'encode' }
}

function targetOf({ codec_name: codec = '', profile = '', pix_fmt: format = '' }: Stream) {
  if (!eightBit.has(format)) return null
  if (codec === 'h264') return h264Profiles.has(profile) ? 'mp4' : null
  const profiles = webmCodecs[codec]
  if (profiles === undefined) return null
  return profiles === null || profiles.includes(profile) ? 'webm' : null
}

/** Returns true if the head of a Matroska file says that it is WebM. */
async function saysWebm(path: string): Promise<boolean> {
  return Buffer.from(await readHead(path, sniffBytes)).includes('webm')
}
