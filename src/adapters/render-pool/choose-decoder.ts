import { readHead } from '../../lib/disk/files.ts'
import { sniffBytes, sniffVideo, type VideoType } from '../../media/file-type.ts'
import { inputsOf, type MediaPlan } from '../../media/media-engine.ts'

/**
 * The program that decodes the untrusted input of a plan. `ffmpeg` runs in a sandbox of its own each time; `sharp` runs
 * in the render process, which is therefore in an innermost sandbox and used once.
 */
export type Decoder = 'ffmpeg' | 'sharp'

/** The animations that sharp decodes. Gifwright's own code reads those of GIFs. */
const sharpTypes = new Set<VideoType | null>(['webp', 'apng'])

/** Chooses by the file's first bytes, as the render process does. Throws the system's error for an unreadable file. */
export async function chooseDecoder(plan: MediaPlan): Promise<Decoder> {
  if (plan.kind === 'measure') return chooseDecoder(plan.plan)
  const source = plan.kind === 'derive' && plan.from.kind === 'source' ? plan.from.plan : plan
  if (source.kind === 'pictures') return 'sharp'
  // Tools decode a picture that is converted.
  if (source.kind === 'convert') return 'ffmpeg'
  const heads = await Promise.all(inputsOf(source).map((input) => readHead(input, sniffBytes)))
  return heads.some((head) => sharpTypes.has(sniffVideo(head))) ? 'sharp' : 'ffmpeg'
}
