import { AppError } from '../lib/app-error.ts'
import { readHead } from '../lib/disk/files.ts'
import { acceptedVideos } from '../media/accepted-files.ts'
import { sniffBytes, sniffPicture, sniffVideo } from '../media/file-type.ts'

/** Throws AppError media_unsupported unless the first bytes are those of an accepted video format. */
export async function checkVideo(path: string): Promise<void> {
  if (sniffVideo(await readHead(path, sniffBytes)) === null) {
    throw new AppError('media_unsupported', `\`video\` must be one of these: ${acceptedVideos}.`, {
      field: 'video',
    })
  }
}

/** Throws AppError media_unsupported unless the first bytes are those of an accepted picture format. */
export async function checkPicture(path: string, place: number): Promise<void> {
  if (sniffPicture(await readHead(path, sniffBytes)) === null) {
    throw new AppError('media_unsupported', `Picture ${place} must be a PNG, JPEG, WebP, AVIF or GIF file.`, {
      field: 'pictures[]',
    })
  }
}
