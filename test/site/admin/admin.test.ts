import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fastify from 'fastify'
import pino from 'pino'
import { startSession } from '#src/accounts/sessions.ts'
import { createApp } from '#src/app/service.ts'
import { openStores } from '#src/app/stores.ts'
import { adminRoutes } from '#src/site/admin/admin-routes.ts'
import type { Site } from '#src/site/site.ts'
import { newTask } from '../../contract/stores.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { shareSite, startSite } from '../../support/site.ts'
import { failedTask } from '../../support/stores/failed-task.ts'
import { addNotice } from '../../support/stores/notices.ts'
import { testConfig } from '../../support/instance.ts'

// One site for the tests that need no other.
const site = shareSite()

/** Every address of the operator's pages, as declared by the routes. */
async function adminAddresses(): Promise<{ method: string; path: string }[]> {
  const found: { method: string; path: string }[] = []
  const server = fastify()
  // The site's own compiler supports keywords that the default one rejects; nothing is sent here.
  server.setValidatorCompiler(() => () => true)
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) found.push({ method: one, path: url })
  })
  server.register(async (scope) => adminRoutes(scope, {} as Site))
  await server.ready()
  await server.close()
  return found
}

describe('the operator’s pages', () => {
  test('admit only admin accounts, at any address, by any method', async () => {
    const gif = await site.add({ title: 'It stays' })
    const task = await failedTask(site, 'url')
    const anna = await signedIn(site)
    const other = await site.signUp('bert@example.org')
    const addresses = await adminAddresses()
    assert.ok(addresses.length > 25, `${addresses.length}`)
    const values = {
      name: 'New',
      code: 'new',
      place: '1',
      gif: gif.code,
      premium: '1',
      blocked: '1',
      publicGifs: 'remove',
    }

    for (const { method, path } of addresses) {
      const part = path.includes('/tasks/') ? task : path.includes('/accounts/') ? String(other.id) : '1'
      const address = path.replace(':id', part).replace(':code', gif.code)
      const ask = (headers: Record<string, string>) =>
        method === 'POST'
          ? postForm(site, address, values, { origin: site.url, ...headers })
          : site.fetch(address, { method, headers, redirect: 'manual' })
      const named = `${method} ${path}`
      const visitor = await ask({})
      assert.equal(visitor.status, ['GET', 'HEAD'].includes(method) ? 303 : 401, named)
      if (method === 'GET') {
        assert.equal(visitor.headers.get('location'), `/login?next=${encodeURIComponent(address)}`)
      }
      assert.equal((await ask(anna.headers)).status, 404, named)
      assert.equal((await ask(other.headers)).status, 404, named)
    }

    const { body } = await site.json('/api/categories')
    assert.ok(body.categories.every(({ code }) => code !== 'new'))
    assert.equal((await site.fetch(`/${gif.code}`)).status, 200)
    await site.withStores(async ({ accounts, tasks }) => {
      assert.deepEqual(await accounts.byId(other.id), {
        ...(await accounts.byId(other.id)),
        premium: false,
        blocked: false,
      })
      assert.equal((await tasks.submissions.read(task))?.status, 'error')
    })
  })

  test('are never cached, and not indexed by search engines', async () => {
    const { headers } = await signedIn(site, { admin: true })
    for (const { method, path } of await adminAddresses()) {
      // A download is no page.
      if (method !== 'GET' || path.includes(':') || path.endsWith('/export')) continue
      const page = await pageOf(site.url + path, { headers })
      assert.equal(page.status, 200, path)
      assert.equal(page.headers.get('cache-control'), 'private, no-store')
      assert.match(page.body, /<meta name="robots" content="noindex"/)
      assert.equal(page.count('h1'), 1)
    }
  })

  test('show at a glance what waits, runs and failed, and the totals', async (t) => {
    const site = await startSite(t)
    const { headers } = await signedIn(site, { admin: true })
    await failedTask(site, 'url')
    const gif = await site.add()
    await site.add({ hidden: true })
    await site.withStores(async ({ tasks, notices }) => {
      await tasks.submissions.add(newTask(), 1000)
      await tasks.claims.claim('test', 60_000)
      await tasks.submissions.add(newTask(), 1000)
      await tasks.submissions.add(newTask(), 1000)
      await addNotice({ notices }, { gifId: gif.id, reason: 'spam' })
    })
    const page = await pageOf(`${site.url}/admin`, { headers })
    assert.match(page.text('main'), /Reserved for uploads and GIFs in progress: 0 B/)
    const tiles = page
      .elements('a')
      .filter(({ attribs }) => attribs.class?.startsWith('tile'))
      .map((tile) => page.wordsOf(tile))
    assert.match(tiles[0] ?? '', /^Waiting 2 Oldest: (just now|\d+ seconds? ago)$/)
    assert.deepEqual(tiles.slice(1), [
      'Running 1 Right now',
      'Failed 1 In the last 24 hours: 0 service faults, 1 input error',
      'Reported GIFs 1 Waiting for you',
      'Public GIFs 1 In search',
      'Unrated GIFs 1 Count as G',
      'Hidden GIFs 1 By an operator',
      'Accounts 1 In total',
    ])
    assert.match(page.body, /[\d.]+ [KMG]B free/)
    assert.match(page.text('main'), /Used by everything on this disk [\d.]+ [KMG]B Database/)
    assert.equal(page.body.match(/tile--alert/g)?.length, 1)
    await site.withStores(async ({ tasks }) => {
      const claim = await tasks.claims.claim('test', 60_000)
      assert.ok(claim)
      await tasks.claims.fail(claim, { code: 'internal', message: 'Something went wrong on our side.' })
    })
    const alarmed = await pageOf(`${site.url}/admin`, { headers })
    assert.match(alarmed.text('main'), /Failed 2 In the last 24 hours: 1 service fault, 1 input error/)
    assert.equal(alarmed.body.match(/tile--alert/g)?.length, 2)
  })
})

test('every change by an operator is logged with its author and its content', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-log-'))
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const settings = {
    PORT: '0',
    RATE_LIMIT: 'off',
    MIN_FREE_DISK_MB: '0',
    WORKER_CONCURRENCY: '0',
    DATA_DIR: folder,
  }
  const app = await createApp(testConfig(settings), { log })
  const url = await app.start()
  t.after(async () => {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const stores = await openStores(testConfig(settings))
  const admin = await stores.accounts.add({
    email: 'a@example.org',
    premium: false,
    admin: true,
    passwordHash: null,
  })
  const { key } = await startSession(stores.sessions, admin.id, 'test')
  await stores.close()
  const post = (path: string, values: Record<string, string>) =>
    fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams(values),
      headers: { origin: url, cookie: `gifwright=${key}` },
      redirect: 'manual',
    })
  assert.equal((await post('/admin/categories', { name: 'Tea' })).status, 303)
  assert.equal((await post('/admin/categories', { name: 'Tea' })).status, 422)
  assert.equal((await post(`/admin/accounts/${admin.id}/premium`, { premium: '1' })).status, 303)
  const logged = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ action }) => action !== undefined)
    .map(({ admin, action, code, account, premium }) => ({ admin, action, code, account, premium }))
  assert.deepEqual(logged, [
    { admin: admin.id, action: 'add category', code: 'tea', account: undefined, premium: undefined },
    { admin: admin.id, action: 'set premium', code: undefined, account: admin.id, premium: true },
  ])
})

describe('the tasks', () => {
  test('are shown by status, with their source, owner and the reason of a failure', async (t) => {
    const site = await startSite(t)
    const admin = await signedIn(site, { admin: true })
    await failedTask(site, 'url')
    await site.withStores(({ tasks }) => tasks.submissions.add(newTask({ ownerId: admin.account.id }), 1000))
    const failed = await pageOf(`${site.url}/admin/tasks?status=error`, admin)
    assert.match(failed.text('main'), /1 task .*https:\/\/video\.example\/a\?<b>, 0 to 2 s A visitor/)
    assert.match(failed.text('main'), /did not answer in time\. source_unreachable at url/)
    const waiting = await pageOf(`${site.url}/admin/tasks?status=waiting`, admin)
    assert.match(waiting.text('main'), /1 task .*A video file, 0 to 2\.5 s anna@example\.org/)
    const none = await pageOf(`${site.url}/admin/tasks?status=done`, admin)
    assert.match(none.text('main'), /No tasks here/)
    assert.match(
      (await pageOf(`${site.url}/admin/tasks?status=nonsense&page=x`, admin)).text('main'),
      /2 tasks/,
    )
  })

  test('come in pages', async (t) => {
    const site = await startSite(t)
    const admin = await signedIn(site, { admin: true })
    await site.withStores(async ({ tasks }) => {
      for (let number = 0; number < 23; number++) await tasks.submissions.add(newTask(), 1000)
    })
    const first = await pageOf(`${site.url}/admin/tasks?status=waiting`, admin)
    assert.equal(first.link('next'), '/admin/tasks?status=waiting&page=2')
    const second = await pageOf(`${site.url}${first.link('next')}`, admin)
    assert.equal(second.elements('li').filter(({ attribs }) => attribs.class === 'record').length, 3)
  })

  test('that cannot be retried show why', async () => {
    const admin = await signedIn(site, { admin: true })
    const task = newTask()
    await site.withStores(({ tasks }) => tasks.submissions.add(task, 1000))
    const waits = await postForm(
      site,
      `/admin/tasks/${task.id}/retry`,
      { back: 'status=waiting' },
      admin.headers,
    )
    assert.equal(waits.status, 422)
    assert.match(await waits.text(), /did not fail, or is already queued again/)
    const gone = await postForm(site, '/admin/tasks/nothing/retry', {}, admin.headers)
    assert.equal(gone.status, 404)
  })
})
