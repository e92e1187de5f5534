import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { hostOf } from './address-guard.ts'
import type { HttpAnswer, HttpClient } from './http-client.ts'
import { toStatusError, tooLarge } from './network-errors.ts'
import { chunkReader, type OpenedBody } from './opened-body.ts'

const maxResumes = 3

export type SaveOptions = {
  client: HttpClient
  maxBytes: number
  signal: AbortSignal
  /** 0 to 1, where the length is declared. */
  onProgress: (fraction: number) => void
}

/** What is still to be written, and where in the file it begins. */
type Transfer = Pick<OpenedBody, 'answer' | 'start' | 'next'> & { position: number }

/**
 * Writes a body to the file `path`. A transfer that breaks goes on where it stopped, at most 3 times, where the
 * server named the version of the file; a server that has a new version since begins again. Throws AppError
 * source_*: source_too_large at once where the length is declared, else at the limit.
 */
export async function saveBody(body: OpenedBody, path: string, options: SaveOptions): Promise<void> {
  const file = await open(path, 'a')
  try {
    let transfer: Transfer = { ...body, position: 0 }
    for (let resumes = 0; ; resumes += 1) {
      await file.truncate(transfer.position)
      const broken = await write(file, transfer, options)
      if (broken === undefined) return
      const version = versionOf(body.answer)
      if (!broken.error.retry || version === undefined || resumes === maxResumes) throw broken.error
      transfer = await resume(body.answer.url, broken.position, version, options)
    }
  } finally {
    body.answer.body.destroy()
    await file.close()
  }
}

/** Writes one answer to its end; a break of the network is returned, with how far the file is good. */
async function write(
  file: FileHandle,
  { answer, start, next, position }: Transfer,
  { maxBytes, onProgress }: SaveOptions,
): Promise<{ error: AppError; position: number } | undefined> {
  const totalBytes = position + Number(answer.headers['content-length'] ?? Number.NaN)
  try {
    if (totalBytes > maxBytes) throw tooLarge(maxBytes)
    for (let chunk: Buffer | undefined = start; chunk !== undefined;) {
      position += chunk.length
      if (position > maxBytes) throw tooLarge(maxBytes)
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

/** What names one version of the file for sure; without it, two halves might not belong together. */
function versionOf({ headers }: HttpAnswer): string | undefined {
  if (headers['accept-ranges'] === 'none') return undefined
  const { etag } = headers
  return etag === undefined || etag.startsWith('W/') ? headers['last-modified'] : etag
}

async function resume(
  url: URL,
  position: number,
  version: string,
  { client, signal }: SaveOptions,
): Promise<Transfer> {
  const headers = { range: `bytes=${position}-`, 'if-range': version }
  const answer = await client.get(url, { signal, headers })
  const isRest =
    answer.status === 206 && answer.headers['content-range']?.startsWith(`bytes ${position}-`) === true
  if (!isRest && answer.status !== 200) {
    answer.body.destroy()
    throw toStatusError(answer.status, hostOf(answer.url))
  }
  const next = chunkReader(answer, signal)
  return { answer, start: Buffer.alloc(0), next, position: isRest ? position : 0 }
}
