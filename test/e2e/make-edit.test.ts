import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { decode } from '../support/media/decoded.ts'
import { discClip } from '../support/media/drawn-gif.ts'
import { encodeGif, visible } from '../support/media/gif-playback.ts'
import { make, workFolder } from '../support/processes/make.ts'

const run = promisify(execFile)
const gif = encodeGif(discClip(12))

/** A folder with `in.gif`, and the output of `make` for it. */
async function folderWith(t: TestContext) {
  const folder = await workFolder(t)
  await writeFile(join(folder, 'in.gif'), gif)
  const edit = async (words: string[], output: string) => {
    const { code, err } = await make(folder, ['in.gif', ...words, '-o', output])
    assert.equal(code, 0, err)
    return err.trim().split('\n').at(-1) ?? ''
  }
  const pictures = async (name: string) =>
    (await decode(join(folder, name))).frames.map((rgba) => visible(rgba))
  return { folder, edit, pictures }
}

test('--keep changes only the requested properties, and reports the resulting size', async (t) => {
  const { folder, edit, pictures } = await folderWith(t)
  assert.match(
    await edit(['--keep'], 'same.gif'),
    /^in\.gif [\d.]+ KB → same\.gif [\d.]+ KB \(as large as before\)$/,
  )
  assert.deepEqual(await readFile(join(folder, 'same.gif')), gif)
  const source = await pictures('in.gif')
  await edit(['--keep', '--reverse', '--start', '0.5'], 'backward.gif')
  assert.deepEqual(await pictures('backward.gif'), source.slice(5).toReversed())
  await edit(['--frames', '1-2,4x3'], 'frames.gif')
  assert.deepEqual(
    await pictures('frames.gif'),
    [0, 1, 3].map((frame) => source[frame]),
  )
  assert.match(await edit(['--append', 'frames.gif'], 'both.gif'), /^2 files /)
  assert.equal((await pictures('both.gif')).length, 15)
  await edit(['--keep', '--crop', '0,0,60,40', '--width', '30', '--speed', '2'], 'small.gif')
  const small = await decode(join(folder, 'small.gif'))
  assert.deepEqual([small.width, small.height, small.delaysMs[0]], [30, 20, 50])
})

test('the extension of the output selects an MP4, a WebP, or a ZIP of the frames', async (t) => {
  const { folder, edit, pictures } = await folderWith(t)
  for (const output of ['out.mp4', 'out.webp', 'out.zip']) await edit(['--keep'], output)
  const mp4 = await decode(join(folder, 'out.mp4'))
  assert.deepEqual([mp4.width, mp4.height, mp4.frames.length], [120, 80, 12])
  assert.equal((await readFile(join(folder, 'out.webp'))).toString('latin1', 8, 12), 'WEBP')
  await run('unzip', ['-q', 'out.zip', '-d', 'frames'], { cwd: folder })
  const names = await readdir(join(folder, 'frames'))
  assert.equal(names.length, 12)
  const first = (await decode(join(folder, 'frames', 'frame-001-100ms.png'))).frames[0]
  assert.deepEqual(visible(first ?? new Uint8Array()), (await pictures('in.gif'))[0])
})

test('an input that cannot be edited is reported in one sentence, and leaves no file', async (t) => {
  const { folder } = await folderWith(t)
  const refused = async (words: string[], code: number, sentence: RegExp) => {
    const ended = await make(folder, [...words, '-o', 'no.gif'])
    assert.equal(ended.code, code, ended.err)
    assert.match(ended.err, sentence)
  }
  await writeFile(join(folder, 'cut.gif'), gif.subarray(0, 1000))
  await refused(['in.gif', '--frames', '99'], 1, /names frame 99, and the animation has 12/)
  await refused(['in.gif', '--frames', 'all'], 2, /It takes frames such as/)
  await refused(['cut.gif', '--keep'], 1, /^cut\.gif is damaged: it ends within its first frame\.$/m)
  await refused(['in.gif', '--append', 'gone.gif'], 1, /There is no file gone\.gif/)
  await refused(['https://example.org/a.gif', '--keep'], 2, /take files/)
  assert.deepEqual((await readdir(folder)).toSorted(), ['cut.gif', 'in.gif'])
})
