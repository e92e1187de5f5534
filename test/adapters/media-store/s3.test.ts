import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { CreateMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { DiskCache } from '#src/adapters/media-store/cache/disk-cache.ts'
import { CachedMediaStore } from '#src/adapters/media-store/cache/cached-media-store.ts'
import { openBucket } from '#src/adapters/media-store/s3/open-bucket.ts'
import { createS3Client, type S3Options } from '#src/adapters/media-store/s3/s3-client.ts'
import { S3MediaStore } from '#src/adapters/media-store/s3/s3-media-store.ts'
import { storeKey } from '#src/media/media-store.ts'
import { describeMediaStore } from '../../contract/media-store.ts'
import { cleanUp, type CleanUp } from '../../support/clean-up.ts'
import { noS3, sharedS3 } from '../../support/servers/s3.ts'

describe('with an S3 server', { skip: noS3 }, async () => {
  if (noS3 !== false) return
  const server = await sharedS3()

  const openWorkspace = async () => {
    const workspace = await mkdtemp(join(tmpdir(), 'gifwright-s3-files-'))
    return { workspace, remove: () => rm(workspace, { recursive: true }) }
  }

  describeMediaStore('a bucket of an S3 server', async () => {
    const { workspace, remove } = await openWorkspace()
    const store = await openBucket(await server.newBucket(), 'secret')
    const close = async () => {
      await store.close()
      await remove()
    }
    return { store, workspace, close }
  })

  describeMediaStore('a bucket with a cache on the disk', async () => {
    const { workspace, remove } = await openWorkspace()
    const folder = join(workspace, 'cache')
    await mkdir(folder)
    const remote = await openBucket(await server.newBucket(), 'secret')
    const store = new CachedMediaStore(remote, new DiskCache({ folder, maxBytes: 4_000_000 }))
    const close = async () => {
      await store.close()
      await remove()
    }
    return { store, workspace, close }
  })

  const openStore = async (t: CleanUp, partBytes?: number) => {
    const { workspace, remove } = await openWorkspace()
    const options = await server.newBucket()
    const client = createS3Client(options)
    const { bucket } = options
    const store = new S3MediaStore({ client, bucket, ...(partBytes !== undefined && { partBytes }) })
    cleanUp(t, remove)
    cleanUp(t, () => store.close())
    const put = async (key: string, bytes: string | Buffer) => {
      await writeFile(join(workspace, 'file'), bytes)
      await store.put(storeKey(key), join(workspace, 'file'))
    }
    return { store, client, bucket, workspace, options, put }
  }

  test('a large file is sent to S3 in parts, and is complete', async (t) => {
    const { store, put, workspace } = await openStore(t, 5 * 2 ** 20)
    const bytes = Buffer.alloc(12 * 2 ** 20 + 1, 'gifwright and its frames')
    await put('incoming/large/video', bytes)
    // S3 marks a file stored in parts by a tag with the number of parts.
    assert.match((await store.stat('incoming/large/video'))?.etag ?? '', /-3"$/)
    await store.fetch('incoming/large/video', join(workspace, 'back'))
    assert.ok((await readFile(join(workspace, 'back'))).equals(bytes))
    const part = await store.read('incoming/large/video', { first: 9_999_999, last: 10_000_008 })
    assert.ok((await buffer(part)).equals(bytes.subarray(9_999_999, 10_000_009)))
  })

  test('interrupted uploads to S3 are ended once they are old, and no file is touched', async (t) => {
    const { store, client, bucket, put } = await openStore(t)
    await put('gifs/a/gif.gif', 'a gif')
    const before = Date.now() - 60_000
    await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'incoming/a/video' }))
    assert.equal(await store.removeUnfinished(before), 0)
    assert.equal(await store.removeUnfinished(Date.now() + 60_000), 1)
    assert.equal(await store.removeUnfinished(Date.now() + 60_000), 0)
    assert.equal((await store.stat('gifs/a/gif.gif'))?.bytes, 5)
  })

  test('more files than one S3 page holds are listed and removed, page by page', async (t) => {
    const { store, client, bucket } = await openStore(t)
    const numbers = Array.from({ length: 1050 }, (_, number) => number)
    const keyOf = (number: number) => `gifs/many/${number}`
    for (let at = 0; at < numbers.length; at += 50)
      await Promise.all(
        numbers
          .slice(at, at + 50)
          .map((number) =>
            client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(number), Body: '.' })),
          ),
      )
    const count = async (prefix: string) => {
      let found = 0
      for await (const _ of store.list(prefix)) found++
      return found
    }
    assert.equal(await count('gifs'), 1050)
    await store.removeAll('gifs/many')
    assert.equal(await count('gifs'), 0)
  })

  test('a file in S3 keeps its content type, also after it was copied to the public prefix', async (t) => {
    const { store, put } = await openStore(t)
    await put('gifs/a/video.mp4', 'a video')
    await store.copyAll('gifs/a', 'public/gifs/pub-a')
    const key = storeKey('public/gifs/pub-a/video.mp4')
    const answer = await fetch(await store.presign(key, 60, { contentType: 'video/mp4' }))
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.get('content-type'), 'video/mp4')
    assert.equal(await answer.text(), 'a video')
  })

  test('a presigned address opens one file under the name and type it was made for, and no other', async (t) => {
    const { store, put } = await openStore(t)
    await put('gifs/a/gif.gif', 'the gif')
    await put('gifs/b/gif.gif', 'another')
    const headers = { contentType: 'image/gif', disposition: 'attachment; filename="frog.gif"' }
    const url = await store.presign(storeKey('gifs/a/gif.gif'), 60, headers)
    const answer = await fetch(url)
    assert.equal(answer.headers.get('content-type'), 'image/gif')
    assert.equal(answer.headers.get('content-disposition'), headers.disposition)
    assert.equal(await answer.text(), 'the gif')
    assert.equal((await fetch(url.replace('/gifs/a/', '/gifs/b/'))).status, 403)
    assert.equal((await fetch(url.replace('frog', 'toad'))).status, 403)
    assert.throws(() => store.presign(storeKey('../a'), 60, headers), /not a key/)
  })

  describe('unusable S3 settings stop the start with an error message that omits the secret', () => {
    const refusal = async (change: Partial<S3Options>, secret = 'secret') => {
      const options = { ...(await server.newBucket()), ...change }
      const error = await openBucket(options, secret).then(
        (store) => store.close(),
        (error: unknown) => error,
      )
      assert.ok(error instanceof Error)
      assert.doesNotMatch(error.stack ?? '', /gifwright-secret|hush/)
      return error.message
    }

    test('wrong secret, unknown key, missing bucket, unreachable server', async () => {
      assert.match(await refusal({ secretAccessKey: 'hush' }), /^AWS_SECRET_ACCESS_KEY is not the secret/)
      assert.match(await refusal({ accessKeyId: 'nobody' }), /^AWS_ACCESS_KEY_ID is not known/)
      assert.match(await refusal({ bucket: 'none' }), /^The bucket none of S3_BUCKET does not exist/)
      assert.match(
        await refusal({ endpoint: 'http://127.0.0.1:9' }),
        /^S3_ENDPOINT http:\/\/127\.0\.0\.1:9 cannot be reached as an S3 server \(ECONNREFUSED\)/,
      )
    })

    test('a clock that is far off', async (t) => {
      const now = Date.now
      t.mock.method(Date, 'now', () => now() + 3_600_000)
      assert.match(await refusal({}), /^The clock of this machine is 60 minutes ahead/)
    })

    test('the bucket of another instance, which the sweeper would empty', async () => {
      const options = await server.newBucket()
      const claims = await Promise.allSettled(['one', 'two'].map((secret) => openBucket(options, secret)))
      const opened = claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []))
      assert.equal(opened.length, 1)
      for (const store of opened) await store.close()
      const [refused] = claims.flatMap((claim) => (claim.status === 'rejected' ? [String(claim.reason)] : []))
      assert.match(refused ?? '', /of S3_BUCKET belongs to another instance/)
    })
  })
})
