import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { clipInput } from '#src/render/decode/video-source.ts'
import { probeVideo } from '#src/render/probe/probe-video.ts'
import { readX264Build } from '#src/render/probe/x264-build.ts'
import { copyChanged } from '../support/media/damage.ts'
import { makeFolder, poolLimits } from '../support/rendering/rendering.ts'

const run = promisify(execFile)
const uuid = Buffer.from('dc45e9bde6d948b7962cd820d923eeef', 'hex')

test('the version of x264 in the first picture is passed to the decoder', async (t) => {
  const folder = await makeFolder(t)
  for (const extension of ['mp4', 'mkv', 'ts']) {
    const path = join(folder, `clip.${extension}`)
    const source = 'testsrc2=s=64x48:r=10:d=1,format=yuv444p'
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-c:v', 'libx264', path])
    const old = await copyChanged(path, join(folder, `old.${extension}`), (bytes) => {
      bytes.write('142', bytes.indexOf('x264 - core ') + 'x264 - core '.length)
    })
    const x264Build = await readX264Build(old)
    assert.equal(x264Build, 142, extension)
    const args = clipInput(old, await probeVideo(old, poolLimits), 0.5, poolLimits, { x264Build })
    assert.equal(args[args.indexOf('-x264_build') + 1], '142')
    assert.ok(args.indexOf('-x264_build') < args.indexOf('-i'))
  }
})

test('an invalid version, or one far from the beginning, is ignored', async (t) => {
  const folder = await makeFolder(t)
  const build = async (place: number, note: string, rest = 100) => {
    const path = join(folder, 'bytes')
    await writeFile(path, Buffer.concat([Buffer.alloc(place), uuid, Buffer.from(note), Buffer.alloc(rest)]))
    return readX264Build(path)
  }
  assert.equal(await build(0, 'x264 - core 67 '), 67)
  assert.equal(await build(1000, 'x264 - core 148 r2'), 148)
  // Cut by the end of the first read, or of the file.
  for (const place of [2 ** 20 - 3, 2 ** 20 - 20, 2 ** 20 - 35, 2 ** 20, 3 * 2 ** 20 - 50]) {
    assert.equal(await build(place, 'x264 - core 142 '), 142, String(place))
  }
  assert.equal(await build(0, 'x264 - core 14', 0), null)
  for (const note of [
    'x264 - core 0 ',
    'x264 - core -1 ',
    'x264 - core 99999 ',
    'x264 - core 14x',
    'x265 - 142',
  ]) {
    assert.equal(await build(0, note), null, note)
  }
  assert.equal(await build(9 * 2 ** 20, 'x264 - core 142 '), null)
})
