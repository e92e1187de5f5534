import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '#src/config/config.ts'

const keys = { AWS_ACCESS_KEY_ID: 'a-key', AWS_SECRET_ACCESS_KEY: 'hush' }

function configError(source: Record<string, string>): string {
  try {
    loadConfig(source)
  } catch (error) {
    return String(error)
  }
  return 'no mistake'
}

test('incomplete S3 settings are an error that names the missing ones', () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = keys
  for (const half of [{}, { AWS_ACCESS_KEY_ID }, { AWS_SECRET_ACCESS_KEY }]) {
    const mistake = configError({ S3_BUCKET: 'gifs', ...half })
    assert.match(mistake, /S3_BUCKET needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/)
    assert.doesNotMatch(mistake, /hush/)
  }
  assert.match(configError({ S3_ENDPOINT: 'https://s3.example.org', ...keys }), /S3_ENDPOINT needs S3_BUCKET/)
  assert.match(configError({ S3_BUCKET: 'gifs', S3_ENDPOINT: 's3.example.org', ...keys }), /S3_ENDPOINT/)
  assert.match(
    configError({ S3_BUCKET: 'gifs', MEDIA_OFFLOAD: 'x-accel', ...keys }),
    /MEDIA_OFFLOAD is for files in a folder/,
  )
})

test('a database that is not PostgreSQL, or an address without a database, is an error that shows no password', () => {
  for (const url of ['mysql://gifs:hush@localhost/gifs', 'postgres://gifs:hush@localhost', 'localhost'])
    assert.match(configError({ DATABASE_URL: url }), /DATABASE_URL must be such as postgres:/)
  assert.doesNotMatch(configError({ DATABASE_URL: 'mysql://gifs:hush@localhost/gifs' }), /hush/)
})

test('S3 may be used with SQLite, and PostgreSQL with a folder', () => {
  const files = loadConfig({ S3_BUCKET: 'gifs', ...keys })
  assert.equal(files.database, null)
  assert.equal(files.s3?.bucket, 'gifs')
  const rows = loadConfig({ DATABASE_URL: 'postgresql://gifs@localhost/gifs' })
  assert.equal(rows.s3, null)
  assert.equal(rows.database?.url, 'postgresql://gifs@localhost/gifs')
})
