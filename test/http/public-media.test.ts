import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { PutBucketPolicyCommand } from '@aws-sdk/client-s3'
import { createS3Client, type S3Options } from '#src/adapters/media-store/s3/s3-client.ts'
import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import { newMediaId } from '#src/media/media-files.ts'
import { isPublicMedia, mainRenditions, renditionKey } from '#src/media/rendition.ts'
import { cleanUp, type CleanUp } from '../support/clean-up.ts'
import { noS3, sharedS3 } from '../support/servers/s3.ts'
import { startSite, type TestSite } from '../support/site.ts'

const bytes = Buffer.from('the bytes of a file')

describe('files straight from a bucket', { skip: noS3 }, async () => {
  if (noS3 !== false) return
  const server = await sharedS3()

  /** A bucket that allows everyone these operations. */
  const newBucket = async (allowed: { action: string; path: string }[]) => {
    const options = await server.newBucket()
    const statements = allowed.map(({ action, path }) => ({
      Effect: 'Allow',
      Principal: '*',
      Action: action,
      Resource: `arn:aws:s3:::${options.bucket}${path}`,
    }))
    const client = createS3Client(options)
    try {
      const Policy = JSON.stringify({ Version: '2012-10-17', Statement: statements })
      await client.send(new PutBucketPolicyCommand({ Bucket: options.bucket, Policy }))
    } finally {
      client.destroy()
    }
    return options
  }
  const publicOnly = { action: 's3:GetObject', path: '/public/*' }
  const settingsOf = (options: S3Options) => ({
    ...server.settingsOf(options),
    MEDIA_DIRECT: 'on',
    MEDIA_URL: `${server.endpoint}/${options.bucket}/public`,
  })

  /** A hook that records the purged addresses. */
  const startHook = async (t: CleanUp) => {
    const purged: string[] = []
    const hook = createServer((request, response) => {
      void json(request).then((body) => {
        purged.push(...(body as { urls: string[] }).urls)
        return response.writeHead(request.headers.authorization === 'Bearer pass' ? 204 : 401).end()
      })
    }).listen(0, '127.0.0.1')
    await once(hook, 'listening')
    cleanUp(t, () => void hook.close())
    return { purged, url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/` }
  }

  const addGif = async (site: TestSite, given: Partial<NewGif> = {}): Promise<Gif> => {
    const gif = await site.add({
      mediaId: newMediaId(given.visibility === 'private' ? 'closed' : 'public'),
      ...given,
    })
    await site.withStores(async ({ mediaStore }) => {
      for (const name of mainRenditions) {
        const path = join(site.folder, 'new')
        await writeFile(path, bytes)
        await mediaStore.put(renditionKey(gif.mediaId, name), path)
      }
    })
    return gif
  }

  test('the start stops if the bucket lists its files to everyone, or serves more than the public ones', async (t) => {
    const list = { action: 's3:ListBucket', path: '' }
    const listing = await newBucket([publicOnly, list])
    await assert.rejects(startSite(t, settingsOf(listing)), /S3_BUCKET lists its files to everyone/)
    const everything = await newBucket([{ action: 's3:GetObject', path: '/*' }])
    await assert.rejects(startSite(t, settingsOf(everything)), /that do not lie under public\//)
  })

  test('every surface names the address in the bucket, where a file declares its type and its cache lifetime', async (t) => {
    const settings = settingsOf(await newBucket([publicOnly]))
    const site = await startSite(t, settings)
    const gif = await addGif(site, { visibility: 'public', title: 'Straight' })
    const folder = `${settings.MEDIA_URL}/gifs/${gif.mediaId}/`
    for (const path of [
      `/api/gif/${gif.code}`,
      `/v2/posts?key=any&ids=${gif.tenorId}`,
      `/v1/gifs/${gif.code}?api_key=any`,
      `/${gif.code}`,
      '/feed.atom',
      `/oembed?url=${encodeURIComponent(`${site.url}/${gif.code}`)}`,
    ]) {
      const answer = await site.fetch(path)
      const text = (await answer.text()).replaceAll('\\/', '/')
      assert.equal(answer.status, 200, path)
      assert.ok(text.includes(folder), path)
      const here = [...text.matchAll(/[^"'\s]*\/media\/gifs\/pub-[^"'\s]*/g)].map(([address]) => address)
      assert.ok(
        here.every((address) => address.includes('download=1')),
        `${path}: ${here.join(' ')}`,
      )
    }
    const file = await fetch(`${folder}video.mp4`)
    assert.deepEqual(
      [file.status, file.headers.get('content-type'), file.headers.get('cache-control')],
      [200, 'video/mp4', 'public, max-age=31536000, immutable'],
    )
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes)
    const download = await site.fetch(`/media/gifs/${gif.mediaId}/gif.gif?download=1`)
    assert.match(download.headers.get('content-disposition') ?? '', /Straight\.gif/)
    const page = await site.fetch(`/${gif.code}`)
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      new RegExp(`img-src 'self' blob: ${server.endpoint}`),
    )
  })

  test('once removing, hiding or showing a GIF is answered, nobody can read it at an old address', async (t) => {
    const { purged, url } = await startHook(t)
    const settings = settingsOf(await newBucket([publicOnly]))
    const site = await startSite(t, { ...settings, PURGE_URL: url, PURGE_SECRET: 'pass' })
    const owner = await site.signUp('owner@example.org')
    const [removed, hidden] = [
      await addGif(site, { ownerId: owner.id }),
      await addGif(site, { ownerId: owner.id }),
    ]
    const addressOf = ({ mediaId }: Gif) => `${settings.MEDIA_URL}/gifs/${mediaId}/gif.gif`
    for (const gif of [removed, hidden]) assert.equal((await fetch(addressOf(gif))).status, 200)
    const answer = await site.fetch(`/api/gif/${removed.code}`, { method: 'DELETE', headers: owner.headers })
    assert.ok(answer.ok)
    assert.notEqual((await fetch(addressOf(removed))).status, 200)
    assert.ok(purged.includes(addressOf(removed)))
    const after = await site.withStores(({ catalogue }) => catalogue.change(hidden.id, { hidden: true }))
    assert.ok(after && !isPublicMedia(after.mediaId))
    assert.notEqual((await fetch(addressOf(hidden))).status, 200)
    assert.equal((await site.fetch(`/media/gifs/${hidden.mediaId}/gif.gif`)).status, 404)
    assert.ok(purged.includes(addressOf(hidden)))
    const { body } = await site.json(`/api/gif/${hidden.code}`, { headers: owner.headers })
    const own: string = body.result[0]?.gif_url ?? ''
    assert.equal(own, `${site.url}/media/gifs/${after.mediaId}/gif.gif`)
    assert.equal((await fetch(own, { headers: owner.headers })).status, 200)
    assert.equal((await fetch(own)).status, 404)
    const shown = await site.withStores(({ catalogue }) => catalogue.change(hidden.id, { hidden: false }))
    assert.ok(shown && isPublicMedia(shown.mediaId) && shown.mediaId !== hidden.mediaId)
    const file = await fetch(addressOf(shown))
    assert.deepEqual(
      [file.status, file.headers.get('content-type'), file.headers.get('cache-control')],
      [200, 'image/gif', 'public, max-age=31536000, immutable'],
    )
    assert.notEqual((await fetch(addressOf(hidden))).status, 200)
  })

  test('files of a private GIF are sent by a short address of the bucket, and those of a hidden one never', async (t) => {
    const options = await newBucket([publicOnly])
    const site = await startSite(t, { ...settingsOf(options), MEDIA_PRIVATE: 'presigned' })
    const owner = await site.signUp('owner@example.org')
    const gif = await addGif(site, { visibility: 'private', ownerId: owner.id, title: 'Mine' })
    const { body } = await site.json(`/api/gif/${gif.code}`, { headers: owner.headers })
    const signed: string = body.result[0]?.mp4_url ?? ''
    assert.ok(signed.startsWith(`${site.url}/media/gifs/${gif.mediaId}/video.mp4?expires=`))
    const redirect = await fetch(signed, { redirect: 'manual' })
    assert.deepEqual([redirect.status, redirect.headers.get('cache-control')], [302, 'private, no-store'])
    const there = new URL(redirect.headers.get('location') ?? '')
    assert.equal(there.origin, server.endpoint)
    assert.equal(there.searchParams.get('X-Amz-Expires'), '300')
    const file = await fetch(`${signed}&download=1`, { headers: { range: 'bytes=4-8' } })
    assert.deepEqual(
      [file.status, file.headers.get('content-type'), await file.text()],
      [206, 'video/mp4', 'bytes'],
    )
    assert.match(file.headers.get('content-disposition') ?? '', /Mine\.mp4/)
    const head = await fetch(signed, { method: 'HEAD', redirect: 'manual' })
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)])
    assert.equal(
      (await site.fetch(`/media/gifs/${gif.mediaId}/video.mp4`, { redirect: 'manual' })).status,
      404,
    )
    await site.withStores(({ catalogue }) => catalogue.change(gif.id, { hidden: true }))
    const hidden = await site.fetch(`/media/gifs/${gif.mediaId}/video.mp4`, {
      headers: owner.headers,
      redirect: 'manual',
    })
    assert.equal(hidden.status, 200)
  })
})
