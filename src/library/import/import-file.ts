import type { ErrorText } from '../../lib/errors/error-text.ts'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { AcceptedRequest } from '../../creation/request.ts'
import type { FoundCopy, TaskQueue } from '../../creation/task-queue.ts'
import { dropUploads, storeUploads } from '../../creation/uploads.ts'
import { AppError } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import { randomId } from '../../lib/ids.ts'
import { sniffBytes, sniffPicture, sniffVideo } from '../../media/file-type.ts'
import type { LocalPath, MediaStore, StoreKey } from '../../media/media-store.ts'
import { defaultClipOptions } from '../../options/clip-options.ts'
import { defaultGifOptions } from '../../options/gif-options.ts'
import type { ImportRecord } from './check-details.ts'

export type FileToImport = {
  /** It is moved into the media store where it is added. */
  path: LocalPath
  /** See `hashOfFile`. */
  sourceHash: Uint8Array
  record: ImportRecord
  /** What the imports that belong together are called. */
  batch: string | null
  /** How many imports of its owner may wait. */
  maxWaiting: number
  /** See `SourceIdentity`. */
  distinctCode?: string | null
  /** True: it is made anew, as from a video, and not kept as it is. */
  remake?: boolean
  /** Decides whether to add the file behind an import of the same file that will have this code; default: never. */
  mayFollow?: (code: string) => Promise<boolean>
}

/** `follows` is the code of an import of the same file; this one is made if that one is not. */
export type ImportedFile =
  | { kind: 'added' | 'follows'; taskId: string; code: string }
  | ({ kind: 'exists' } & FoundCopy)

export type ImportFile = (file: FileToImport) => Promise<ImportedFile>

/**
 * Imports files: each is stored, then ONE row is added, unless the same file is here already, made or waiting. Throws
 * AppError media_unsupported for what is no animation, and as `TaskImports.add` does.
 */
export function fileImporter({
  tasks,
  mediaStore,
  maxClipSeconds,
  onAdded,
}: {
  tasks: TaskQueue
  mediaStore: MediaStore
  /** The longest clip that is made of a video, in seconds. */
  maxClipSeconds: number
  /** Tells the worker that there is something to do. */
  onAdded: () => void
}): ImportFile {
  return async ({
    path,
    sourceHash,
    record,
    batch,
    maxWaiting,
    distinctCode = null,
    remake = false,
    ...file
  }) => {
    const { ownerId, visibility, code } = record
    const copy = await tasks.imports.findCopy({ sourceHash, ownerId, visibility, distinctCode })
    const mayFollow =
      copy !== undefined && copy.taskId !== null && (await file.mayFollow?.(copy.code)) === true
    if (copy !== undefined && !mayFollow) return { kind: 'exists', ...copy }
    await checkAnimation(path)
    const id = randomId(22)
    let imported: ImportedFile | undefined
    await storeUploads(mediaStore, id, [path], async (uploads) => {
      const request = requestOf(record, uploads, remake ? maxClipSeconds : null)
      // Imports of one owner take turns with those of others.
      const client = { name: `import ${ownerId ?? ''}`, maxWaiting }
      const task = { id, code, request, ownerId, sourceHash, batch, distinctCode, mayFollow }
      const added = await tasks.imports.add(task, client)
      if ('code' in added) imported = { kind: 'added', taskId: id, code: added.code }
      else if (added.follows === true) imported = { kind: 'follows', taskId: id, code: added.copy.code }
      else imported = { kind: 'exists', ...added.copy }
    })
    if (imported === undefined) throw new Error('not reached')
    if (imported.kind === 'exists') await dropUploads(mediaStore, id)
    else onAdded()
    return imported
  }
}

/** The SHA-256 of a file. */
export async function hashOfFile(path: string): Promise<Uint8Array> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 18 }), hash)
  return hash.digest()
}

/** Throws AppError media_unsupported, with what it is, unless the first bytes are those of an animation or a video. */
export async function checkAnimation(path: string): Promise<void> {
  const head = await readHead(path, sniffBytes)
  if (sniffVideo(head) !== null) return
  const picture = sniffPicture(head)
  const is: ErrorText =
    picture === null ? { detail: 'notMedia' } : { detail: 'stillPicture', format: picture.toUpperCase() }
  throw new AppError('media_unsupported', head.length === 0 ? { detail: 'emptyFile' } : is)
}

/** `remakeSeconds`: how much of it is made anew; null: it is kept as it is. */
function requestOf(record: ImportRecord, uploads: StoreKey[], remakeSeconds: number | null): AcceptedRequest {
  const { title, alt, tags, categoryId, visibility, rating, createdAt, uses } = record
  const imported = { createdAt, uses }
  const details = { title, alt, tags, categoryId, visibility, rating, imported }
  if (remakeSeconds === null) return { kind: 'keep', url: null, uploads, ...details }
  return {
    kind: 'video',
    uploads,
    startSeconds: 0,
    endSeconds: remakeSeconds,
    clip: defaultClipOptions,
    gif: defaultGifOptions,
    watermark: false,
    ...details,
  }
}
