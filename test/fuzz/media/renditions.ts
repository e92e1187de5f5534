import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect } from '../fault.ts'

const run = promisify(execFile)

export type Promised = { width: number; height: number; frames: number }

/** Throws a Fault unless every rendition decodes to its end and has the promised size and frames. */
export async function checkRenditions(
  paths: Record<'gif' | 'mp4' | 'webp' | 'thumb', string>,
  { width, height, frames }: Promised,
): Promise<void> {
  const even = (side: number) => side + (side % 2)
  const [gif, mp4, webp, thumb] = await Promise.all([
    countFrames(paths.gif),
    countFrames(paths.mp4),
    decodePicture(paths.webp),
    decodePicture(paths.thumb),
  ])
  const seen = [
    gif.size,
    `${mp4.size} ${mp4.frames}`,
    `${webp.width}x${webp.height}`,
    `${thumb.width}x${thumb.height}`,
  ]
  const right = [
    `${width}x${height}`,
    `${even(width)}x${even(height)} ${frames}`,
    `${width}x${height}`,
    `${width}x${height}`,
  ]
  expect(seen.join() === right.join(), `the renditions are ${seen.join()} and not ${right.join()}`)
  // The encoders of GIF and WebP merge identical frames.
  expect(gif.frames >= 1 && gif.frames <= frames, `the GIF has ${gif.frames} frames of ${frames}`)
  expect(webp.pages >= 1 && webp.pages <= frames, `the WebP has ${webp.pages} frames of ${frames}`)
}

async function countFrames(path: string): Promise<{ size: string; frames: number }> {
  const { stdout, stderr } = await run('ffprobe', [
    ...['-v', 'error', '-count_frames', '-select_streams', 'v:0'],
    ...['-show_entries', 'stream=width,height,nb_read_frames', '-of', 'csv=p=0', path],
  ])
  expect(stderr === '', `a rendition is not sound: ${stderr}`)
  const [width, height, frames] = stdout.trim().split(',')
  return { size: `${width}x${height}`, frames: Number(frames) }
}

async function decodePicture(path: string): Promise<{ width: number; height: number; pages: number }> {
  const picture = sharp(path, { pages: -1, failOn: 'warning', limitInputPixels: false })
  const { width, height, pageHeight, pages = 1 } = await picture.metadata()
  await picture.stats()
  return { width, height: pageHeight ?? height, pages }
}
