import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { startApp, type TestApp } from '../support/app.ts'
import { colorAt, type Decoded, distance, gifLoops } from '../support/media/decoded.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { endedCreation, halfToTwo, lengthOf, madeBy, type Made, numbersOf } from '../support/made-gif.ts'
import { makeVideo } from '../support/media/media.ts'

const run = promisify(execFile)

let app: TestApp
const endings: (() => Promise<void>)[] = []
before(async () => {
  app = await startApp({ after: (end) => void endings.push(end as () => Promise<void>) })
})
after(async () => {
  for (const end of endings) await end()
})

async function makeFromVideo(path: string, values: Record<string, string>): Promise<Made> {
  return madeBy(app, await endedCreation(app, 'video', { ...halfToTwo, ...values }, [['video', path]]))
}

async function numbered(): Promise<string> {
  return join(await ensureFixtures(), 'numbered-30.mkv')
}

let whole: Promise<Made> | undefined

/** The result with default options. */
function plain(): Promise<Made> {
  return (whole ??= numbered().then((path) => makeFromVideo(path, {})))
}

const differences = (numbers: number[]) => numbers.slice(1).map((number, index) => number - numbers[index]!)

/** The frames' numbers, each once: unchanged content may be shown as one longer frame. */
const distinct = (numbers: number[]) => numbers.filter((number, index) => number !== numbers[index - 1])

test('a GIF and its film have the requested width and frames per second', async (t) => {
  const video = await makeVideo(t, { width: 500, height: 280 })
  const { record, gif, mp4 } = await makeFromVideo(video, { width: '200', fps: '10' })
  assert.deepEqual([record.width, gif.width, mp4.width], ['200', 200, 200])
  assert.equal(gif.height, 112)
  assert.deepEqual([gif.frames.length, lengthOf(gif)], [15, 1500])
  assert.equal(mp4.frames.length, 15)
  const wider = await makeFromVideo(video, { width: '500', fps: '30', end: '1' })
  assert.deepEqual([wider.gif.width, wider.gif.frames.length], [500, 15])
})

test('a GIF is not wider than its video, whatever is requested', async (t) => {
  const video = await makeVideo(t)
  assert.equal((await makeFromVideo(video, { width: '700' })).gif.width, 160)
})

test('double speed shows the same part in half the time, slow motion in more', async () => {
  const fast = await makeFromVideo(await numbered(), { speed: '2', fps: '10' })
  assert.ok(Math.abs(lengthOf(fast.gif) - 750) <= 100, String(lengthOf(fast.gif)))
  assert.equal(fast.record.duration, lengthOf(fast.gif) / 1000)
  const numbers = numbersOf(fast.gif)
  assert.ok(Math.abs(numbers[0]! - 15) <= 1, String(numbers))
  // The first frame is from the start, the others are from the middle of their time.
  for (const step of differences(numbers).slice(1)) assert.equal(step, 6, String(numbers))
  assert.deepEqual(numbersOf(fast.mp4), numbers)

  const slow = await makeFromVideo(await numbered(), { speed: '0.5', fps: '15' })
  assert.ok(Math.abs(lengthOf(slow.gif) - 3000) <= 70, String(lengthOf(slow.gif)))
  for (const step of differences(numbersOf(slow.gif))) assert.ok(step >= 0 && step <= 2)
})

test('reversed, the last frame comes first; in a boomerang neither end is shown twice', async () => {
  const forwards = distinct(numbersOf((await plain()).gif))
  const reverse = await makeFromVideo(await numbered(), { reverse: '1' })
  assert.deepEqual(distinct(numbersOf(reverse.gif)), forwards.toReversed())
  assert.deepEqual(distinct(numbersOf(reverse.mp4)), forwards.toReversed())
  const boomerang = await makeFromVideo(await numbered(), { boomerang: '1' })
  const thereAndBack = [...forwards, ...forwards.slice(1, -1).toReversed()]
  assert.deepEqual(distinct(numbersOf(boomerang.gif)), thereAndBack)
  const both = await makeFromVideo(await numbered(), { boomerang: '1', reverse: '1' })
  const backAndThere = [...forwards.toReversed(), ...forwards.slice(1, -1)]
  assert.deepEqual(distinct(numbersOf(both.gif)), backAndThere)
})

test('a GIF plays the requested number of times', async () => {
  const { path } = await makeFromVideo(await numbered(), { loop: '3' })
  assert.equal(await gifLoops(path), 2, 'after the first time')
  assert.equal(await gifLoops((await makeFromVideo(await numbered(), { loop: '1' })).path), null)
  assert.equal(await gifLoops((await plain()).path), 0)
})

test('only the requested part of the picture is kept', async () => {
  const whole = await plain()
  const { gif, mp4, record } = await makeFromVideo(await numbered(), { crop: '36,8,72,24' })
  assert.deepEqual([record.width, record.height, gif.width, mp4.width], ['72', '24', 72, 72])
  for (const frame of [0, 10, 20]) {
    for (const bit of [0, 1, 2, 3, 4, 5]) {
      const expected = colorAt(whole.mp4, frame, [(bit + 3.5) / 12, 0.5]).color
      const found = colorAt(mp4, frame, [(bit + 0.5) / 6, 0.5]).color
      assert.ok(distance(expected, found) < 60, `frame ${frame}, column ${bit}: ${found}, not ${expected}`)
    }
  }
  const column = (decoded: Decoded, bit: number, columns: number) =>
    colorAt(decoded, -1, [(bit + 0.5) / columns, 0.5]).color
  for (const bit of [0, 1, 2, 3, 4, 5])
    assert.ok(distance(column(gif, bit, 6), column(whole.gif, bit + 3, 12)) < 60, `column ${bit} of the GIF`)
})

test('a crop outside the picture ends the task with an error of that field', async () => {
  for (const crop of ['140,0,16,16', '0,20,100,16', '500,500,20,20']) {
    const answer = await endedCreation(app, 'video', { ...halfToTwo, crop }, [['video', await numbered()]])
    assert.equal(answer.status, 'error', crop)
    assert.equal(answer.error.field, 'crop')
    assert.match(answer.error.message, /144.*32/)
  }
})

test('the small preset is smaller than the quality one, and none is larger than requested', async (t) => {
  const video = await makeVideo(t, { width: 368, height: 208 })
  const bytesOf = async (values: Record<string, string>) => {
    const { path, gif } = await makeFromVideo(video, { end: '1.2', ...values })
    assert.ok(Math.abs(lengthOf(gif) - 700) <= 70)
    return (await stat(path)).size
  }
  const free = await bytesOf({ preset: 'best' })
  assert.ok((await bytesOf({ preset: 'small' })) < free)
  const maxBytes = Math.round(free / 2)
  assert.ok(maxBytes >= 50_000, String(maxBytes))
  const bounded = await bytesOf({ preset: 'best', max_bytes: String(maxBytes) })
  assert.ok(bounded <= maxBytes, `${bounded} of ${maxBytes}`)
})

test('when no GIF of the clip fits, the error names the field and a sufficient value', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-noise-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'noise.mp4')
  const noise = 'nullsrc=s=320x180:r=30:d=8,noise=alls=100:allf=t+u'
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', noise, '-preset', 'ultrafast', path])
  const answerTo = (end: string) => {
    const values = { category: '1', title: 'Noise', start: '0', end, max_bytes: '50000' }
    return endedCreation(app, 'video', values, [['video', path]])
  }
  const { status, error } = await answerTo('8')
  assert.deepEqual([status, error.code, error.field], ['error', 'invalid_value', 'max_bytes'])
  assert.match(error.message, /^The GIF does not fit into 50000 bytes: .* shorter clip or fewer frames\.$/)
  const shorter = await madeBy(app, await answerTo('2'))
  assert.ok((await stat(shorter.path)).size <= 50_000)
})

test('a request for the best loop reports the chosen part of the video, and other requests do not', async (t) => {
  const video = await makeVideo(t, { seconds: 3, width: 160, height: 90 })
  const { answer, gif } = await makeFromVideo(video, { auto_loop: '1', end: '2.5' })
  const { start = -1, end = -1 } = answer.result.loop ?? {}
  assert.ok(start >= 0.5 && end <= 2.5 && end > start, JSON.stringify(answer))
  assert.ok(Math.abs(lengthOf(gif) - (end - start) * 1000) <= 70, `${lengthOf(gif)} ms of ${start} to ${end}`)
  assert.ok(!('loop' in (await plain()).answer.result))
})

async function coloredPicture(folder: string, red: number): Promise<string> {
  const path = join(folder, `${red}.png`)
  const background = { r: red, g: 100, b: 100 }
  await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toFile(path)
  return path
}

test('pictures are shown reversed, or as a boomerang, and the requested number of times', async () => {
  const files: [string, string][] = []
  for (const red of [20, 120, 220]) files.push(['pictures[]', await coloredPicture(app.folder, red)])
  const shape = { category: '1', title: 'Reds', width: '64', height: '48', resize: '1', delay: '300' }
  const reds = async (values: Record<string, string>) => {
    const made = await madeBy(app, await endedCreation(app, 'pictures', { ...shape, ...values }, files))
    const found = made.gif.frames.map((_, frame) => colorAt(made.gif, frame, [0.5, 0.3]).color[0])
    assert.equal(lengthOf(made.gif), found.length * 300)
    return { made, reds: found.map((red) => Math.round((red - 20) / 100)) }
  }
  assert.deepEqual((await reds({ reverse: '1' })).reds, [2, 1, 0])
  assert.deepEqual((await reds({ boomerang: '1' })).reds, [0, 1, 2, 1])
  const { made } = await reds({ loop: '5' })
  assert.equal(await gifLoops(made.path), 4)
})

test('with default options, a GIF also respects the limits of the instance', async (t) => {
  const small = await startApp(t, { MAX_WIDTH: '100', MAX_FPS: '5' })
  const video = await makeVideo(t, { seconds: 2 })
  const { gif } = await madeBy(small, await endedCreation(small, 'video', halfToTwo, [['video', video]]))
  assert.equal(gif.width, 100)
  assert.ok(gif.frames.length <= 8, String(gif.frames.length))
})
