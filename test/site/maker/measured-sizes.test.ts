import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { MeasurementAnswer } from '#src/site/maker/source-answer.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { isFullRun } from '../../support/full-run.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { type Sent, SourceVisitor, makerValues } from '../../support/prepared-sources.ts'
import { shareInFile } from '../../support/shared.ts'
import { signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import { until } from '../../support/until.ts'

async function answerOf(response: Response): Promise<MeasurementAnswer> {
  assert.ok(response.ok, await response.clone().text())
  return (await response.json()) as MeasurementAnswer
}

async function askSize(visitor: SourceVisitor, id: string, values: Sent = {}): Promise<MeasurementAnswer> {
  return answerOf(await visitor.post(`/create/sources/${id}/size`, { ...makerValues, ...values }))
}

/** The measurement once it has ended. */
async function sizeOf(visitor: SourceVisitor, id: string, values: Sent = {}): Promise<MeasurementAnswer> {
  let answer = await askSize(visitor, id, values)
  await until('the GIF is measured', async () => {
    answer = await answerOf(await visitor.fetch(`/create/sources/${id}/size/${answer.id}`))
    return answer.status === 'done' || answer.status === 'error'
  })
  return answer
}

/** Makes a GIF of a source with the same form; returns the size note of its page. */
async function made(visitor: SourceVisitor, id: string, values: Sent) {
  const { code } = await visitor.make({ ...values, prepared: id })
  const { gifs } = await visitor.state(id)
  const gif = gifs.find((one) => one.code === code)
  assert.ok(gif !== undefined)
  const { width, height, bytes } = gif
  return { width, height, bytes }
}

async function prepare(app: TestApp) {
  const visitor = new SourceVisitor(app)
  const { id } = await visitor.prepared({ file: { path: join(await ensureFixtures(), 'numbered-25.avi') } })
  return { visitor, id }
}

const shared = shareInFile(async (t) => {
  const site = await startSite(t, { WORKER_CONCURRENCY: '1' })
  return { site, ...(await prepare(site)) }
})

test('a GIF of a source is measured to the byte before it is made, with any options', async () => {
  const { site, visitor, id } = shared()
  const sticker = {
    bytes: await readFile(join(await ensureFixtures(), 'pictures', 'plain.png')),
    name: 'a.png',
  }
  const layers = JSON.stringify([{ type: 'picture', picture: 0, width: 0.4 }])
  const forms: Sent[] = [
    { crop: '0,0,64,32', speed: '2', boomerang: '1' },
    { layers, 'stickers[]': [sticker] },
  ]
  if (isFullRun)
    forms.push({}, { clip_width: '64', fps: '10', preset: 'small' }, { caption_top: 'Look at this' })
  for (const form of forms) {
    const measured = await sizeOf(visitor, id, form)
    assert.ok(measured.status === 'done', JSON.stringify(measured))
    const { frames: _, ...size } = measured.measured
    assert.deepEqual(size, await made(visitor, id, form), JSON.stringify(form))
  }
  const incoming = join(site.folder, 'media', 'incoming')
  await until('its uploads are gone', async () => (await readdir(incoming)).length === 0)
})

test('a size limit is measured with its result: its own bytes, dimensions and frames', async () => {
  const { visitor, id } = shared()
  const form = { end: '2', max_bytes: '50000' }
  const measured = await sizeOf(visitor, id, form)
  assert.ok(measured.status === 'done', JSON.stringify(measured))
  assert.ok(measured.measured.bytes <= 50_000)
  const { frames: _, ...size } = measured.measured
  assert.deepEqual(size, await made(visitor, id, form))
  assert.deepEqual(measured.sizeNote, { outcome: 'enough' })
})

test('a measurement is visible only to the owner of the source, and under that source', async () => {
  const { site, visitor: owner, id } = shared()
  const measured = await sizeOf(owner, id)
  const { visitor: other, id: ownId } = await prepare(site)
  const account = await signedIn(site)
  for (const attacker of [new SourceVisitor(site), other, new SourceVisitor(site, account.headers)]) {
    const at = `/create/sources/${id}/size`
    const answers = [
      await attacker.post(at, makerValues),
      await attacker.fetch(`${at}/${measured.id}`),
      await attacker.post(`${at}/stop`),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404],
    )
  }
  const elsewhere = await other.fetch(`/create/sources/${ownId}/size/${measured.id}`)
  assert.equal(elsewhere.status, 404)
  // Another person's source may not be named next to one's own, either.
  const named = await askSize(other, ownId, { prepared: id })
  assert.equal((await other.fetch(`/create/sources/${ownId}/size/${named.id}`)).status, 200)
  assert.equal((await owner.fetch(`/create/sources/${id}/size/${measured.id}`)).status, 200)
})

test('an expired source is not measured', async (t) => {
  let nowMs = Date.now()
  const app = await startApp(
    t,
    { WORKER_CONCURRENCY: '1', KEEP_SOURCE_HOURS: '1' },
    { clock: { now: () => nowMs } },
  )
  const { visitor, id } = await prepare(app)
  const measured = await sizeOf(visitor, id)
  nowMs += 3_600_001
  const at = `/create/sources/${id}/size`
  const answers = [
    await visitor.post(at, makerValues),
    await visitor.fetch(`${at}/${measured.id}`),
    await visitor.post(`${at}/stop`),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404],
  )
})

test('a newer measurement replaces the previous one, and stopping ends it', async () => {
  const { visitor, id } = shared()
  const [first, second] = [await askSize(visitor, id, { end: '1' }), await askSize(visitor, id)]
  const at = `/create/sources/${id}/size`
  assert.equal((await visitor.fetch(`${at}/${first.id}`)).status, 404)
  assert.equal((await visitor.fetch(`${at}/${second.id}`)).status, 200)
  assert.equal((await visitor.post(`${at}/stop`)).status, 204)
  assert.equal((await visitor.fetch(`${at}/${second.id}`)).status, 404)
})

test('measurements have a rate of their own', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1', SIZES_PER_MINUTE: '2', RATE_LIMIT: 'on' })
  const { visitor, id } = await prepare(app)
  await askSize(visitor, id)
  await askSize(visitor, id)
  const refused = await visitor.post(`/create/sources/${id}/size`, makerValues)
  assert.equal(refused.status, 429)
  // GIFs are still made.
  await visitor.make({ prepared: id })
})

test('with MEASURE_SIZES=off the maker keeps its estimate', async (t) => {
  const { visitor, id } = await prepare(await startApp(t, { WORKER_CONCURRENCY: '1', MEASURE_SIZES: 'off' }))
  const refused = await visitor.post(`/create/sources/${id}/size`, makerValues)
  assert.equal(refused.status, 404)
})

test('invalid values are refused as when making the GIF', async () => {
  const { visitor, id } = shared()
  for (const wrong of [{ speed: '99' }, { end: '0' }, { layers: '{' }, { crop: '-1,0,5,5' }, { keep: '1' }]) {
    const refused = await visitor.post(`/create/sources/${id}/size`, { ...makerValues, ...wrong })
    assert.equal(refused.status, 422, JSON.stringify(wrong))
  }
  const sent = await visitor.post(`/create/sources/${id}/size`, {
    ...makerValues,
    video: { path: join(await ensureFixtures(), 'h264.mp4') },
  })
  assert.equal(sent.status, 400)
})
