import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../../../lib/app-error.ts'
import type { ByteRange, StoredFile, StoreKey } from '../../../media/media-store.ts'
import { isMissingFile, s3OutOfReach, toS3Error } from './s3-faults.ts'

/** The number of times to resume a transfer that broke off without a byte; the wait doubles each time. */
const maxResumes = 5
const firstWaitMs = 100

const etagShape = /^"[\x21\x23-\x7e]+"$/

type ReadFrom = { client: S3Client; bucket: string; key: StoreKey }

/** A file being received. `file.bytes` is the size of the whole file, even for a range. */
export type OpenedFile = { file: StoredFile; body: Readable }

/**
 * Requests a file, or a part of it, which must be within it. A transfer that breaks off is resumed there, from the same
 * file only: the body ends after exactly the requested bytes, or with AppError unavailable. Throws AppError not_found
 * before the first byte, or unavailable.
 */
export async function openObject(from: ReadFrom, range?: ByteRange): Promise<OpenedFile> {
  const answer = await get(from, range)
  const file = fileOf(answer, totalBytesOf(answer))
  const window = range ?? { first: 0, last: file.bytes - 1 }
  try {
    checkPart(answer, range === undefined ? undefined : window)
  } catch (error) {
    destroy(answer)
    throw error
  }
  const state = { answer }
  const body = Readable.from(bytesOf(from, window, state), { objectMode: false })
  // A generator that was never started does not run its cleanup.
  body.once('close', () => destroy(state.answer))
  return { file, body }
}

/** Returns the metadata of a file from the server. A tag of an unusual shape is replaced. */
export function fileOf(
  { LastModified, ETag }: { LastModified?: Date | undefined; ETag?: string | undefined },
  bytes: number,
): StoredFile {
  const modifiedAt = LastModified?.getTime() ?? 0
  const isUsable = ETag !== undefined && ETag.length <= 200 && etagShape.test(ETag)
  return { bytes, modifiedAt, etag: isUsable ? ETag : `"${bytes.toString(36)}-${modifiedAt.toString(36)}"` }
}

async function* bytesOf(
  from: ReadFrom,
  { first, last }: ByteRange,
  state: { answer: GetObjectCommandOutput },
): AsyncGenerator<Buffer> {
  const etag = state.answer.ETag
  let at = first
  let resumes = 0
  for (;;) {
    let fault: unknown
    const chunks = (state.answer.Body as Readable)[Symbol.asyncIterator]()
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        fault = error
        return { done: true, value: undefined } as const
      })
      if (next.done === true) break
      const chunk = next.value as Buffer
      if (chunk.length > last + 1 - at)
        throw s3OutOfReach(new Error('the S3 server sent more than it was asked for'))
      at += chunk.length
      resumes = 0
      yield chunk
    }
    destroy(state.answer)
    if (at > last) return
    if (resumes === maxResumes)
      throw s3OutOfReach(new Error('the S3 server broke off a transfer', { cause: toS3Error('read', fault) }))
    await wait(firstWaitMs * 2 ** resumes++)
    state.answer = await get(from, { first: at, last }, etag)
    checkPart(state.answer, { first: at, last })
  }
}

async function get(
  { client, bucket, key }: ReadFrom,
  range: ByteRange | undefined,
  etag?: string,
): Promise<GetObjectCommandOutput> {
  try {
    return await client.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(range !== undefined && { Range: `bytes=${range.first}-${range.last}` }),
        // Parts of a file that has been replaced must not be joined.
        ...(etag !== undefined && { IfMatch: etag }),
      }),
    )
  } catch (error) {
    throw isMissingFile(error) ? noFile(error) : toS3Error('read', error)
  }
}

function totalBytesOf({ ContentLength, ContentRange }: GetObjectCommandOutput): number {
  const total = /\/(\d+)$/.exec(ContentRange ?? '')?.[1]
  const bytes = total === undefined ? ContentLength : Number(total)
  if (bytes === undefined || !Number.isSafeInteger(bytes))
    throw s3OutOfReach(new Error('the S3 server does not say how long a file is'))
  return bytes
}

function checkPart({ ContentLength, ContentRange }: GetObjectCommandOutput, range?: ByteRange): void {
  if (range === undefined) return
  const { first, last } = range
  const isPart = ContentRange?.startsWith(`bytes ${first}-${last}/`) === true
  if (!isPart || ContentLength !== last - first + 1)
    throw s3OutOfReach(new Error('the S3 server answered with another part than it was asked for'))
}

function destroy({ Body }: GetObjectCommandOutput): void {
  if (Body instanceof Readable && !Body.destroyed) Body.on('error', () => undefined).destroy()
}

/** Returns the error for a missing key. */
export function noFile(cause?: unknown): AppError {
  return new AppError('not_found', 'There is no file of this name.', { cause: toS3Error('read', cause) })
}
