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
  /** The file, which is moved into the media store if the import is added. */
  path: LocalPath
  /** See `hashOfFile`. */
  sourceHash: Uint8Array
  record: ImportRecord
  /** The name of the batch that the import belongs to. */
  batch: string | null
  /** The maximum number of the owner's waiting imports. */
  maxWaiting: number
  /** See `SourceIdentity`. */
  distinctCode?: string | null
  /** True: the GIF is rendered from the file, as from a video, instead of keeping the file. */
  remake?: boolean
  /** Decides whether to add the file behind an import of the same file that will have this code; default: never. */
  mayFollow?: (code: string) => Promise<boolean>
}

/** The result for a file. `follows` is the code of an import of the same file; this one is made if that one fails. */
export type ImportedFile =
  | { kind: 'added' | 'follows'; taskId: string; code: string }
  | ({ kind: 'exists' } & FoundCopy)

export type ImportFile = (file: FileToImport) => Promise<ImportedFile>

/**
 * Imports files: stores each file, then adds ONE row, unless the same file is already here, made or waiting. Throws
 * AppError media_unsupported for a file that is not an animation, and as `TaskImports.add` does.
 */
export function fileImporter({
  tasks,
  mediaStore,
  maxClipSeconds,
  onAdded,
}: {
  tasks: TaskQueue
  mediaStore: MediaStore
  /** The maximum length of a clip made of a video, in seconds. */
  maxClipSeconds: number
  /** Notifies the worker of new tasks. */
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

/** Returns the SHA-256 of a file. */
export async function hashOfFile(path: string): Promise<Uint8Array> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 18 }), hash)
  return hash.digest()
}

/**
 * Throws AppError media_unsupported, naming the format, unless the first bytes are those of an animation or a video.
 */
export async function checkAnimation(path: string): Promise<void> {
  const head = await readHead(path, sniffBytes)
  if (sniffVideo(head) !== null) return
  const picture = sniffPicture(head)
  const is: ErrorText =
    picture === null ? { detail: 'notMedia' } : { detail: 'stillPicture', format: picture.toUpperCase() }
  throw new AppError('media_unsupported', head.length === 0 ? { detail: 'emptyFile' } : is)
}

/** `remakeSeconds`: the maximum length to render; null: the file is kept as it is. */
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
