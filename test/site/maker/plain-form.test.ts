import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type TestApp, startApp } from '../../support/app.ts'
import { pageOf } from '../../support/browser/page.ts'
import { answer, startOrigin } from '../../support/http/origin-server.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { whyNoHeic, writeHeic } from '../../support/media/heic.ts'
import { shareInFile } from '../../support/shared.ts'
import { signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import { finishTask } from '../../support/visitor-gifs.ts'

const plain = { source: 'video', category: '1', start: '0', end: '0.5', title: 'One half' }

/**
 * The data that a browser without script sends: every field, the chosen files and an empty part for each missing one.
 */
async function formOf(
  values: Record<string, string>,
  files: Record<string, string[]> = {},
): Promise<FormData> {
  const form = new FormData()
  const all = { tags: '', url: '', width: '480', height: '360', delay: '200', ...plain, ...values }
  for (const [name, value] of Object.entries(all)) form.append(name, value)
  for (const name of ['video', 'pictures[]']) {
    for (const path of files[name] ?? []) {
      form.append(
        name,
        new Blob([new Uint8Array(await readFile(path))]),
        path.slice(path.lastIndexOf('/') + 1),
      )
    }
  }
  return form
}

function post(app: TestApp, body: FormData, headers: Record<string, string> = {}): Promise<Response> {
  return app.fetch('/create', {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: app.url, ...headers },
  })
}

const jsonWanted = { accept: 'application/json' }

/** One instance without workers, and one that makes the requested GIFs. */
const shared = shareInFile(async (t) => {
  const clip = await readFile(join(await ensureFixtures(), 'h264.mp4'))
  const origin = await startOrigin(t, { '/clip.mp4': answer(clip, { 'content-type': 'video/mp4' }) })
  return {
    site: await startSite(t),
    app: await startApp(t, { WORKER_CONCURRENCY: '1', SOURCE_ALLOWED_HOSTS: origin.pair }),
    link: origin.url('/clip.mp4').href,
  }
})

test('a video sent by the plain form becomes a GIF, whose page reloads itself until then', async () => {
  const { site } = shared()
  const video = join(await ensureFixtures(), 'numbered-30.webm')
  const sent = await post(site, await formOf({ tags: ' #Frog #pond,  slow Motion,frog' }, { video: [video] }))
  assert.equal(sent.status, 303)
  const path = sent.headers.get('location') ?? ''
  const waiting = await pageOf(site.url + path)
  assert.match(waiting.body, /<noscript><meta http-equiv="refresh"/)
  assert.equal(waiting.text('h1'), 'Making your GIF')
  assert.match(waiting.text('h2'), /You're next/)

  const { tags } = await finishTask(site)
  assert.deepEqual(tags, ['frog', 'pond', 'slow motion'])
  const done = await pageOf(site.url + path)
  assert.equal(done.text('h1'), 'One half')
  assert.doesNotMatch(done.body, /http-equiv="refresh"/)
})

test('start and end may be typed as 0:01 and 1,5; the service for programs stays strict', async () => {
  const { site } = shared()
  const video = join(await ensureFixtures(), 'numbered-30.webm')
  const sent = await post(
    site,
    await formOf({ start: '0:00.5', end: '1,25' }, { video: [video] }),
    jsonWanted,
  )
  assert.equal(sent.status, 200)
  const { id } = (await sent.json()) as { id: string }
  await site.withStores(async ({ tasks }) => {
    const request = (await tasks.submissions.read(id))?.request
    assert.ok(request?.kind === 'video')
    assert.deepEqual([request.startSeconds, request.endSeconds], [0.5, 1.25])
  })
  const strict = await formOf({ start: '0:00.5', end: '1,25' }, { video: [video] })
  const answer = await site.fetch('/api/create-gif/source/video', { method: 'POST', body: strict })
  assert.equal(answer.status, 422)
})

test('an address sent by the plain form is fetched, and its GIF is named after the page or by the person', async () => {
  const { app, link } = shared()
  const sent = await post(app, await formOf({ source: 'url', title: 'Fetched', url: link }))
  assert.equal(sent.status, 303)
  const path = sent.headers.get('location') ?? ''
  assert.equal((await app.ended(path.split('/').at(-1) ?? '')).status, 'done')
  assert.equal((await pageOf(app.url + path)).text('h1'), 'Fetched')
})

test('pictures sent by the plain form become the frames of a GIF', async () => {
  const { app } = shared()
  const folder = join(await ensureFixtures(), 'pictures')
  const files = { 'pictures[]': [join(folder, 'plain.png'), join(folder, 'plain.jpg')] }
  const values = { source: 'pictures', title: 'Two', width: '64', height: '48', resize: '1', delay: '300' }
  const sent = await post(app, await formOf(values, files), jsonWanted)
  assert.equal(sent.status, 200)
  const { id } = (await sent.json()) as { id: string }
  const { result } = await app.ended(id)
  const { body } = await app.json(`/api/gif/${result.code}`)
  const [gif] = body.result
  assert.deepEqual([gif?.width, gif?.height, gif?.duration], ['64', '48', 0.6])
})

test('the plain form and the API accept pictures in TIFF and HEIC, and name damaged ones', async () => {
  const { app } = shared()
  const pictures = join(await ensureFixtures(), 'pictures')
  const paths = [join(pictures, 'picture.tiff'), join(pictures, 'plain.png')]
  if ((await whyNoHeic()) === null) {
    paths.push(join(app.folder, 'phone.heic'))
    await writeHeic(join(pictures, 'plain.png'), paths.at(-1) ?? '')
  }
  const values = { source: 'pictures', title: 'Phone', width: '64', height: '48', resize: '1', delay: '300' }
  const sent = await post(app, await formOf(values, { 'pictures[]': paths }), jsonWanted)
  const { id } = (await sent.json()) as { id: string }
  const { result } = await app.ended(id)
  const { body } = await app.json(`/api/gif/${result.code}`)
  assert.equal(body.result[0]?.duration, (paths.length * 300) / 1000)

  const dataUrl = (bytes: Buffer) => `data:application/octet-stream;base64,${bytes.toString('base64')}`
  const files = await Promise.all(paths.map((path) => readFile(path)))
  const request = { category: '1', title: 'Phone', width: '64', height: '48', resize: '1' }
  const create = (bytes: Buffer[]) =>
    app.post('/api/create-gif/source/pictures', { ...request, pictures: bytes.map(dataUrl) })
  assert.equal((await app.ended((await create(files)).body.id)).status, 'done')
  const cut = await create([files[1]!, files[0]!.subarray(0, 60)])
  const { status, error } = await app.ended(cut.body.id)
  assert.deepEqual([status, error.field], ['error', 'pictures[]'])
  assert.equal(error.message, 'Picture 2 is damaged and could not be decoded.')
  const words = await create([files[1]!, Buffer.from('no picture at all')])
  assert.equal(words.status, 415)
  assert.match(words.body.error.message, /^Picture 2 must be one of these: PNG, .*HEIC, TIFF or BMP\.$/)
})

test('an error leads back to the form with the typed values, and is next to its field', async () => {
  const { site } = shared()
  const cases = [
    { values: { title: 'x'.repeat(201) }, field: 'title', words: /Title/ },
    { values: { end: '0' }, field: 'end', words: /End must be greater than start/ },
    { values: { start: '' }, field: 'start', words: /where the clip starts/ },
    { values: { start: '0:61' }, field: 'start', words: /./ },
    { values: { start: '1:05', end: '1,5' }, field: 'end', words: /End must be greater than start/ },
    { values: { source: 'url', url: 'file:///etc/passwd' }, field: 'url', words: /./ },
    { values: { source: 'pictures', height: '5' }, field: 'height', words: /from 16 to 1280/ },
    { values: { tags: 'x'.repeat(60) }, field: 'tags', words: /50 characters/ },
    { values: { category: '999' }, field: 'category', words: /category/ },
  ]
  const video = join(await ensureFixtures(), 'h264.mp4')
  for (const { values, field, words } of cases) {
    const typed = { tags: 'kept, too', rating: 'pg-13', ...values }
    const response = await post(site, await formOf(typed, { video: [video] }))
    assert.equal(response.status, 422, field)
    const page = await response.text()
    const input = new RegExp(`<[^>]*id="field-${field}"[^>]*>`).exec(page)?.[0] ?? ''
    assert.match(input, /aria-invalid="true"/, field)
    const error = new RegExp(`id="field-${field}-error"[^>]*>([^<]*)<`).exec(page)?.[1] ?? ''
    assert.match(error, words, field)
    assert.doesNotMatch(error, /`/)
    assert.match(page, /<option value="pg-13"\s+selected/)
    if (field !== 'tags') assert.match(page, /value="kept, too"/)
  }
})

test('a form without its file reports which one is missing', async () => {
  const { site } = shared()
  const noVideo = await (await post(site, await formOf({}))).text()
  assert.match(noVideo, /Choose a video file\./)
  const noPictures = await (await post(site, await formOf({ source: 'pictures' }))).text()
  assert.match(noPictures, /Choose at least two pictures\./)
  const one = { 'pictures[]': [join(await ensureFixtures(), 'pictures', 'plain.png')] }
  const onePicture = await post(site, await formOf({ source: 'pictures', resize: '1' }, one))
  assert.equal(onePicture.status, 422)
  assert.match(await onePicture.text(), /id="field-pictures-error">Choose at least two pictures\./)
  const words = join(await ensureFixtures(), 'pictures', 'words.txt')
  const response = await post(site, await formOf({}, { video: [words] }), jsonWanted)
  assert.equal(response.status, 415)
  const { error } = (await response.json()) as { error: { field: string } }
  assert.equal(error.field, 'video')
})

test('a picture over the limit of one is refused though a video may be as large', async (t) => {
  const site = await startSite(t, { MAX_PICTURE_MB: '1' })
  const form = await formOf({ source: 'pictures' })
  for (const name of ['small.png', 'large.png']) {
    const bytes = await readFile(join(await ensureFixtures(), 'pictures', 'plain.png'))
    const more = name === 'large.png' ? 2 ** 20 : 0
    form.append('pictures[]', new Blob([new Uint8Array(bytes), new Uint8Array(more)]), name)
  }
  const response = await post(site, form, jsonWanted)
  assert.equal(response.status, 413)
  assert.match(await response.text(), /large\.png is larger than .*; make it smaller/)
})

test('only a page of this site may send the form', async () => {
  const { site } = shared()
  const body = await formOf({ source: 'url', url: 'https://example.org/a.mp4' })
  assert.equal((await post(site, body, { origin: 'https://evil.example' })).status, 403)
})

test('the task page shows a private GIF only to its owner', async (t) => {
  const site = await startSite(t)
  const { headers } = await signedIn(site)
  const video = join(await ensureFixtures(), 'h264.mp4')
  const refused = await post(site, await formOf({ visibility: 'private' }, { video: [video] }))
  assert.match(await refused.text(), /Sign in to keep a GIF private/)
  const sent = await post(site, await formOf({ visibility: 'private' }, { video: [video] }), headers)
  const path = sent.headers.get('location') ?? ''
  assert.equal(sent.status, 303)

  await finishTask(site)
  const own = await pageOf(site.url + path, { headers })
  assert.equal(own.text('h1'), 'One half')
  assert.match(own.body, /signature=/)
  const foreign = await pageOf(site.url + path)
  assert.equal(foreign.text('h1'), 'The GIF was made')
  assert.doesNotMatch(foreign.body, /One half|signature=/)

  // Its request fills the form again for its owner only.
  const again = `${site.url}/create?from=${path.split('/').at(-1)}`
  assert.match((await pageOf(again, { headers })).body, /value="One half"/)
  assert.doesNotMatch((await pageOf(again)).body, /value="One half"/)
})

test('a failed task suggests what to change, and the form for that is filled in', async () => {
  const { app } = shared()
  const video = join(await ensureFixtures(), 'h264.mp4')
  const late = { start: '60', end: '62', tags: 'one, two', title: 'Too late' }
  const sent = await post(app, await formOf(late, { video: [video] }))
  const path = sent.headers.get('location') ?? ''
  assert.equal((await app.ended(path.split('/').at(-1) ?? '')).status, 'error')
  const failed = await pageOf(app.url + path)
  assert.match(failed.body, /the start must be before that/)
  const again = failed.all('a', 'href').find((address) => address.includes('?from='))
  const form = await pageOf(app.url + again)
  const said = form.elements('p').find(({ attribs }) => attribs.role === 'alert')
  assert.match(said === undefined ? '' : form.wordsOf(said), /the start must be before that/)
  assert.match(form.body, /Choose the files again/)
  const valueOf = (name: string) =>
    form.elements('input').find(({ attribs }) => attribs.name === name)?.attribs.value
  assert.deepEqual(
    [valueOf('title'), valueOf('tags'), valueOf('start'), valueOf('end')],
    [...['Too late', 'one, two', '60', '62']],
  )
})

test('an unknown task shows a page that reports it', async () => {
  const { site } = shared()
  assert.equal((await pageOf(`${site.url}/create/nothing`)).status, 404)
  assert.equal((await pageOf(`${site.url}/create?from=nothing`)).status, 200)
})

test('options not allowed for the account are offered with the way to get them, allowed ones are enabled', async () => {
  const { site } = shared()
  const boxes = async (headers: Record<string, string>) => {
    const page = await pageOf(`${site.url}/create`, { headers })
    const inputs = page.elements('input').filter(({ attribs }) => attribs.type === 'checkbox')
    return Object.fromEntries(inputs.map(({ attribs }) => [attribs.name, attribs.disabled === undefined]))
  }
  assert.equal((await boxes({})).watermark_type, false)
  assert.equal(
    (await boxes((await signedIn(site, { email: 'poor@example.org' })).headers)).watermark_type,
    false,
  )
  const rich = await signedIn(site, { email: 'rich@example.org', premium: true })
  assert.equal((await boxes(rich.headers)).watermark_type, true)
  const visitor = await pageOf(`${site.url}/create`)
  assert.ok(!visitor.all('input', 'name').includes('visibility'))
  assert.match(visitor.text('main'), /to keep a GIF private/)
})

test('when making GIFs requires an account, a visitor is led to one and the upload is refused', async (t) => {
  const site = await startSite(t, { CREATION: 'accounts' })
  const page = await pageOf(`${site.url}/create`)
  assert.equal(page.count('form'), 2, 'only the search and the language')
  const links = page.all('a', 'href')
  assert.ok(links.includes('/login?next=%2Fcreate') && links.includes('/signup?next=%2Fcreate'))
  const body = await formOf({ source: 'url', url: 'https://example.org/a.mp4' })
  assert.equal((await post(site, body, jsonWanted)).status, 401)
  const { headers } = await signedIn(site)
  assert.match((await pageOf(`${site.url}/create`, { headers })).body, /data-maker/)
})
