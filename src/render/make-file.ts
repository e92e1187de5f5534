import { readFile, stat } from 'node:fs/promises'
import type { Outputs } from './encode/outputs.ts'
import { type Job, renditionPath } from './job.ts'

/* Most files are GIFs: the code that writes the others is loaded on demand. */

/** The outputs of `make`: a GIF, its frames as another animation, or each of them as a picture. */
export type FileFormat = 'gif' | 'mp4' | 'webp' | 'zip'

/** Returns the outputs that a file of a format is made from. A GIF is written to the descriptor as it grows. */
export async function outputsOf(
  format: FileFormat,
  descriptor: number,
  findsFlashes: boolean,
): Promise<Outputs> {
  const shared = { maxGifBytes: Infinity, findsFlashes, smallGifs: () => [] }
  if (format === 'gif') return { ...shared, gifDescriptor: descriptor, openOthers: null }
  if (format === 'zip') return { ...shared, gifDescriptor: null, openOthers: null }
  const [{ mp4Branch }, { endWebpAt, webpBranch }] = await Promise.all([
    import('./encode/mp4.ts'),
    import('./encode/webp.ts'),
  ])
  return {
    ...shared,
    gifDescriptor: null,
    openOthers: (source, options, job) => ({
      branches: [format === 'mp4' ? mp4Branch(source, job) : webpBranch(source, options, job)],
      onFrame: () => undefined,
      finish: async ({ durationMs }) => {
        if (format === 'webp' && source.framesMs !== undefined)
          await endWebpAt(renditionPath(job, 'webp'), durationMs)
        return { look: new Uint8Array() }
      },
    }),
  }
}

/**
 * Writes the file of a format to its descriptor, once its outputs are made; returns its bytes. Throws system errors.
 */
export async function writeFormat(
  format: Exclude<FileFormat, 'gif'>,
  descriptor: number,
  job: Job,
): Promise<number> {
  const { copyTo, writeAll } = await import('./encode/copy-file.ts')
  if (format !== 'zip') {
    const path = renditionPath(job, format)
    await copyTo(descriptor, path)
    return (await stat(path)).size
  }
  const [{ makeZip }, { GifFrameReader }, { frameFiles }] = await Promise.all([
    import('client-zip'),
    import('../gif/edit/frame-reader.ts'),
    import('../gif/frames/frame-files.ts'),
  ])
  const gif = await readFile(renditionPath(job, 'gif'))
  let bytes = 0
  for await (const part of makeZip(frameFiles(new GifFrameReader(gif, endless)))) {
    bytes += part.length
    await writeAll(descriptor, part)
  }
  return bytes
}

const endless = { maxFrames: Infinity, maxPixels: Infinity }
