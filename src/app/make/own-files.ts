import { type ErrorText, valuesOf } from '../../lib/errors/error-text.ts'
import { stat } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import { systemCode } from '../../lib/system-code.ts'
import { sniffBytes, sniffConvertible, sniffPicture, sniffVideo } from '../../media/file-type.ts'

/* The user's own files: what is in them, and errors that call them by the names that the user gave. */

/** The first bytes of a file, which reveal its format. Throws AppError with a sentence that names the file. */
export async function headOf(path: string): Promise<Uint8Array> {
  try {
    // Opening a pipe without a writer would wait, and no signal would end the wait.
    const there = await stat(path)
    if (there.isFIFO() || there.isSocket() || there.isCharacterDevice()) {
      throw new AppError('media_unsupported', { detail: 'inputNotFile', file: path })
    }
    return await readHead(path, sniffBytes)
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(path, error)
  }
}

function unreadable(path: string, cause: unknown): unknown {
  const code = systemCode(cause)
  const texts: Record<string, ErrorText> = {
    ENOENT: { detail: 'noInput', file: path },
    ENOTDIR: { detail: 'noInput', file: path },
    EISDIR: { detail: 'inputIsFolder', file: path },
    EACCES: { detail: 'inputNotReadable', file: path },
  }
  const text = texts[code ?? '']
  return text === undefined ? cause : new AppError('not_found', text, { cause })
}

/** The same error with the name of the affected file: the pipeline only knows nameless uploads. */
export function withNames(error: unknown, names: string[]): unknown {
  if (!(error instanceof AppError) || names.length === 0) return error
  const { place, gif } = valuesOf(error.text)
  const isAboutFile = error.code.startsWith('media_') || error.code === 'clip_outside_video'
  if (place === undefined && gif === undefined && !isAboutFile) return error
  const name = names[Number(place ?? gif ?? 1) - 1]
  return name === undefined ? error : error.withMessage(`${name}: ${error.message}`)
}

/** Returns true if the first bytes are those of a still picture. */
export function isStill(head: Uint8Array): boolean {
  return isPicture(head) && sniffVideo(head) === null
}

/** Returns true if the file is a picture in a supported format; an animated one is also a video. */
export function isPicture(head: Uint8Array): boolean {
  return sniffPicture(head) !== null || sniffConvertible(head) !== null
}
