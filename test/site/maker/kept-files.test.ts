import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { newSourceId } from '#src/creation/sources/prepared-source.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { flatPicture } from '../../support/media/flat-picture.ts'
import { type Sent, SourceVisitor, makerValues } from '../../support/prepared-sources.ts'
import { shareInFile } from '../../support/shared.ts'

async function sticker(color: string) {
  const { name, buffer } = await flatPicture(color, { width: 40, height: 30 })
  return { name, bytes: buffer }
}

/** Layers that show stickers by their places, over the whole GIF. */
const layersOf = (...places: number[]) =>
  JSON.stringify(places.map((picture) => ({ type: 'picture', picture, width: 1 })))

/** The field of a page, as the browser would send it. */
function fieldOf(page: string, name: string): string {
  const tag = (page.match(/<input[^>]*>/g) ?? []).find((one) => one.includes(`name="${name}"`)) ?? ''
  return (/value="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('&quot;', '"')
}

async function openForm(visitor: SourceVisitor, query: string) {
  const text = await (await visitor.fetch(`/create?${query}`)).text()
  const field = (name: string) => fieldOf(text, name)
  return { text, prepared: field('prepared'), kept: field('kept_stickers'), layers: field('layers') }
}

/** The color in the middle of the first frame of a GIF. */
async function colorOf(app: TestApp, code: string): Promise<number[]> {
  const { body } = await app.json(`/api/gif/${code}`)
  const response = await fetch(body.result[0]?.gif_url ?? '')
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)]
}

const shared = shareInFile(async (t) => ({
  app: await startApp(t, { WORKER_CONCURRENCY: '1', MAX_PICTURES: '4' }),
  path: join(await ensureFixtures(), 'numbered-30.webm'),
}))

/** A visitor of the shared instance. */
function start() {
  const { app, path } = shared()
  return { app, path, visitor: new SourceVisitor(app) }
}

const pictureValues = { source: 'pictures', width: '40', height: '30' }

/** A GIF of a red, a blue and a green picture. */
async function makeOfPictures(visitor: SourceVisitor) {
  const pictures = await Promise.all(['red', 'blue', 'lime'].map(sticker))
  return visitor.make({ ...pictureValues, 'pictures[]': pictures })
}

async function refusalOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string; field?: string; message: string } }
  return { status: response.status, ...error }
}

test('the stickers of a GIF are kept for its maker: for each of its variants, and with a GIF of another source', async () => {
  const { app, visitor, path } = start()
  const first = await visitor.make({
    video: { path },
    'stickers[]': [await sticker('red'), await sticker('blue')],
    layers: layersOf(0),
  })
  const form = await openForm(visitor, `edit=${first.code}`)
  const [red = '', blue = ''] = form.kept.split(',')
  assert.match(form.kept, new RegExp(`^${form.prepared}\\.\\w{22},${form.prepared}\\.\\w{22}$`))
  assert.equal((JSON.parse(form.layers) as { picture: number }[])[0]?.picture, 0)
  const shown = await visitor.fetch(`/create/sources/${red.replace('.', '/pictures/')}`)
  assert.equal(shown.headers.get('content-type'), 'image/png')
  assert.equal(shown.headers.get('cache-control'), 'private, no-store')
  assert.deepEqual(Buffer.from(await shown.arrayBuffer()), (await sticker('red')).bytes)

  // As sent by the plain form: only names.
  const again = { prepared: form.prepared, kept_stickers: form.kept, layers: form.layers }
  const second = await visitor.make(again)
  const third = await visitor.make({ ...again, kept_stickers: blue, layers: layersOf(0) })
  const fourth = await visitor.make({
    prepared: form.prepared,
    kept_stickers: blue,
    'stickers[]': await sticker('lime'),
    layers: layersOf(0, 1),
  })
  const colors = await Promise.all([first, second, third, fourth].map(({ code }) => colorOf(app, code)))
  const isMostly = (color: number[] | undefined, channel: number) =>
    color?.every((value, index) => (index === channel ? value > 150 : value < 110)) === true
  assert.deepEqual(
    [0, 0, 2, 1].map((channel, index) => isMostly(colors[index], channel)),
    [true, true, true, true],
    JSON.stringify(colors),
  )
  assert.equal((await openForm(visitor, `edit=${third.code}`)).kept, blue)
  const both = await openForm(visitor, `edit=${fourth.code}`)
  assert.match(both.kept, new RegExp(`^${blue},${form.prepared}\\.\\w{22}$`))
  assert.equal((await visitor.state(form.prepared)).gifs.length, 4, 'they are variants of one source')

  const elsewhere = await visitor.make({
    video: { path },
    prepared: form.prepared,
    kept_stickers: red,
    layers: layersOf(0),
  })
  assert.ok(isMostly(await colorOf(app, elsewhere.code), 0))
  assert.equal((await visitor.post(`/create/sources/${form.prepared}/discard`)).status, 204)
  const other = await openForm(visitor, `edit=${elsewhere.code}`)
  assert.notEqual(other.prepared, form.prepared)
  assert.ok(other.kept.startsWith(`${other.prepared}.`))
  await visitor.make({ prepared: other.prepared, kept_stickers: other.kept, layers: layersOf(0) })
})

test('stickers of others, missing ones and expired ones are all reported as not found', async (t) => {
  let nowMs = Date.now()
  const app = await startApp(
    t,
    { WORKER_CONCURRENCY: '1', KEEP_SOURCE_HOURS: '1' },
    { clock: { now: () => nowMs } },
  )
  const { path } = shared()
  const [owner, other] = [new SourceVisitor(app), new SourceVisitor(app)]
  const first = await owner.make({ video: { path }, 'stickers[]': await sticker('red'), layers: layersOf(0) })
  const { kept, prepared } = await openForm(owner, `edit=${first.code}`)
  const [, name = ''] = kept.split('.')
  const own = await other.prepared({ file: { path } })

  const unknown = `${newSourceId()}.${newSourceId()}`
  const make = async (visitor: SourceVisitor, stickers: string) =>
    refusalOf(
      await visitor.post('/create', {
        ...makerValues,
        video: { path },
        kept_stickers: stickers,
        layers: layersOf(0),
      }),
    )
  const nothing = await make(other, unknown)
  assert.deepEqual([nothing.status, nothing.field], [404, 'stickers[]'])
  const wrong = [
    kept,
    `${own.id}.${name}`,
    `${own.id}.0`,
    `${own.id}.${newSourceId()}`,
    `../${prepared}.${name}`,
    `${prepared}.../${prepared}/${name}`,
    `${prepared}.%2e%2e%2f0`,
    `${prepared}.${name}.0`,
    '..',
  ]
  for (const stickers of wrong) assert.deepEqual(await make(other, stickers), nothing, stickers)
  assert.deepEqual(await make(owner, `${kept},${unknown}`), nothing, 'of two sources')

  const absent = await other.fetch(`/create/sources/${newSourceId()}/pictures/${name}`)
  const answer = await absent.text()
  for (const at of [
    `${prepared}/pictures/${name}`,
    `${own.id}/pictures/${name}`,
    `${own.id}/pictures/0`,
    `${own.id}/pictures/preview-60000`,
    `${own.id}/pictures/..%2f${prepared}%2f${name}%2f0`,
    `${own.id}/pictures/${name}%2f0`,
  ]) {
    const response = await other.fetch(`/create/sources/${at}`)
    assert.deepEqual([response.status, await response.text()], [404, answer], at)
  }
  const form = await openForm(other, `edit=${first.code}`)
  assert.deepEqual([form.kept, form.prepared], ['', ''])

  nowMs += 3_600_001
  assert.deepEqual(await make(owner, kept), nothing)
  assert.equal((await owner.fetch(`/create/sources/${prepared}/pictures/${name}`)).status, 404)
})

test('kept stickers count toward the limits of stickers and layers, and of kept files', async (t) => {
  const app = await startApp(t, {
    WORKER_CONCURRENCY: '1',
    MAX_STICKERS: '2',
    MAX_LAYERS: '2',
    PREPARED_SOURCE_MB_PER_CLIENT: '1',
  })
  const visitor = new SourceVisitor(app)
  const { path } = shared()
  const first = await visitor.make({
    video: { path },
    'stickers[]': [await sticker('red'), await sticker('blue')],
    layers: layersOf(0, 1),
  })
  const { kept, prepared, layers } = await openForm(visitor, `edit=${first.code}`)
  const values = { ...makerValues, prepared, kept_stickers: kept, layers }
  const refused = async (sent: Sent) => refusalOf(await visitor.post('/create', { ...values, ...sent }))
  const more = await refused({ 'stickers[]': await sticker('lime') })
  assert.deepEqual([more.status, more.field], [422, 'stickers[]'])
  assert.match(more.message, /at most 2/)
  const many = await refused({ kept_stickers: Array.from({ length: 60 }, () => kept).join(',') })
  assert.equal(many.status, 422)
  assert.equal((await refused({ layers: layersOf(0, 1, 0) })).field, 'layers')
  assert.equal((await refused({ layers: layersOf(2) })).field, 'layers')

  // There is no room for a large one: the GIF is still made, and its sticker has to be chosen again.
  const noise = Buffer.alloc(700 * 500 * 3, 1).map(() => Math.floor(Math.random() * 256))
  const large = await sharp(noise, { raw: { width: 700, height: 500, channels: 3 } })
    .png()
    .toBuffer()
  assert.ok(large.length > 1_000_000)
  const second = await visitor.make({
    prepared,
    'stickers[]': { bytes: large, name: 'noise.png' },
    layers: layersOf(0),
  })
  const form = await openForm(visitor, `edit=${second.code}`)
  assert.deepEqual([form.prepared, form.kept, form.layers], [prepared, '', ''])
  assert.match(form.text, /data-with-stickers=/)
  assert.match(form.text, /The stickers of this GIF are no longer stored/)
  const names = await readdir(join(app.folder, 'media', 'prepared', prepared))
  assert.equal(names.length, 3, 'its source and the two stickers of the first one')
})

test('kept pictures are reordered, left out, and combined with new ones, without being sent again', async () => {
  const { app, visitor, path } = start()
  const first = await makeOfPictures(visitor)
  const { prepared } = await openForm(visitor, `edit=${first.code}`)
  const again = (kept: string[], sent: Sent = {}) => ({
    ...pictureValues,
    prepared,
    kept_pictures: ['', ...kept],
    ...sent,
  })
  const namesOf = async (code: string) => {
    const { text } = await openForm(visitor, `edit=${code}`)
    return [...text.matchAll(/name="kept_pictures" value="(\w+)"/g)].map(([, name]) => name)
  }
  assert.deepEqual(await namesOf(first.code), ['1', '2', '3'])
  const second = await visitor.make(again(['3', '1']))
  assert.deepEqual(await namesOf(second.code), ['3', '1'])
  assert.deepEqual(await colorOf(app, second.code), [0, 255, 0])
  const third = await visitor.make(
    again(['new', '2'], { 'pictures[]': [await sticker('white'), await sticker('black')] }),
  )
  const names = await namesOf(third.code)
  assert.deepEqual([names.length, names[1]], [3, '2'])
  assert.deepEqual(await colorOf(app, third.code), [255, 255, 255])
  const [white = ''] = names
  const fourth = await visitor.make(again(['2', white]))
  assert.deepEqual(await namesOf(fourth.code), ['2', white])
  assert.equal((await visitor.state(prepared)).gifs.length, 4)

  const refused = async (sent: Sent) => refusalOf(await visitor.post('/create', { ...makerValues, ...sent }))
  for (const kept of [['1'], ['1', '2', '3', '1', '2'], []])
    assert.deepEqual((await refused(again(kept))).field, 'pictures[]', kept.join())
  const gone = await refused(again(['1', newSourceId()]))
  assert.deepEqual([gone.status, gone.field], [404, 'pictures[]'])
  for (const name of ['4', '0', '-1', '../1', `${newSourceId()}/0`])
    assert.deepEqual(await refused(again(['1', name])), gone, name)
  const other = new SourceVisitor(app)
  await other.prepared({ file: { path } })
  const strange = await refusalOf(await other.post('/create', { ...makerValues, ...again(['1', '2']) }))
  assert.deepEqual([strange.status, strange.field], [404, 'prepared'])
})

test('without script, kept pictures are moved by their numbers, and left out when a number is deleted', async () => {
  const { app, visitor } = start()
  const first = await makeOfPictures(visitor)
  const valuesOf = (page: string, name: string) =>
    [...page.matchAll(new RegExp(`name="${name}"\\s+value="(\\w*)"`, 'g'))].map(([, value = '']) => value)
  const form = await openForm(visitor, `edit=${first.code}`)
  assert.deepEqual(valuesOf(form.text, 'kept_places'), ['1', '2', '3'])
  const again = (...places: string[]) => ({
    ...pictureValues,
    prepared: form.prepared,
    kept_pictures: valuesOf(form.text, 'kept_pictures'),
    kept_places: places,
  })
  const second = await visitor.make(again('', '7', ' 2'))
  assert.deepEqual(await colorOf(app, second.code), [0, 255, 0])
  const changed = (await openForm(visitor, `edit=${second.code}`)).text
  assert.deepEqual(valuesOf(changed, 'kept_pictures').filter(Boolean), ['3', '2'])
  assert.deepEqual(valuesOf(changed, 'kept_places'), ['1', '2'])

  for (const places of [
    ['1'],
    ['1', '2', '3', '4'],
    ['1', '-2', '3'],
    ['1', '2e9', '3'],
    ['first', '2', '3'],
  ]) {
    const refused = await refusalOf(await visitor.post('/create', { ...makerValues, ...again(...places) }))
    assert.deepEqual([refused.status, refused.field], [422, 'pictures[]'], places.join())
  }
  const html = { accept: 'text/html' }
  const shown = await visitor.post(
    '/create',
    { ...makerValues, ...again('3', '1', '2'), end: 'x', width: '99999' },
    html,
  )
  assert.deepEqual(valuesOf(await shown.text(), 'kept_pictures').filter(Boolean), ['2', '3', '1'])
})

test('the files of a failed creation are kept for another try, unless a file caused the failure', async () => {
  const { app, visitor, path } = start()
  const fail = async (sent: Sent) => {
    const response = await visitor.post('/create', { ...makerValues, ...sent })
    assert.equal(response.status, 200, await response.clone().text())
    const { id } = (await response.json()) as { id: string }
    assert.equal((await app.ended(id)).status, 'error')
    return id
  }
  const task = await fail({
    video: { path },
    'stickers[]': await sticker('red'),
    layers: layersOf(0),
    start: '50',
    end: '51',
  })
  const form = await openForm(visitor, `from=${task}`)
  assert.match(form.kept, new RegExp(`^${form.prepared}\\.\\w{22}$`))
  assert.doesNotMatch(form.text, /Choose the files again/)
  const stranger = await openForm(new SourceVisitor(app), `from=${task}`)
  assert.deepEqual([stranger.prepared, stranger.kept], ['', ''])
  assert.match(stranger.text, /Choose the files again/)
  // A second failure adds its own sticker to the kept files.
  const next = await fail({
    prepared: form.prepared,
    kept_stickers: form.kept,
    'stickers[]': await sticker('blue'),
    layers: layersOf(0, 1),
    start: '50',
    end: '51',
  })
  const second = await openForm(visitor, `from=${next}`)
  assert.equal(second.kept.split(',').length, 2)
  await visitor.make({ prepared: second.prepared, kept_stickers: second.kept, layers: layersOf(1) })

  const bytes = (await readFile(path)).subarray(0, 300)
  const broken = await fail({ video: { bytes, name: 'broken.webm' } })
  const nothing = await openForm(visitor, `from=${broken}`)
  assert.equal(nothing.prepared, '')
  assert.match(nothing.text, /Choose the files again/)
})
