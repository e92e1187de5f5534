import assert from 'node:assert/strict'
import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { colorAt, decode, distance, frameNumber } from '../support/media/decoded.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { made, make, workFolder } from '../support/processes/make.ts'
import { fullTest } from '../support/full-run.ts'

const fixtures = await ensureFixtures()
const fixture = (name: string) => join(fixtures, name)
const picture = (name: string) => join(fixtures, 'pictures', name)

test('a clip of a video becomes a GIF, and only the GIF is left', async (t) => {
  const gif = await made(t, [fixture('h264.mp4'), '--start', '0.2', '--end', '0.8'])
  assert.deepEqual([gif.width, gif.height, gif.frames.length > 0], [160, 120, true])
  assert.ok(distance(colorAt(gif, 0, [0.25, 0.25]).color, [255, 0, 0]) < 60)
  assert.deepEqual(await readdir(gif.folder), ['out.gif'])
  const [said = '', last = ''] = gif.err.trim().split('\n')
  assert.equal(said, 'Making out.gif, about 9 frames')
  assert.match(last, /^out\.gif: 160 x 120, 9 frames, \d+\.\d KB, in \d+\.\d s$/)
})

fullTest('the GIF can be reversed, or be a boomerang', async (t) => {
  const words = [fixture('numbered-30.mkv'), '--fps', '10', '--end', '1']
  const numbersOf = async (more: string[]) => {
    const gif = await made(t, [...words, ...more])
    return gif.frames.map((_, frame) => frameNumber(gif, frame))
  }
  const usual = await numbersOf([])
  assert.deepEqual(await numbersOf(['--reverse']), usual.toReversed())
  assert.deepEqual(await numbersOf(['--boomerang']), [...usual, ...usual.slice(1, -1).toReversed()])
})

fullTest('a crop selects the visible part', async (t) => {
  const gif = await made(t, [fixture('h264.mp4'), '--crop', '80,60,80,60'])
  assert.deepEqual([gif.width, gif.height], [80, 60])
  const whole = await made(t, [fixture('h264.mp4')])
  const corner = colorAt(whole, 0, [0.9, 0.9]).color
  assert.ok(distance(colorAt(gif, 0, [0.1, 0.1]).color, corner) < 12)
})

test('pictures become frames, one each, of the size of the first', async (t) => {
  const inputs = ['plain.png', 'plain.jpg', 'plain.gif'].map(picture)
  const gif = await made(t, [...inputs, '--delay', '500'])
  assert.deepEqual([gif.width, gif.height], [64, 48])
  assert.equal(
    gif.delaysMs.reduce((sum, ms) => sum + ms, 0),
    1500,
  )
  const sized = await made(t, [...inputs, '--width', '100', '--height', '100'])
  assert.deepEqual([sized.width, sized.height], [100, 100])
  const narrow = await made(t, [picture('exif-6.jpg'), '--width', '32'])
  assert.deepEqual([narrow.width, narrow.height, narrow.frames.length], [32, 24, 1])
})

test('the maker of a GIF that flashes is warned, also with a size limit', async (t) => {
  const folder = await workFolder(t)
  for (const background of ['black', 'white']) {
    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background } })
    await picture.png().toFile(join(folder, `${background}.png`))
  }
  const words = ['black.png', 'white.png', '-o', 'out.gif', '--delay']
  const warning = /flashes more than three times within a second/
  assert.match((await make(folder, [...words, '100'])).err, warning)
  assert.match((await make(folder, [...words, '100', '--max-bytes', '100KB'])).err, warning)
  assert.doesNotMatch((await make(folder, [...words, '500'])).err, warning)
})

test('standard output gets the GIF and nothing else', async (t) => {
  const folder = await workFolder(t)
  for (const more of [[], ['--reverse'], ['--max-bytes', '1MB']]) {
    const { code, out, err } = await make(folder, [fixture('h264.mp4'), ...more, '-o', '-'])
    assert.equal(code, 0, err)
    const path = `${folder}-${more.length}.gif`
    t.after(() => import('node:fs/promises').then(({ rm }) => rm(path, { force: true })))
    await writeFile(path, out)
    assert.equal((await decode(path)).width, 160)
    assert.match(err, /^standard output: 160 x 120, /m)
    assert.deepEqual(await readdir(folder), [])
  }
})

test('an existing file is replaced like cp does: a link is followed, permissions stay', async (t) => {
  const folder = await workFolder(t)
  const target = join(folder, 'real.gif')
  await writeFile(target, 'old')
  await chmod(target, 0o640)
  await symlink('real.gif', join(folder, 'link.gif'))
  const { code, err } = await make(folder, [fixture('h264.mp4'), '--quiet', '-o', 'link.gif'])
  assert.deepEqual([code, err], [0, ''])
  assert.equal((await readFile(target)).toString('latin1', 0, 3), 'GIF')
  assert.equal((await stat(target)).mode & 0o777, 0o640)
  assert.deepEqual((await readdir(folder)).toSorted(), ['link.gif', 'real.gif'])
})

test('an existing file stays if no GIF can be made', async (t) => {
  const folder = await workFolder(t)
  await writeFile(join(folder, 'out.gif'), 'old')
  const { code } = await make(folder, [picture('words.txt'), '-o', 'out.gif'])
  assert.equal(code, 1)
  assert.equal(await readFile(join(folder, 'out.gif'), 'utf8'), 'old')
  assert.deepEqual(await readdir(folder), ['out.gif'])
})
