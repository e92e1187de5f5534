import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AcceptedRequest } from '#src/creation/request.ts'
import { classicCaptions } from '#src/layers/layer-defaults.ts'
import { clipOptions, defaultClipOptions } from '#src/options/clip-options.ts'
import { fieldsOfRequest, fieldsOfTyped } from '#src/site/maker/form-fields.ts'
import { type MakerFormData, optionField } from '#src/site/maker/option-field.ts'
import { english } from '#src/site/messages/en/messages.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { shareInFile } from '../../support/shared.ts'
import { testConfig } from '../../support/instance.ts'

const { limits } = testConfig({})

/** The data that a browser without script sends: the fields of every source. */
const untouched = {
  title: 'A GIF',
  category: '1',
  tags: '',
  url: 'https://example.org/a.mp4',
  start: '0',
  end: '2',
  width: '480',
  height: '360',
  delay: '200',
  preset: 'balanced',
  max_bytes: '',
  loop: '',
  speed: '1',
  crop: '',
  fps: '',
  clip_width: '',
}

async function send(app: TestApp, values: Record<string, string>) {
  return app.json('/create', {
    method: 'POST',
    headers: { origin: app.url, accept: 'application/json' },
    body: new URLSearchParams({ source: 'url', ...untouched, ...values }),
  })
}

async function requestOf(app: TestApp, values: Record<string, string>): Promise<AcceptedRequest> {
  const { status, body } = await send(app, values)
  assert.equal(status, 200, JSON.stringify(body))
  const task = await app.withStores(({ tasks }) => tasks.submissions.read(body.id))
  assert.ok(task)
  return task.request
}

const shared = shareInFile((t) => startApp(t, { WORKER_CONCURRENCY: '0' }))

test('the form requests the values of its fields, and nothing for empty ones', async () => {
  const app = shared()
  const plain = await requestOf(app, {})
  const gif = { preset: 'balanced', maxBytes: null, loops: 0, reverse: false, boomerang: false }
  assert.ok(plain.kind === 'url')
  assert.deepEqual([plain.gif, plain.clip], [gif, defaultClipOptions])

  const full = await requestOf(app, {
    preset: 'small',
    max_bytes: '5000000',
    loop: '2',
    reverse: '1',
    boomerang: '1',
    speed: '1.5',
    crop: '0,40,320,180',
    fps: '24',
    clip_width: '640',
    auto_loop: '1',
    caption_top: 'When the frog',
    caption_bottom: 'finally jumps',
  })
  assert.ok(full.kind === 'url')
  assert.deepEqual(full.overlay?.layers, classicCaptions('When the frog', 'finally jumps'))
  assert.deepEqual(full.gif, {
    preset: 'small',
    maxBytes: 5_000_000,
    loops: 2,
    reverse: true,
    boomerang: true,
  })
  assert.deepEqual(full.clip, {
    ...defaultClipOptions,
    speed: 1.5,
    fps: 24,
    width: 640,
    autoLoop: true,
    crop: { x: 0, y: 40, width: 320, height: 180 },
  })
})

test('an invalid field of the form is named like in the form', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_WIDTH: '500', MAX_FPS: '20' })
  for (const [field, value] of [
    ['clip_width', '501'],
    ['fps', '21'],
    ['crop', 'all'],
    ['max_bytes', '1'],
    ['loop', '-1'],
    ['preset', 'finest'],
    ['speed', '5'],
  ] as const) {
    const { status, body } = await send(app, { [field]: value })
    assert.equal(status, 422, field)
    assert.equal(body.error.field, field)
    assert.match(body.error.message, new RegExp(`^\`${field}\` must be `))
  }
})

test('a form for another try has the earlier values, and so has a refused one', async () => {
  const app = shared()
  const asked = {
    preset: 'best',
    max_bytes: '8000000',
    loop: '1',
    reverse: '1',
    speed: '0.5',
    crop: '16,16,64,64',
    fps: '10',
    clip_width: '200',
    auto_loop: '1',
  }
  const fields = { ...asked, boomerang: '' }
  const again = fieldsOfRequest(await requestOf(app, asked), limits)
  const typed = fieldsOfTyped({ ...untouched, ...asked, source: 'url' })
  assert.deepEqual(again.options, { ...again.options, ...fields })
  assert.deepEqual(typed.options, { ...typed.options, ...fields })
  const former = { ...asked, preset: 'quality' }
  assert.deepEqual(await requestOf(app, former), await requestOf(app, asked))
  const typedFormer = fieldsOfTyped({ ...untouched, ...former, source: 'url' })
  assert.equal(typedFormer.options.preset, 'best')
})

test('a translation overrides the label and the help of an option', () => {
  const { maker } = english
  const texts = { speed: { label: 'Tempo', help: '1 ist normal.' } }
  const data = {
    fields: { options: {} },
    limits: { maxFps: 30, maxWidth: 720 },
    error: null,
    messages: { ...maker, options: { ...maker.options, texts } },
  } as unknown as MakerFormData
  const field = optionField(clipOptions.speed, data).toString()
  assert.match(field, />Tempo<[^]*1 ist normal\./)
  assert.doesNotMatch(field, /Speed|normal speed/)
})
