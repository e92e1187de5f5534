import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type RenditionName, renditions, renditionShape } from '#src/media/rendition.ts'
import { creationOutputs } from '#src/render/render-job.ts'
import type { Made } from '#src/render/encode/encode-outputs.ts'
import { type Clip, jobs } from '../gif/clips.ts'
import { type Frames, clipInput } from '../gif/frames.ts'
import { measureGif } from '../gif/quality.ts'
import { clipPlan, create, derive, inFolder } from './in-process.ts'

const compared: RenditionName[] = ['gif220w', 'gif90h']

type Looks = { psnr: number; ssim: number; bytes: number }

/** The similarity of GIFs derived from the source and from the stored MP4 to the frames of the source. */
export async function lossOfStored(
  clip: Clip,
): Promise<{ clip: string; name: string; source: Looks; stored: Looks }[]> {
  return inFolder(async (folder) => {
    const { made } = await create(clip, creationOutputs, folder)
    const looks = async (from: 'source' | 'stored') =>
      inFolder(async (own) => {
        const input = join(folder, renditions.mp4.file)
        await derive(
          {
            kind: 'derive',
            from:
              from === 'source'
                ? { kind: 'source', plan: clipPlan(clip) }
                : { kind: 'stored', name: 'mp4', input },
            gif: { ...made },
            loops: 0,
            renditions: compared,
          },
          own,
        )
        return compared.map((name): Looks => {
          const path = join(own, renditions[name].file)
          const { psnr, ssim } = measureGif(path, framesOf(name, made, clip))
          return { psnr, ssim, bytes: statSync(path).size }
        })
      })
    const [source, stored] = [await looks('source'), await looks('stored')]
    return compared.map((name, index) => ({
      clip: clip.name,
      name,
      source: source[index]!,
      stored: stored[index]!,
    }))
  })
}

/** The frames of the source in the size of a rendition, scaled by ffmpeg. */
function framesOf(name: RenditionName, made: Made, clip: Clip): Frames {
  const { width, height } = renditionShape(name, made)
  const filters = `fps=${jobs.M.fps},scale=${made.width}:${made.height}:flags=bicubic,scale=${width}:${height}:flags=bicubic`
  const rgb = execFileSync(
    'ffmpeg',
    [
      ...clipInput(clip, jobs.M),
      ...['-vf', filters, '-frames:v', String(made.frames), '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
    ],
    { maxBuffer: 2 ** 30 },
  )
  return { width, height, fps: jobs.M.fps, count: rgb.length / (width * height * 3), rgb }
}
