import { writeFile } from 'node:fs/promises'
import { maxRenditionBytes } from '../../media/rendition.ts'
import { renditionPath } from '../job.ts'
import { mp4Branch } from './mp4.ts'
import type { Outputs } from './outputs.ts'
import { drawThumbnail } from './thumbnail.ts'
import { ThumbnailFrame } from './thumbnail-frame.ts'
import { isAnimated, webpBranch, writeStillWebp } from './webp.ts'

/** Every rendition of a GIF: ffmpeg makes MP4 and WebP of the frames as they come, and one becomes the thumbnail. */
export const allRenditions: Outputs = {
  gifDescriptor: null,
  maxGifBytes: maxRenditionBytes,
  openOthers: (source, options, job) => {
    const { width, height } = source
    const thumbnail = new ThumbnailFrame()
    return {
      branches: [mp4Branch(source, job), webpBranch(source, options, job)],
      onFrame: (frame) => thumbnail.offer(frame),
      finish: async ({ frames, durationMs }) => {
        await writeFile(renditionPath(job, 'thumb'), await drawThumbnail(thumbnail.pixels, source))
        if (frames > 1 && !(await isAnimated(renditionPath(job, 'webp')))) {
          await writeStillWebp(thumbnail.pixels, { width, height, durationMs }, options, job)
        }
      },
    }
  },
}
