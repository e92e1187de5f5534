import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { startApp, type TestApp } from '../support/app.ts'
import { colorAt, gifLoops } from '../support/media/decoded.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { endedCreation, halfToTwo, lengthOf, madeBy, numbersOf } from '../support/made-gif.ts'

let app: TestApp
let numbered = ''
const endings: (() => Promise<void>)[] = []
before(async () => {
  app = await startApp({ after: (end) => void endings.push(end as () => Promise<void>) })
  numbered = join(await ensureFixtures(), 'numbered-30.mkv')
})
after(async () => {
  for (const end of endings) await end()
})

test('a GIF of a video and its film have the requested width, rate, speed, order and number of plays', async () => {
  const values = {
    ...halfToTwo,
    width: '72',
    fps: '10',
    speed: '2',
    reverse: '1',
    loop: '3',
    preset: 'small',
  }
  const made = await madeBy(app, await endedCreation(app, 'video', values, [['video', numbered]]))
  const { record, gif, mp4, path } = made
  assert.deepEqual([record.width, gif.width, mp4.width], ['72', 72, 72])
  assert.ok(Math.abs(lengthOf(gif) - 750) <= 100, String(lengthOf(gif)))
  assert.equal(record.duration, lengthOf(gif) / 1000)
  const numbers = numbersOf(mp4)
  assert.deepEqual(numbersOf(gif), numbers)
  assert.ok(Math.abs(numbers.at(-1)! - 15) <= 1, String(numbers))
  for (const [index, number] of numbers.slice(1, -1).entries())
    assert.equal(numbers[index]! - number, 6, String(numbers))
  assert.equal(await gifLoops(path), 2, 'after the first time')
  assert.ok(!('loop' in made.answer.result))
})

test('the requested part of the picture is kept, from the reported part of the video that loops best', async () => {
  const values = { ...halfToTwo, crop: '36,8,72,24', auto_loop: '1', width: '480' }
  const { record, gif, mp4, answer } = await madeBy(
    app,
    await endedCreation(app, 'video', values, [['video', numbered]]),
  )
  assert.deepEqual([record.width, record.height, gif.width, mp4.width], ['72', '24', 72, 72])
  const { start = -1, end = -1 } = answer.result.loop ?? {}
  assert.ok(start >= 0.5 && end < 2.1 && end > start, JSON.stringify(answer))
  assert.ok(Math.abs(lengthOf(gif) - (end - start) * 1000) <= 70, `${lengthOf(gif)} ms of ${start} to ${end}`)
})

test('a crop outside the picture ends the task with an error of that field', async () => {
  const values = { ...halfToTwo, crop: '140,0,16,16' }
  const { status, error } = await endedCreation(app, 'video', values, [['video', numbered]])
  assert.deepEqual([status, error.field], ['error', 'crop'])
  assert.match(error.message, /144.*32/)
})

test('pictures are shown as a boomerang, the requested number of times, within the size limit', async () => {
  const files: [string, string][] = []
  for (const red of [20, 120, 220]) {
    const path = join(app.folder, `${red}.png`)
    const background = { r: red, g: 100, b: 100 }
    await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .png()
      .toFile(path)
    files.push(['pictures[]', path])
  }
  const shape = { category: '1', title: 'Reds', width: '64', height: '48', resize: '1', delay: '300' }
  const values = { ...shape, boomerang: '1', loop: '5', max_bytes: '50000' }
  const { gif, path } = await madeBy(app, await endedCreation(app, 'pictures', values, files))
  const found = gif.frames.map((_, frame) => colorAt(gif, frame, [0.5, 0.3]).color[0])
  assert.deepEqual(
    found.map((red) => Math.round((red - 20) / 100)),
    [0, 1, 2, 1],
  )
  assert.equal(lengthOf(gif), found.length * 300)
  assert.equal(await gifLoops(path), 4)
})

test('this version makes a creation that an older version accepted', async (t) => {
  const earlier = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const form = new FormData()
  for (const [key, value] of Object.entries(halfToTwo)) form.append(key, value)
  form.append('video', new Blob([new Uint8Array(await readFile(numbered))]), 'clip.mkv')
  const { body } = await earlier.json('/api/create-gif/source/video', { method: 'POST', body: form })
  assert.equal(body.success, true, JSON.stringify(body))
  await earlier.withStores(async ({ db }) => {
    const { request } = await db.selectFrom('task').select('request').executeTakeFirstOrThrow()
    const { gif: _gif, clip: _clip, ...older } = JSON.parse(request) as Record<string, unknown>
    await db
      .updateTable('task')
      .set({ request: JSON.stringify(older) })
      .execute()
  })
  await earlier.stop()
  const later = await startApp(t, { DATA_DIR: earlier.folder })
  const { gif } = await madeBy(later, await later.ended(body.id))
  assert.equal(gif.width, 144)
  assert.ok(Math.abs(lengthOf(gif) - 1500) <= 70)
})
