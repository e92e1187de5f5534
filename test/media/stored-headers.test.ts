import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeKey } from '#src/media/media-store.ts'
import { storedHeaders } from '#src/adapters/media-store/s3/s3-media-store.ts'

test('only files under public/ are stored for every cache, each with its type', () => {
  const forever = 'public, max-age=31536000, immutable'
  for (const [key, contentType, cacheControl] of [
    ['public/gifs/abc/gif.gif', 'image/gif', forever],
    ['public/gifs/abc/video.mp4', 'video/mp4', forever],
    ['gifs/abc/gif.gif', 'image/gif', null],
    ['incoming/abc/0', 'application/octet-stream', null],
  ] as const)
    assert.deepEqual(storedHeaders(storeKey(key)), { contentType, cacheControl }, key)
})
