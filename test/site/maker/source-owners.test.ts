import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import { publishGif } from '#src/creation/publish-gif.ts'
import { sourceIdShape } from '#src/creation/sources/prepared-source.ts'
import { newGif, newTask } from '../../contract/stores.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { startOrigin, video } from '../../support/http/origin-server.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { SourceVisitor, makerValues } from '../../support/prepared-sources.ts'
import { shareInFile } from '../../support/shared.ts'
import { signedIn } from '../../support/signed-in.ts'
import { type TestSite, startSite } from '../../support/site.ts'
import { until } from '../../support/until.ts'

/** Every request for a source by its id. */
async function answersAbout(visitor: SourceVisitor, id: string): Promise<number[]> {
  const at = `/create/sources/${id}`
  const answers = [
    await visitor.fetch(at),
    await visitor.fetch(`${at}/video`),
    await visitor.fetch(`${at}/pictures/1`),
    await visitor.fetch(`${at}/keep?code=abc`),
    await visitor.post(`${at}/more`),
    await visitor.post(`${at}/keep`, { code: 'abc' }),
    await visitor.post(`${at}/discard`),
    await visitor.post('/create', { ...makerValues, prepared: id }),
  ]
  return answers.map(({ status }) => status)
}

const nothingThere = Array.from({ length: 8 }, () => 404)

const shared = shareInFile(async (t) => ({
  site: await startSite(t, { WORKER_CONCURRENCY: '1' }),
  path: join(await ensureFixtures(), 'h264.mp4'),
}))

test('the id of a source reveals nothing to another browser, account or program', async () => {
  const { site, path } = shared()
  const owner = new SourceVisitor(site)
  const { id } = await owner.prepared({ file: { path } })
  assert.match(id, sourceIdShape)
  const { code } = await owner.make({ prepared: id })
  const other = new SourceVisitor(site)
  // It has a secret of its own by then.
  await other.prepare({ file: { path } })
  const account = await signedIn(site)
  for (const attacker of [new SourceVisitor(site), other, new SourceVisitor(site, account.headers)]) {
    assert.deepEqual(await answersAbout(attacker, id), nothingThere)
    const form = await (await attacker.fetch(`/create?edit=${code}`)).text()
    assert.doesNotMatch(form, new RegExp(id))
    const page = await (await attacker.fetch(`/${code}`, { headers: { accept: 'text/html' } })).text()
    assert.doesNotMatch(page, new RegExp(`${id}|create\\?edit`))
  }
  const token = await site.token('program@example.org')
  assert.equal(
    (await site.fetch(`/create/sources/${id}`, { headers: { authorization: `Bearer ${token}` } })).status,
    404,
  )
  assert.equal((await owner.fetch(`/create/sources/${id}`)).status, 200)
})

test('the source of an account belongs to no other account, and is removed with it', async () => {
  const { site, path } = shared()
  const anna = await signedIn(site, { email: 'annie@example.org' })
  const ben = await signedIn(site, { email: 'ben@example.org' })
  const owner = new SourceVisitor(site, anna.headers)
  const { id } = await owner.prepared({ file: { path } })
  assert.deepEqual(await answersAbout(new SourceVisitor(site, ben.headers), id), nothingThere)
  const files = join(site.folder, 'media', 'prepared', id)
  assert.deepEqual(await readdir(files).then((names) => names.includes('0')), true)
  await site.withStores(async ({ accounts }) => {
    const removed = await accounts.remove(anna.account.id, 'keep')
    assert.deepEqual(removed.preparedIds, [id])
  })
})

test('GIFs that an account made in a browser are not shown there once it has signed out', async (t) => {
  const site = await startSite(t)
  const browser = new SourceVisitor(site)
  const { id } = await browser.prepare({ file: { path: join(await ensureFixtures(), 'h264.mp4') } })
  const anna = await signedIn(site)
  const ownerId = anna.account.id
  const make = (gif: Partial<NewGif>) => makeOfSource(site, id, gif)
  const secret = await make({ title: 'Secret dance', visibility: 'private', ownerId })
  const open = await make({ title: 'Open dance', ownerId })
  const visitors = await make({ title: 'Shared dance', visibility: 'unlisted' })
  assert.deepEqual(
    (await browser.state(id)).gifs.map(({ code }) => code),
    [visitors.code],
  )
  const html = { headers: { accept: 'text/html' } }
  const paths = [
    `/create?prepared=${id}`,
    `/create?edit=${secret.code}`,
    `/create?edit=${visitors.code}`,
    `/create/sources/${id}/keep?code=${visitors.code}`,
    `/${visitors.code}`,
  ]
  for (const path of paths) {
    const page = await (await browser.fetch(path, html)).text()
    assert.doesNotMatch(page, new RegExp(`Secret dance|${secret.mediaId}`), path)
  }
  const openPage = await (await browser.fetch(`/${open.code}`, html)).text()
  assert.doesNotMatch(openPage, new RegExp(`${id}|create\\?edit`))
  const editing = await (await browser.fetch(`/create?edit=${visitors.code}`, html)).text()
  assert.match(editing, /Shared dance/)
})

test('an expired source is not found', async (t) => {
  let nowMs = Date.now()
  const app = await startApp(
    t,
    { WORKER_CONCURRENCY: '1', KEEP_SOURCE_HOURS: '1' },
    { clock: { now: () => nowMs } },
  )
  const visitor = new SourceVisitor(app)
  const { id } = await visitor.prepared({ file: { path: join(await ensureFixtures(), 'h264.mp4') } })
  nowMs += 3_600_001
  assert.deepEqual(await answersAbout(visitor, id), nothingThere)
})

test('new sources evict the oldest ones of a client, by number and by bytes', async (t) => {
  const fixtures = await ensureFixtures()
  const path = join(fixtures, 'h264.mp4')
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', PREPARED_SOURCES_PER_CLIENT: '2' })
  const visitor = new SourceVisitor(app)
  const [first, second, third] = [
    await visitor.prepare({ file: { path } }),
    await visitor.prepare({ file: { path } }),
    await visitor.prepare({ file: { path } }),
  ]
  // Another browser at the same address is the same client.
  const statuses = async (...ids: string[]) =>
    Promise.all(ids.map(async (id) => (await visitor.fetch(`/create/sources/${id}`)).status))
  assert.deepEqual(await statuses(first.id, second.id, third.id), [404, 200, 200])
  assert.deepEqual(
    (await readdir(join(app.folder, 'media', 'prepared'))).toSorted(),
    [second.id, third.id].toSorted(),
  )
})

test('a link follows the rules of all links, and sources over the limit are refused', async (t) => {
  const bytes = await readFile(join(await ensureFixtures(), 'h264.mp4'))
  const origin = await startOrigin(t, {
    '/large.mp4': video(Buffer.concat([bytes, Buffer.alloc(1_100_000)])),
    '/to-private': (_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  })
  const app = await startApp(t, {
    WORKER_CONCURRENCY: '1',
    SOURCE_ALLOWED_HOSTS: origin.pair,
    PREPARED_SOURCE_MB_PER_CLIENT: '1',
  })
  const visitor = new SourceVisitor(app)
  for (const url of [
    'http://127.0.0.1:9/x.mp4',
    'http://[::1]/x',
    'file:///etc/passwd',
    'http://10.0.0.1/',
    'http://u:p@example.org/',
  ]) {
    const response = await visitor.post('/create/sources', { url })
    assert.ok([400, 422].includes(response.status), `${url}: ${response.status}`)
    const { error } = (await response.json()) as { error: { field?: string } }
    assert.equal(error.field, 'url')
  }
  const redirected = await visitor.prepared({ url: origin.url('/to-private').href })
  assert.equal(redirected.error?.code, 'source_refused')
  const large = await visitor.prepared({ url: origin.url('/large.mp4').href })
  assert.equal(large.error?.code, 'media_too_large')
  await until('its files are gone', async () => !(await hasFiles(app, large.id)))
  const upload = await visitor.post('/create/sources', {
    file: { bytes: Buffer.concat([bytes, Buffer.alloc(1_100_000)]), name: 'large.mp4' },
  })
  assert.equal(upload.status, 422)
})

test('an upload for a source is bounded, of one kind, and comes from a page of the site', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_UPLOAD_MB: '1' })
  const visitor = new SourceVisitor(app)
  const path = join(await ensureFixtures(), 'h264.mp4')
  const large = await visitor.post('/create/sources', {
    file: { bytes: Buffer.alloc(1_100_000), name: 'a.mp4' },
  })
  assert.equal(large.status, 413)
  const none = await visitor.post('/create/sources', { url: ' ' })
  assert.equal(none.status, 422)
  const both = await visitor.post('/create/sources', {
    url: 'https://example.org/a.mp4',
    file: { bytes: Buffer.from('x'), name: 'a' },
  })
  assert.equal(both.status, 422)
  const text = await visitor.post('/create/sources', {
    file: { bytes: Buffer.from('no video'), name: 'a.mp4' },
  })
  assert.match(await text.text(), /must be one of these/)
  const strange = await visitor.post(
    '/create/sources',
    { file: { path } },
    { origin: 'https://evil.example' },
  )
  assert.equal(strange.status, 403)
  assert.deepEqual(await readdir(join(app.folder, 'media', 'prepared')).catch(() => []), [])
})

test('with KEEP_SOURCE_HOURS=0 nothing is prepared or kept, and no browser is recognized', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1', KEEP_SOURCE_HOURS: '0' })
  const visitor = new SourceVisitor(app)
  const path = join(await ensureFixtures(), 'numbered-30.webm')
  assert.equal((await visitor.post('/create/sources', { file: { path } })).status, 503)
  const sent = await visitor.post('/create', { ...makerValues, video: { path } })
  assert.doesNotMatch(sent.headers.get('set-cookie') ?? '', /gifwright-browser/)
  await app.ended(((await sent.json()) as { id: string }).id)
  assert.equal(await hasFiles(app, ''), false)
})

/** A GIF of a prepared source, without files, as a worker would publish it. */
async function makeOfSource(site: TestSite, id: string, gif: Partial<NewGif>): Promise<Gif> {
  return site.withStores(async ({ tasks, unitOfWork, catalogue }) => {
    const task = newTask({ ownerId: gif.ownerId ?? null, prepared: { id, isKept: true, browser: null } })
    const { title = task.request.title, visibility = task.request.visibility } = gif
    await tasks.submissions.add({ ...task, request: { ...task.request, title, visibility } }, 100)
    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    await publishGif(unitOfWork, claim, newGif(gif))
    const made = await catalogue.gifByCode(claim.code)
    assert.ok(made)
    return made
  })
}

async function hasFiles(app: TestApp, id: string): Promise<boolean> {
  const names = await readdir(join(app.folder, 'media', 'prepared', id)).catch(() => [])
  return names.length > 0
}
