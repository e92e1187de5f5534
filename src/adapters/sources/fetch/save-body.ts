import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../../../lib/app-error.ts'
import { hostOf } from '../guard/address-guard.ts'
import type { HttpResponse, HttpClient } from './http-client.ts'
import { httpViolation, sourceTooLarge, toStatusError } from '../network-errors.ts'
import { chunkReader, type OpenedBody } from './opened-body.ts'

const maxResumes = 3

export type SaveOptions = {
  client: HttpClient
  maxBytes: number
  signal: AbortSignal
  /** Called with a fraction from 0 to 1, if the length is declared. */
  onProgress: (fraction: number) => void
  /** Called with the length that the file is about to reach. */
  reserveUpTo: (length: number) => Promise<void>
}

/** The rest of a transfer, and its position in the file. */
type Transfer = Pick<OpenedBody, 'answer' | 'start' | 'next'> & { position: number }

/** The version of a file when its transfer began. `bytes` is NaN if no length was declared. */
type FileVersion = { name: string; etag: string | undefined; bytes: number }

/**
 * Writes a body to the file `path`. A broken transfer is resumed, at most 3 times, if the server identified the version
 * of the file; if it has a new version, the transfer starts again. Throws AppError source_*: source_too_large
 * immediately if the length is declared, otherwise at the limit.
 */
export async function saveBody(body: OpenedBody, path: string, options: SaveOptions): Promise<void> {
  const file = await open(path, 'a')
  try {
    let transfer: Transfer = { ...body, position: 0 }
    let version = versionOf(body.answer)
    for (let resumes = 0; ; resumes += 1) {
      await file.truncate(transfer.position)
      const broken = await write(file, transfer, options)
      if (broken === undefined) return
      if (!broken.error.retry || version === undefined || resumes === maxResumes) throw broken.error
      transfer = await resume(body.answer.url, broken.position, version, options)
      if (transfer.answer.status === 200) version = versionOf(transfer.answer)
    }
  } finally {
    body.answer.body.destroy()
    await file.close()
  }
}

/** Writes one response to its end; returns a network error with the position up to which the file is valid. */
async function write(
  file: FileHandle,
  { answer, start, next, position }: Transfer,
  { maxBytes, onProgress, reserveUpTo }: SaveOptions,
): Promise<{ error: AppError; position: number } | undefined> {
  const totalBytes = position + Number(answer.headers['content-length'] ?? Number.NaN)
  try {
    if (totalBytes > maxBytes) throw sourceTooLarge(maxBytes)
    if (!Number.isNaN(totalBytes)) await reserveUpTo(totalBytes)
    for (let chunk: Buffer | undefined = start; chunk !== undefined;) {
      position += chunk.length
      if (position > maxBytes) throw sourceTooLarge(maxBytes)
      await reserveUpTo(position)
      await file.appendFile(chunk)
      if (totalBytes > 0) onProgress(position / totalBytes)
      chunk = await next()
    }
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'source_unreachable') return { error, position }
    throw error
  } finally {
    answer.body.destroy()
  }
}

/** Identifies the version of the file; without it, two halves might not belong together. */
function versionOf({ headers }: HttpResponse): FileVersion | undefined {
  if (headers['accept-ranges'] === 'none') return undefined
  const { etag } = headers
  const name = etag === undefined || etag.startsWith('W/') ? headers['last-modified'] : etag
  return name === undefined
    ? undefined
    : { name, etag, bytes: Number(headers['content-length'] ?? Number.NaN) }
}

async function resume(
  url: URL,
  position: number,
  version: FileVersion,
  { client, signal }: SaveOptions,
): Promise<Transfer> {
  const headers = { range: `bytes=${position}-`, 'if-range': version.name }
  const answer = await client.get(url, { signal, headers })
  if (answer.status !== 206 && answer.status !== 200) {
    answer.body.destroy()
    throw toStatusError(answer.status, hostOf(answer.url))
  }
  if (answer.status === 206 && !isRest(answer, position, version)) {
    answer.body.destroy()
    throw httpViolation(hostOf(answer.url))
  }
  const next = chunkReader(answer, signal)
  return { answer, start: Buffer.alloc(0), next, position: answer.status === 206 ? position : 0 }
}

/** Returns true if a partial response is the rest of the same file; headers that it omits are assumed to match. */
function isRest({ headers }: HttpResponse, position: number, version: FileVersion): boolean {
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '')
  const [from, last, whole] = range?.slice(1).map(Number) ?? []
  if (from !== position || last === undefined || whole === undefined) return false
  const total = Number.isNaN(whole) ? last + 1 : whole
  const length = Number(headers['content-length'] ?? last + 1 - from)
  return (
    last + 1 === total &&
    length === total - from &&
    (Number.isNaN(version.bytes) || total === version.bytes) &&
    (headers.etag === undefined || version.etag === undefined || headers.etag === version.etag)
  )
}
