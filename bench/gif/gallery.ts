import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { presetSettings } from '#src/gif/encode/encoder-settings.ts'
import { gifPresets } from '#src/options/gif-options.ts'
import type { Clip, Job } from './clips.ts'
import { clipFrames, framesInput, keptName, rgbaFrames } from './frames.ts'
import { type GalleryClip, type GalleryPicture, galleryPage } from './gallery-page.ts'
import { run } from './kept.ts'
import { encodeOurs, workCpu } from './ours.ts'
import { measureGif } from './quality.ts'
import { rivalGif, rivals } from './rivals.ts'

/** Writes a self-contained folder: a page with the source, our GIF and the others' of every clip side by side. */
export async function writeGallery(folder: string, clips: Clip[], job: Job): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const shown = clips.map((clip) => {
    process.stderr.write(`gallery: ${clip.name}\n`)
    return galleryClip(folder, clip, job)
  })
  const page = join(folder, 'index.html')
  writeFileSync(
    page,
    galleryPage(shown, `${job.width} px wide, ${job.fps} frames per second, ${job.seconds} s`),
  )
  console.log(page)
}

function galleryClip(folder: string, clip: Clip, job: Job): GalleryClip {
  const frames = clipFrames(clip, job)
  const others = rivals(clip, job, frames)
  const name = keptName(clip, job).replaceAll(/[^\w.-]/g, '-')
  const pictures: GalleryPicture[] = []
  const add = (title: string, file: string, cpuSeconds: number) => {
    const { psnr, blurredPsnr } = measureGif(join(folder, file), frames)
    pictures.push({ title, file, bytes: statSync(join(folder, file)).size, cpuSeconds, psnr, blurredPsnr })
  }

  const rgba = rgbaFrames(frames)
  for (const preset of gifPresets) {
    const file = `${name}.${preset}.gif`
    const encode = () => writeFileSync(join(folder, file), encodeOurs(frames, rgba, presetSettings(preset)))
    encode()
    add(`Gifwright, ${preset}`, file, workCpu(encode))
  }
  for (const rival of ['ffmpeg', 'gifski'] as const) {
    const file = `${name}.${rival}.gif`
    copyFileSync(rivalGif(clip, job, rival), join(folder, file))
    const title = rival === 'ffmpeg' ? 'ffmpeg palettegen, paletteuse' : 'gifski -Q 90'
    add(title, file, others[rival].cpuSeconds - others.floorCpuSeconds)
  }

  const source = `${name}.webp`
  const nearLossless = ['-c:v', 'libwebp_anim', '-quality', '95', '-compression_level', '2', '-loop', '0']
  run('ffmpeg', [...framesInput(frames), ...nearLossless, join(folder, source)])
  return { title: clip.name, width: frames.width, height: frames.height, source, pictures }
}
