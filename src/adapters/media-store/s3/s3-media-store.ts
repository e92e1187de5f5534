import { constants, createWriteStream } from 'node:fs'
import { type FileHandle, lstat, open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { toDiskError } from '../../../lib/disk/disk-faults.ts'
import {
  type ByteRange,
  checkStoreKey,
  isStoreKeyText,
  type ListedFile,
  type MediaStore,
  type Presign,
  type StoredFile,
  type StoreKey,
} from '../../../media/media-store.ts'
import { isMissingFile, isUnknownRequest, s3OutOfReach, toS3Error } from './s3-faults.ts'
import { fileOf, type OpenedFile, openObject } from './s3-read.ts'
import { extname } from 'node:path'
import { renditionNames, renditions } from '../../../media/rendition.ts'

/**
 * The headers that a store sends with a file when it answers requests itself. `cacheControl` is null if only this
 * program reads the file.
 */
type StoredHeaders = { contentType: string; cacheControl: string | null }

const contentTypes = new Map(
  renditionNames.map((name) => [extname(renditions[name].file), renditions[name].contentType]),
)

/** Returns the headers that a file is stored with. Files under `public/` never change, and anyone may cache them. */
export function storedHeaders(key: StoreKey): StoredHeaders {
  return {
    contentType: contentTypes.get(extname(key)) ?? 'application/octet-stream',
    cacheControl: key.startsWith('public/') ? 'public, max-age=31536000, immutable' : null,
  }
}

/** Larger files are sent in parts of this size, two at a time, each of which can be sent again. */
const defaultPartBytes = 8 * 2 ** 20

/** The most parts that S3 accepts for one file. */
const maxParts = 10_000

/** The number of keys that S3 lists at once, and removes at once. */
const pageKeys = 1000
const copiesAtOnce = 8

/** Refuses links, which lead elsewhere, and does not wait for pipes. */
const plainFileOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export type S3StoreOptions = {
  client: S3Client
  bucket: string
  /** The size of the parts of a large file. At least 5 MiB, as S3 requires. */
  partBytes?: number
}

/**
 * Media files in a bucket of an S3 server. Text that cannot be a key is refused with an Error before anything is sent.
 * A file exists completely or not at all, and an interrupted transfer is resumed. Nothing that the server says leads
 * out of a prefix. Throws AppError unavailable, a temporary fault, while the server cannot be reached, refuses or is
 * full.
 */
export class S3MediaStore implements MediaStore {
  readonly kind = 's3'
  readonly #client: S3Client
  readonly #bucket: string
  readonly #partBytes: number
  /** False if the server has no DeleteObjects: then each file is removed separately. */
  #removesMany = true

  constructor({ client, bucket, partBytes = defaultPartBytes }: S3StoreOptions) {
    this.#client = client
    this.#bucket = bucket
    this.#partBytes = partBytes
  }

  async put(key: string, localPath: string): Promise<void> {
    const target = checkStoreKey(key)
    const file = await openPlainFile(localPath)
    try {
      await this.#send(target, file)
    } finally {
      await file.close()
    }
    await rm(localPath, { force: true })
  }

  async fetch(key: string, localPath: string): Promise<void> {
    const { body } = await this.open(key)
    try {
      const file = await open(localPath, 'wx')
      try {
        await pipeline(body, createWriteStream('', { fd: file }))
      } catch (error) {
        await rm(localPath, { force: true })
        throw error
      }
    } catch (error) {
      body.destroy()
      throw toDiskError(error)
    }
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const params = { Bucket: this.#bucket, Key: checkStoreKey(key) }
    try {
      const found = await this.#client.send(new HeadObjectCommand(params))
      return fileOf(found, found.ContentLength ?? 0)
    } catch (error) {
      if (!isMissingFile(error)) throw toS3Error('stat', error)
      // An answer to HEAD has no body: a missing bucket looks like a missing file.
      await this.#run('stat', () => this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })))
      return undefined
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    return (await this.open(key, range)).body
  }

  /** Reads a file, together with the data of `stat`. */
  open(key: string, range?: ByteRange): Promise<OpenedFile> {
    return openObject({ client: this.#client, bucket: this.#bucket, key: checkStoreKey(key) }, range)
  }

  async removeAll(prefix: string): Promise<void> {
    for await (const page of this.#pages('removeAll', prefix))
      if (page.length > 0) await this.#remove(page.map(({ key }) => key))
  }

  async copyAll(from: string, to: string): Promise<void> {
    checkStoreKey(to)
    for await (const page of this.#pages('copyAll', from)) {
      const copies = page.map(({ key }) => ({ from: key, to: checkStoreKey(to + key.slice(from.length)) }))
      for (let at = 0; at < copies.length; at += copiesAtOnce)
        await Promise.all(copies.slice(at, at + copiesAtOnce).map((copy) => this.#copy(copy)))
    }
  }

  async *list(prefix: string): AsyncIterable<ListedFile> {
    for await (const page of this.#pages('list', prefix)) yield* page
  }

  /**
   * Lists folders with the time of the newest file in each, by one request per 1000 files: S3 itself has no times of
   * folders. It lists keys in order, so that those of a folder are consecutive.
   */
  async *listFolders(prefix: string): AsyncIterable<{ name: string; modifiedAt: number }> {
    let folder: { name: string; modifiedAt: number } | undefined
    for await (const { key, modifiedAt } of this.list(prefix)) {
      const [name = '', ...rest] = key.slice(prefix.length + 1).split('/')
      if (rest.length === 0) continue
      if (folder?.name === name) {
        folder.modifiedAt = Math.max(folder.modifiedAt, modifiedAt)
      } else {
        if (folder !== undefined) yield folder
        folder = { name, modifiedAt }
      }
    }
    if (folder !== undefined) yield folder
  }

  /**
   * Aborts multipart uploads that began before this time, in milliseconds since 1970: their parts take space. Returns
   * their number.
   */
  async removeUnfinished(beforeMs: number): Promise<number> {
    const list = new ListMultipartUploadsCommand({ Bucket: this.#bucket })
    const { Uploads = [] } = await this.#client.send(list).catch((error: unknown) => {
      if (isUnknownRequest(error)) return { Uploads: [] }
      throw toS3Error('removeUnfinished', error)
    })
    let removed = 0
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (Key === undefined || UploadId === undefined || !isStoreKeyText(Key)) continue
      if (Initiated === undefined || Initiated.getTime() >= beforeMs) continue
      const upload = new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId })
      await this.#client.send(upload).catch((error: unknown) => {
        // It has ended since it was listed.
        if (!isMissingFile(error)) throw toS3Error('removeUnfinished', error)
      })
      removed += 1
    }
    return removed
  }

  readonly presign: Presign = (key, seconds, { contentType, disposition }) => {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: checkStoreKey(key),
      ResponseContentType: contentType,
      ...(disposition !== undefined && { ResponseContentDisposition: disposition }),
    })
    return getSignedUrl(this.#client, command, { expiresIn: seconds })
  }

  async close(): Promise<void> {
    this.#client.destroy()
  }

  async #send(key: StoreKey, file: FileHandle): Promise<void> {
    const { size } = await file.stat()
    const params = { Bucket: this.#bucket, Key: key, ...headersOf(key) }
    // A body in memory can be sent again, and is signed with its SHA-256, which the server checks.
    if (size <= this.#partBytes) {
      const Body = await file.readFile()
      await this.#run('put', () =>
        this.#client.send(new PutObjectCommand({ ...params, Body, ContentLength: size })),
      )
      return
    }
    const Body = file.createReadStream({ autoClose: false, highWaterMark: 2 ** 20 })
    const partSize = Math.max(this.#partBytes, Math.ceil(size / maxParts))
    const upload = new Upload({ client: this.#client, params: { ...params, Body }, partSize, queueSize: 2 })
    try {
      await this.#run('put', () => upload.done())
    } finally {
      Body.destroy()
    }
    if ((await this.stat(key))?.bytes !== size)
      throw s3OutOfReach(new Error('the S3 server has stored another number of bytes than it was sent'))
  }

  async #copy({ from, to }: { from: StoreKey; to: StoreKey }): Promise<void> {
    const source = { Bucket: this.#bucket, CopySource: `${this.#bucket}/${from}` }
    const command = new CopyObjectCommand({
      ...source,
      Key: to,
      MetadataDirective: 'REPLACE',
      ...headersOf(to),
    })
    await this.#client.send(command).catch((error: unknown) => {
      // It was removed since it was listed.
      if (!isMissingFile(error)) throw toS3Error('copyAll', error)
    })
  }

  async #remove(keys: StoreKey[]): Promise<void> {
    if (!this.#removesMany) {
      for (const Key of keys)
        await this.#run('removeAll', () =>
          this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key })),
        )
      return
    }
    const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true }
    try {
      const { Errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete }),
      )
      const fault = Errors.find(({ Code }) => Code !== 'NoSuchKey')
      if (fault !== undefined)
        throw s3OutOfReach(new Error(`the S3 server did not remove a file: ${fault.Code}`))
    } catch (error) {
      if (!isUnknownRequest(error)) throw toS3Error('removeAll', error)
      this.#removesMany = false
      await this.#remove(keys)
    }
  }

  /** Lists the files under `prefix` + `/`, a page at a time, skipping keys that this program cannot have made. */
  async *#pages(operation: string, prefix: string): AsyncIterable<ListedFile[]> {
    const begin = `${checkStoreKey(prefix)}/`
    let token: string | undefined
    do {
      const page = await this.#run(operation, () =>
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: begin,
            MaxKeys: pageKeys,
            ContinuationToken: token,
          }),
        ),
      )
      yield (page.Contents ?? []).flatMap(({ Key, Size, LastModified }) =>
        Key !== undefined && Key.startsWith(begin) && isStoreKeyText(Key)
          ? [{ key: Key, bytes: Size ?? 0, modifiedAt: LastModified?.getTime() ?? 0 }]
          : [],
      )
      const next = page.IsTruncated === true ? page.NextContinuationToken : undefined
      if (page.IsTruncated === true && (next === undefined || next === token))
        throw s3OutOfReach(new Error('the S3 server lists the same page again'))
      token = next
    } while (token !== undefined)
  }

  async #run<T>(operation: string, request: () => Promise<T>): Promise<T> {
    try {
      return await request()
    } catch (error) {
      throw toS3Error(operation, error)
    }
  }
}

function headersOf(key: StoreKey) {
  const { contentType, cacheControl } = storedHeaders(key)
  return { ContentType: contentType, ...(cacheControl !== null && { CacheControl: cacheControl }) }
}

async function openPlainFile(path: string): Promise<FileHandle> {
  if (!(await lstat(path)).isFile()) throw new Error('only a plain file can be put into the media store')
  return open(path, plainFileOnly)
}
