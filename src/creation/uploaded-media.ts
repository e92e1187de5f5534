import { open } from 'node:fs/promises'
import { AppError } from '../lib/app-error.ts'
import { sniffBytes, sniffPicture, sniffVideo } from '../media/file-type.ts'

/** Throws AppError media_unsupported unless the first bytes are those of an accepted video format. */
export async function checkVideo(path: string): Promise<void> {
  if (sniffVideo(await readHead(path)) === null) {
    throw new AppError(
      'media_unsupported',
      '`video` must be an MP4, MOV, WebM, MKV, AVI, MPEG-TS or GIF file.',
      {
        field: 'video',
      },
    )
  }
}

/** Throws AppError media_unsupported unless the first bytes are those of an accepted picture format. */
export async function checkPicture(path: string, place: number): Promise<void> {
  if (sniffPicture(await readHead(path)) === null) {
    throw new AppError('media_unsupported', `Picture ${place} must be a PNG, JPEG, WebP, AVIF or GIF file.`, {
      field: 'pictures[]',
    })
  }
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
