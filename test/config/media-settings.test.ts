import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '#src/config/config.ts'

const s3 = { S3_BUCKET: 'gifs', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
const direct = { ...s3, MEDIA_DIRECT: 'on', MEDIA_URL: 'https://cdn.example' }

test('serving files straight from the bucket needs a bucket and its address; an incomplete setting stops the start', () => {
  const mistakes: [Record<string, string>, RegExp][] = [
    [{ MEDIA_DIRECT: 'on', MEDIA_URL: 'https://cdn.example' }, /MEDIA_DIRECT=on needs S3_BUCKET/],
    [{ ...s3, MEDIA_DIRECT: 'on' }, /MEDIA_DIRECT=on needs MEDIA_URL/],
    [{ MEDIA_PRIVATE: 'presigned' }, /MEDIA_PRIVATE=presigned needs S3_BUCKET/],
    [{ ...s3, PURGE_URL: 'https://cdn.example/purge' }, /PURGE_URL needs MEDIA_DIRECT=on/],
    [{ ...direct, PURGE_URL: 'ftp://cdn.example' }, /PURGE_URL must be an http or https address/],
    [{ ...direct, PURGE_SECRET: 'x' }, /PURGE_SECRET needs PURGE_URL/],
    [{ ...s3, MEDIA_OFFLOAD: 'x-accel' }, /MEDIA_OFFLOAD is for files in a folder/],
  ]
  for (const [settings, mistake] of mistakes) assert.throws(() => loadConfig(settings), mistake)
  const { media } = loadConfig({
    ...direct,
    PURGE_URL: 'https://cdn.example/purge?zone=1',
    PURGE_SECRET: 'x',
  })
  assert.deepEqual(media, {
    direct: true,
    presignPrivate: false,
    purge: { url: 'https://cdn.example/purge?zone=1', secret: 'x' },
  })
})
