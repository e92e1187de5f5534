import { readHead } from '../../lib/disk/files.ts'
import { sniffBytes, sniffVideo, type VideoType } from '../../media/file-type.ts'
import { inputsOf, type MediaPlan } from '../../media/media-engine.ts'

/**
 * What decodes the untrusted input of a plan. `ffmpeg` does it in a sandbox for each run; `sharp` in the render process,
 * which therefore runs in an innermost sandbox and is used once.
 */
export type Decoder = 'ffmpeg' | 'sharp'

/** Animations that sharp decodes. Those of GIFs are read by code of ours. */
const sharpTypes = new Set<VideoType | null>(['webp', 'apng'])

/** Decided by the file's first bytes, as the render process does. Throws the system's error for a file that cannot be read. */
export async function chooseDecoder(plan: MediaPlan): Promise<Decoder> {
  if (plan.kind === 'measure') return chooseDecoder(plan.plan)
  const source = plan.kind === 'derive' && plan.from.kind === 'source' ? plan.from.plan : plan
  if (source.kind === 'pictures') return 'sharp'
  // A picture that is converted is decoded by tools.
  if (source.kind === 'convert') return 'ffmpeg'
  const heads = await Promise.all(inputsOf(source).map((input) => readHead(input, sniffBytes)))
  return heads.some((head) => sharpTypes.has(sniffVideo(head))) ? 'sharp' : 'ffmpeg'
}
