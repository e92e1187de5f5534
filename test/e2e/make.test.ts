import assert from 'node:assert/strict'
import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { colourAt, decode, distance, frameNumber, gifLoops } from '../support/media/decoded.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { make, workFolder } from '../support/processes/make.ts'

const fixtures = await ensureFixtures()
const fixture = (name: string) => join(fixtures, name)
const picture = (name: string) => join(fixtures, 'pictures', name)

/** Makes a GIF that is to succeed, and gives what a decoder sees in it. */
async function made(t: TestContext, words: string[]) {
  const folder = await workFolder(t)
  const { code, out, err } = await make(folder, [...words, '-o', 'out.gif'])
  assert.equal(code, 0, err)
  assert.equal(out.length, 0)
  const path = join(folder, 'out.gif')
  return { ...(await decode(path)), path, err, folder, bytes: (await stat(path)).size }
}

test('a clip of a video becomes a GIF, and nothing but the GIF is left', async (t) => {
  const gif = await made(t, [fixture('h264.mp4'), '--start', '0.2', '--end', '0.8'])
  assert.deepEqual([gif.width, gif.height, gif.frames.length > 0], [160, 120, true])
  assert.ok(distance(colourAt(gif, 0, [0.25, 0.25]).colour, [255, 0, 0]) < 60)
  assert.deepEqual(await readdir(gif.folder), ['out.gif'])
  const [said = '', last = ''] = gif.err.trim().split('\n')
  assert.equal(said, 'Making out.gif, about 9 frames')
  assert.match(last, /^out\.gif: 160 x 120, 9 frames, \d+\.\d KB, in \d+\.\d s$/)
})

test('frames are shown as long as they last, so that the GIF is as long as the clip', async (t) => {
  const { delaysMs } = await made(t, [fixture('numbered-30.mkv'), '--start', '1', '--end', '3'])
  assert.equal(delaysMs.length, 30)
  assert.equal(
    delaysMs.reduce((sum, ms) => sum + ms, 0),
    2000,
  )
  assert.ok(delaysMs.every((ms) => ms === 60 || ms === 70))
})

test('frames follow each other at the rate that was asked for', async (t) => {
  const gif = await made(t, [fixture('numbered-30.mkv'), '--fps', '10', '--end', '2', '--preset', 'quality'])
  const numbers = gif.frames.map((_, frame) => frameNumber(gif, frame))
  // The first is the one on screen at the start; each later one is the last of the three that it stands for.
  assert.deepEqual(
    numbers,
    Array.from({ length: 20 }, (_, frame) => (frame === 0 ? 0 : frame * 3 + 1)),
  )
})

test('the last frame can come first, and the GIF can go there and back', async (t) => {
  const words = [fixture('numbered-30.mkv'), '--fps', '10', '--end', '1']
  const numbersOf = async (more: string[]) => {
    const gif = await made(t, [...words, ...more])
    return gif.frames.map((_, frame) => frameNumber(gif, frame))
  }
  const usual = await numbersOf([])
  assert.deepEqual(await numbersOf(['--reverse']), usual.toReversed())
  assert.deepEqual(await numbersOf(['--boomerang']), [...usual, ...usual.slice(1, -1).toReversed()])
})

test('a GIF keeps under the size that was asked for', async (t) => {
  const words = [fixture('large-odd.mp4'), '--fps', '30']
  const usual = await made(t, words)
  const least = Math.floor(usual.bytes * 0.8)
  const small = await made(t, [...words, '--max-bytes', String(least)])
  assert.ok(small.bytes <= least, `${small.bytes} of ${least}`)
})

test('the part that loops best is found and named', async (t) => {
  const { err, frames } = await made(t, [fixture('numbered-30.mkv'), '--auto-loop', '--start', '1'])
  assert.match(err, /^The loop is what is between \d\.\d\d and \d\.\d\d s\.$/m)
  assert.ok(frames.length > 0)
})

test('a GIF plays as often as it was asked to, which the file says as repeats', async (t) => {
  assert.equal(await gifLoops((await made(t, [fixture('h264.mp4')])).path), 0)
  assert.equal(await gifLoops((await made(t, [fixture('h264.mp4'), '--loop', '3'])).path), 2)
})

test('a crop is what is seen', async (t) => {
  const gif = await made(t, [fixture('h264.mp4'), '--crop', '80,60,80,60'])
  assert.deepEqual([gif.width, gif.height], [80, 60])
  const whole = await made(t, [fixture('h264.mp4')])
  const corner = colourAt(whole, 0, [0.9, 0.9]).colour
  assert.ok(distance(colourAt(gif, 0, [0.1, 0.1]).colour, corner) < 12)
})

test('there is a watermark where one is asked for, and none otherwise', async (t) => {
  const plain = await made(t, [fixture('large-odd.mp4'), '--end', '0.1'])
  const marked = await made(t, [fixture('large-odd.mp4'), '--end', '0.1', '--watermark', 'frogs.example'])
  const brightest = ({ frames, width }: typeof plain) =>
    frames[0]!
      .subarray(-40 * width * 4)
      .reduce((most, value, at) => (at % 4 === 1 && value > most ? value : most), 0)
  assert.ok(brightest(marked) > brightest(plain) + 20)
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

test('whoever makes a GIF that flashes is warned, also where it keeps under a size', async (t) => {
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

test('an animated WebP is a video', async (t) => {
  const gif = await made(t, [picture('animated.webp'), '--fps', '20'])
  assert.deepEqual([gif.width, gif.height], [64, 48])
  assert.equal(
    gif.delaysMs.reduce((sum, ms) => sum + ms, 0),
    200,
  )
  const half = await made(t, [picture('animated.webp'), '--fps', '20', '--start', '0.1', '--width', '32'])
  assert.deepEqual([half.width, half.height], [32, 24])
})

test('what is see-through stays so', async (t) => {
  for (const name of ['alpha-vp9.webm', 'alpha.gif']) {
    const gif = await made(t, [fixture(name), '--width', '100'])
    assert.deepEqual([colourAt(gif, 0, [0.2, 0.5]).alpha, colourAt(gif, 0, [0.8, 0.5]).alpha], [255, 0], name)
  }
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

test('what is there is replaced as cp does: a link is followed, permissions stay', async (t) => {
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

test('what is there stays where no GIF can be made', async (t) => {
  const folder = await workFolder(t)
  await writeFile(join(folder, 'out.gif'), 'old')
  const { code } = await make(folder, [picture('words.txt'), '-o', 'out.gif'])
  assert.equal(code, 1)
  assert.equal(await readFile(join(folder, 'out.gif'), 'utf8'), 'old')
  assert.deepEqual(await readdir(folder), ['out.gif'])
})
