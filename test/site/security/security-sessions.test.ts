import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pino from 'pino'
import { hashPassword } from '#src/accounts/passwords.ts'
import { makeToken } from '#src/accounts/tokens.ts'
import { createApp } from '#src/app/service.ts'
import { openStores } from '#src/app/stores.ts'
import { cookieOf, password, withPassword } from '../../support/account-site.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import { testConfig } from '../../support/instance.ts'

test('signing in never reuses a session that somebody planted', async (t) => {
  const site = await startSite(t)
  const eve = await signedIn(site, { email: 'eve@example.org' })
  await withPassword(site)
  for (const planted of ['gifwright=planted', eve.headers.cookie]) {
    const values = { email: 'anna@example.org', password }
    const answer = await postForm(site, '/login', values, { origin: site.url, cookie: planted })
    const given = cookieOf(answer) ?? ''
    assert.notEqual(given, planted)
    assert.match(await (await site.fetch('/', { headers: { cookie: given } })).text(), /anna@example\.org/)
    assert.doesNotMatch(
      await (await site.fetch('/', { headers: { cookie: planted } })).text(),
      /@example\.org/,
    )
  }
})

test('signing out or a new password ends a session; a reset, a block or a removal ends tokens too', async (t) => {
  const site = await startSite(t)
  const root = await signedIn(site, { email: 'root@example.org', admin: true })
  const is = async (cookie: string) =>
    (await site.fetch('/settings', { headers: { cookie }, redirect: 'manual' })).status === 200
  const ends = {
    'signing out': (cookie: string) => postForm(site, '/logout', {}, { origin: site.url, cookie }),
    'a new password': (cookie: string) =>
      postForm(
        site,
        '/settings/password',
        { current_password: password, new_password: 'a new velvet anchor' },
        { origin: site.url, cookie },
      ),
    'a password of the operator': (_cookie: string, id: number) =>
      postForm(site, `/admin/accounts/${id}/password`, {}, root.headers),
    'a block': (_cookie: string, id: number) =>
      postForm(site, `/admin/accounts/${id}/block`, { blocked: '1' }, root.headers),
    'its removal': (_cookie: string, id: number) =>
      postForm(site, `/admin/accounts/${id}/remove`, { publicGifs: 'keep' }, root.headers),
    leaving: (cookie: string) =>
      postForm(
        site,
        '/settings/remove',
        { current_password: password, public_gifs: 'keep' },
        { origin: site.url, cookie },
      ),
  }
  for (const [index, [words, end]] of Object.entries(ends).entries()) {
    const { account, headers } = await withPassword(site, `anna${index}@example.org`)
    const token = await site.withStores(
      async ({ accounts }) => (await makeToken(accounts, account.id, 'x')).token,
    )
    const asked = { headers: { authorization: `Bearer ${token}` } }
    assert.equal(await is(headers.cookie), true)
    assert.ok((await end(headers.cookie, account.id)).status < 400, words)
    assert.equal(await is(headers.cookie), false, words)
    const takesToken = (await site.fetch('/api/categories', asked)).status === 200
    assert.equal(
      takesToken,
      !['a password of the operator', 'a block', 'its removal', 'leaving'].includes(words),
      words,
    )
  }
})

test('calls are counted per address, forms of the site together with those of the API', async (t) => {
  const rates = { SIGN_INS_PER_MINUTE: '4', CREATIONS_PER_MINUTE: '2', NOTICES_PER_MINUTE: '1' }
  const site = await startSite(t, { RATE_LIMIT: 'on', ...rates })
  const { headers } = await withPassword(site)
  const gif = await site.add()
  const wrong = {
    email: 'x@example.org',
    password: 'wrong',
    current_password: 'wrong',
    new_password: 'another wrong one',
  }
  const statuses = []
  for (const path of ['/login', '/signup', '/settings/password', '/settings/remove', '/login'])
    statuses.push((await postForm(site, path, { ...wrong, public_gifs: 'keep' }, headers)).status)
  assert.deepEqual(
    statuses.slice(0, 4).filter((status) => status === 429),
    [],
  )
  assert.equal(statuses[4], 429)
  await postForm(site, '/create', {}, headers)
  await site.post('/api/create-gif/source/url', {})
  const refused = await postForm(site, '/create', {}, headers)
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  const report = () => postForm(site, `/${gif.code}/report`, { reason: 'spam' }, headers)
  assert.deepEqual([(await report()).status, (await report()).status], [303, 429])
  const forged = await postForm(site, '/login', wrong, { ...headers, 'x-forwarded-for': '203.0.113.9' })
  assert.equal(forged.status, 429, 'an address that anyone can write does not count')
})

test('no log line contains a password, a token, a cookie or a person’s text', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-log-'))
  const lines: string[] = []
  const config = testConfig({
    PORT: '0',
    RATE_LIMIT: 'off',
    MIN_FREE_DISK_MB: '0',
    WORKER_CONCURRENCY: '0',
    DATA_DIR: folder,
  })
  const app = await createApp(config, {
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
  })
  t.after(async () => {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const url = await app.start()
  const stores = await openStores(config)
  const root = await stores.accounts.add({
    email: 'root@example.org',
    premium: false,
    admin: true,
    passwordHash: await hashPassword(password),
  })
  const anna = await stores.accounts.add({
    email: 'anna@example.org',
    premium: false,
    admin: false,
    passwordHash: null,
  })
  await stores.close()
  const post = (path: string, values: Record<string, string>, headers = {}) =>
    fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams(values),
      headers: { origin: url, ...headers },
      redirect: 'manual',
    })
  await post('/login', { email: 'root@example.org', password: 'a wrong secret' })
  const cookie = cookieOf(await post('/login', { email: 'root@example.org', password })) ?? ''
  const token =
    /gw_[\w-]{43}/.exec(await (await post('/settings/tokens', { name: 'laptop' }, { cookie })).text())?.[0] ??
    ''
  await fetch(`${url}/api/categories`, { headers: { authorization: `Bearer ${token}` } })
  await fetch(`${url}/api/categories`, { headers: { authorization: `Bearer ${token}x` } })
  const made = await (await post(`/admin/accounts/${anna.id}/password`, {}, { cookie })).text()
  const given = /value="([0-9A-Za-z]{20})"/.exec(made)?.[1] ?? ''
  await post(
    '/settings/password',
    { current_password: password, new_password: 'the newest velvet' },
    { cookie },
  )
  assert.ok(cookie.length > 40 && token !== '' && given !== '')
  const log = lines.join('')
  assert.match(log, /set password/)
  for (const secret of [
    password,
    'a wrong secret',
    'the newest velvet',
    token,
    given,
    cookie.replace('gifwright=', ''),
  ])
    assert.ok(!log.includes(secret))
  assert.ok(root.id > 0)
})
