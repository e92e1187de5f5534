import assert from 'node:assert/strict'
import { createCipheriv } from 'node:crypto'
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ytDlpArguments } from '../../src/adapters/sources/yt-dlp/options.ts'
import { mp4Bytes, page, video } from '../support/http/origin-server.ts'
import { isFullRun } from '../support/full-run.ts'
import { appError } from '../support/media/source-fetching.ts'
import {
  frogPage,
  installed,
  real,
  startSite,
  temporaryFolder,
  watch,
  writeProgram,
} from '../support/media/yt-dlp.ts'

const clip = mp4Bytes(300_000)
const key = Buffer.alloc(16, 7)
const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16))
const encrypted = Buffer.concat([cipher.update(clip), cipher.final()])
const keyAddress = 'URI="http://cdn.example.com/key"'

/** A page that leads to a stream of one part, and an ffmpeg in the place where yt-dlp would find it first. */
async function startStream(t: TestContext, keyLine: string, part: Buffer) {
  const tools = await temporaryFolder(t)
  await writeProgram(
    join(tools, 'ffmpeg'),
    `#!/bin/sh\necho > ${join(tools, 'started')}\necho ffmpeg version 5.1.9\n`,
  )
  await symlink(installed, join(tools, 'yt-dlp'))
  const list =
    `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-KEY:${keyLine}\n` +
    '#EXTINF:9,\nhttp://cdn.example.com/part.ts\n#EXT-X-ENDLIST\n'
  const routes = {
    '/frog1': frogPage('http://cdn.example.com/list.m3u8'),
    '/list.m3u8': page(list, 'application/vnd.apple.mpegurl'),
    '/key': video(key),
    '/part.ts': video(part),
  }
  const { fetch } = await startSite(t, routes, { searchPath: tools })
  return { fetch, tools: async () => (await readdir(tools)).toSorted() }
}

for (const [name, keyLine, part] of [
  ['a plain stream', 'METHOD=NONE', clip],
  ['an encrypted stream', `METHOD=AES-128,${keyAddress}`, encrypted],
] as const) {
  if (!isFullRun && part === clip) continue
  test(`${name} is read without ffmpeg`, real, async (t) => {
    const { fetch, tools } = await startStream(t, keyLine, part)
    assert.deepEqual((await fetch(watch)).bytes, clip)
    assert.deepEqual(await tools(), ['ffmpeg', 'yt-dlp'])
  })
}

test(
  'a stream that only ffmpeg could read is a clear refusal, and ffmpeg is not started',
  real,
  async (t) => {
    const { fetch, tools } = await startStream(t, `METHOD=SAMPLE-AES,${keyAddress}`, clip)
    await assert.rejects(fetch(watch), appError('source_unsupported', { message: /encrypted/ }))
    assert.deepEqual(await tools(), ['ffmpeg', 'yt-dlp'])
  },
)

test('yt-dlp gets no ffmpeg, and is told to read streams itself', () => {
  const words = ytDlpArguments(new URL(watch), 1000, '')
  assert.ok(words.includes('--ffmpeg-location=/dev/null/none') && words.includes('--downloader=native'))
})
