import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../support/app.ts'
import { pageOf } from '../../support/browser/page.ts'
import { startOrigin, video } from '../../support/http/origin-server.ts'
import { ensureFixtures } from '../../support/media/fixtures.ts'
import { SourceVisitor } from '../../support/prepared-sources.ts'
import { shareInFile } from '../../support/shared.ts'

const shared = shareInFile((t) => startApp(t, { WORKER_CONCURRENCY: '1', PREVIEW_SECONDS: '1' }))

test('a link is fetched once: its preview is shown, and GIFs are made from the kept source', async (t) => {
  const fixtures = await ensureFixtures()
  const origin = await startOrigin(t, { '/clip.mp4': video(await readFile(join(fixtures, 'h264.mp4'))) })
  const app = await startApp(t, { WORKER_CONCURRENCY: '1', SOURCE_ALLOWED_HOSTS: origin.pair })
  const visitor = new SourceVisitor(app)
  const url = origin.url('/clip.mp4').href
  const source = await visitor.prepared({ url })
  assert.equal(source.error, null)
  assert.ok(source.preview !== null && source.kind === 'link')
  assert.equal(source.preview.type, 'mp4')
  assert.equal(source.preview.shownSeconds, source.preview.seconds)

  const whole = await visitor.fetch(source.preview.url)
  assert.equal(whole.headers.get('content-type'), 'video/mp4')
  assert.equal(whole.headers.get('cache-control'), 'private, no-store')
  assert.equal(whole.headers.get('x-content-type-options'), 'nosniff')
  const bytes = Buffer.from(await whole.arrayBuffer())
  const part = await visitor.fetch(source.preview.url, { headers: { range: 'bytes=4-11' } })
  assert.equal(part.status, 206)
  assert.equal(part.headers.get('content-range'), `bytes 4-11/${bytes.length}`)
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(4, 12))
  const past = await visitor.fetch(source.preview.url, { headers: { range: `bytes=${bytes.length}-` } })
  assert.equal(past.status, 416)

  const first = await visitor.make({ source: 'url', url, prepared: source.id })
  const second = await visitor.make({ source: 'url', url, prepared: source.id, end: '0.8' })
  assert.equal(origin.requests.length, 1)
  const { gifs } = await visitor.state(source.id)
  assert.deepEqual(
    gifs.map(({ code }) => code),
    [first.code, second.code],
  )
  assert.ok(gifs.every(({ bytes: size }) => size > 0))

  // A link whose source is gone is fetched again.
  assert.equal((await visitor.post(`/create/sources/${source.id}/discard`)).status, 204)
  await visitor.make({ source: 'url', url, prepared: source.id })
  assert.equal(origin.requests.length, 2)
})

test('a file that browsers do not play is sent once, shown small, and longer on request', async () => {
  const app = shared()
  const visitor = new SourceVisitor(app)
  const file = { path: join(await ensureFixtures(), 'numbered-25.avi') }
  const source = await visitor.prepared({ file })
  assert.ok(source.preview !== null && source.kind === 'upload')
  assert.equal(source.preview.type, 'mp4')
  assert.ok(source.preview.seconds > 1)
  assert.equal(source.preview.shownSeconds, 1)

  const more = await visitor.post(`/create/sources/${source.id}/more`)
  assert.equal(more.status, 202)
  const longer = await visitor.settled(source.id)
  assert.equal(longer.preview?.shownSeconds, longer.preview?.seconds)
  // A viewer of the first one may continue.
  assert.equal((await visitor.fetch(source.preview.url)).status, 200)

  const { code } = await visitor.make({ prepared: source.id, speed: '2', crop: '0,0,64,32' })
  const page = await pageOf(`${app.url}/create?edit=${code}`)
  assert.match(page.body, /no longer stored/, 'another browser sees an empty form')
  const own = await (await visitor.fetch(`/create?edit=${code}`)).text()
  assert.match(own, new RegExp(`name="prepared" value="${source.id}"`))
  for (const [name, value] of [
    ['speed', '2'],
    ['crop', '0,0,64,32'],
  ])
    assert.ok(
      tagsOf(own, name ?? '').some((tag) => tag.includes(`value="${value}"`)),
      name,
    )
})

test('an upload is kept for its maker: edited, made again, and all but one deleted', async () => {
  const app = shared()
  const visitor = new SourceVisitor(app)
  const path = join(await ensureFixtures(), 'numbered-30.webm')
  const first = await visitor.make({ video: { path } })
  const form = await (await visitor.fetch(`/create?edit=${first.code}`)).text()
  const id = /name="prepared" value="(\w{22})"/.exec(form)?.[1] ?? ''
  assert.notEqual(id, '')
  assert.doesNotMatch(form, /Choose the files again/)
  const second = await visitor.make({ prepared: id, end: '0.25' })

  const made = await (
    await visitor.fetch(`/create/${second.id}`, { headers: { accept: 'text/html' } })
  ).text()
  assert.match(made, new RegExp(`href="/create\\?edit=${first.code}"`))
  const gifPage = await visitor.fetch(`/${second.code}`, { headers: { accept: 'text/html' } })
  assert.match(await gifPage.text(), /Edit and make again/)
  const strangers = await pageOf(`${app.url}/${second.code}`)
  assert.doesNotMatch(strangers.body, /Edit and make again/)

  const question = await visitor.fetch(`/create/sources/${id}/keep?code=${second.code}`)
  assert.match(await question.text(), /Delete 1 other version/)
  const kept = await visitor.post(`/create/sources/${id}/keep`, { code: second.code })
  assert.equal(kept.status, 200)
  assert.equal((await app.fetch(`/${first.code}`)).status, 404)
  assert.equal((await app.fetch(`/${second.code}`)).status, 200)
  assert.deepEqual(
    (await visitor.state(id)).gifs.map(({ code }) => code),
    [second.code],
  )
})

test('the pictures of a GIF are kept in their order', async () => {
  const app = shared()
  const visitor = new SourceVisitor(app)
  const folder = join(await ensureFixtures(), 'pictures')
  const picture = await readFile(join(folder, 'plain.png'))
  const body = new FormData()
  for (const [name, value] of Object.entries({
    source: 'pictures',
    category: '1',
    title: 'Two',
    width: '40',
    height: '30',
    delay: '200',
    tags: '',
  }))
    body.append(name, value)
  for (const name of ['a.png', 'b.png']) body.append('pictures[]', new Blob([new Uint8Array(picture)]), name)
  const sent = await visitor.fetch('/create', { method: 'POST', body })
  const { id: task } = (await sent.json()) as { id: string }
  const { result } = await app.ended(task)
  const form = await (await visitor.fetch(`/create?edit=${result.code}`)).text()
  const id = /name="prepared" value="(\w{22})"/.exec(form)?.[1] ?? ''
  const { pictures, kind } = await visitor.state(id)
  assert.equal(kind, 'pictures')
  assert.equal(pictures.length, 2)
  const shown = await visitor.fetch(pictures[1]?.url ?? '')
  assert.equal(shown.headers.get('content-type'), 'image/png')
  assert.deepEqual(Buffer.from(await shown.arrayBuffer()), picture)
  assert.equal((await visitor.fetch(`/create/sources/${id}/pictures/3`)).status, 404)
  await visitor.make({ source: 'pictures', prepared: id, delay: '100' })
})

/** The tags of a page that have a field of this name. */
function tagsOf(page: string, name: string): string[] {
  return (page.match(/<input[^>]*>/g) ?? []).filter((tag) => tag.includes(`name="${name}"`))
}
