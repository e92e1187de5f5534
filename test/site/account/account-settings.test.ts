import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSession } from '#src/accounts/sessions.ts'
import { cookieOf, password, withPassword } from '../../support/account-site.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { shareSite, startSite } from '../../support/site.ts'

// One site for the tests that need no other.
const site = shareSite()

test('a token is shown once, can be used, and is revoked after confirmation', async () => {
  const { account, headers } = await signedIn(site)
  const made = await postForm(site, '/settings/tokens', { name: ' my  laptop ' }, headers)
  assert.deepEqual([made.status, made.headers.get('cache-control')], [200, 'no-store'])
  const token = /value="(gw_[\w-]{43})"/.exec(await made.text())?.[1] ?? ''
  assert.notEqual(token, '')

  const settings = await pageOf(`${site.url}/settings`, { headers })
  assert.equal(settings.headers.get('cache-control'), 'private, no-store')
  assert.match(settings.body, /my laptop/)
  assert.doesNotMatch(settings.body, new RegExp(token))
  const gif = await site.add({ visibility: 'private', ownerId: account.id })
  const withToken = { headers: { authorization: `Bearer ${token}` } }
  assert.equal((await site.fetch(`/api/gif/${gif.code}`, withToken)).status, 200)

  const path = settings.all('a', 'href').find((href) => href.endsWith('/revoke')) ?? ''
  const other = await signedIn(site)
  assert.equal((await site.fetch(path, { headers: other.headers })).status, 404)
  assert.equal((await postForm(site, path, {}, other.headers)).status, 404)
  assert.match((await pageOf(site.url + path, { headers })).text('h1'), /Revoke the token “my laptop”\?/)
  const revoked = await postForm(site, path, {}, headers)
  assert.equal(revoked.headers.get('location'), '/settings?done=revoked')
  assert.equal((await site.fetch(`/api/gif/${gif.code}`, withToken)).status, 401)
})

test('a token needs a name, and an account has fifty at most', async () => {
  const { account, headers } = await signedIn(site)
  const make = (name: string) => postForm(site, '/settings/tokens', { name }, headers)
  for (const name of ['', '   ', 'x'.repeat(101)]) assert.equal((await make(name)).status, 422)
  const again = await (await make(`<b>${'x'.repeat(100)}`)).text()
  assert.match(again, /value="&lt;b&gt;xx/)
  await site.withStores(async ({ accounts }) => {
    for (let number = 0; number < 50; number++) {
      await accounts.addToken({ accountId: account.id, name: 'x', hash: `hash ${number}`, hint: 'gw_abcd' })
    }
  })
  assert.match(await (await make('one more')).text(), /50 tokens/)
})

test('the signed-in browsers are listed and can be signed out, one or all others', async () => {
  const { account, headers } = await signedIn(site)
  const others = ['Safari on iPhone', 'Chrome on Windows', 'Edge on Windows']
  const keys = await site.withStores(({ sessions }) =>
    Promise.all(others.map(async (browser) => (await startSession(sessions, account.id, browser)).key)),
  )
  const isIn = async (key: string) =>
    (await site.fetch('/settings', { headers: { cookie: `gifwright=${key}` }, redirect: 'manual' }))
      .status === 200
  const shown = async () => {
    const page = await pageOf(`${site.url}/settings`, { headers })
    const words = page.elements('strong').map(page.wordsOf)
    const paths = page.all('form', 'action').filter((action) => action.startsWith('/settings/sessions/'))
    return { words, paths }
  }
  const { words, paths } = await shown()
  assert.deepEqual(words.toSorted(), [...others, 'Firefox on Linux This one'].toSorted())
  assert.equal(paths.length, 4)

  const stranger = await signedIn(site)
  await postForm(site, paths[0] ?? '', {}, stranger.headers)
  assert.equal((await shown()).words.length, 4)
  await postForm(site, paths[0] ?? '', {}, headers)
  assert.equal((await shown()).words.length, 3)
  await postForm(site, '/settings/sessions/end-others', {}, headers)
  assert.deepEqual((await shown()).words, ['Firefox on Linux This one'])
  for (const key of keys) assert.equal(await isIn(key), false)
})

test('changing a password requires the old one, gives this browser a new session and ends all others', async () => {
  const { account, headers } = await withPassword(site)
  const change = (current: string, next: string) =>
    postForm(site, '/settings/password', { current_password: current, new_password: next }, headers)
  const led = await site.fetch('/.well-known/change-password', { redirect: 'manual' })
  assert.equal(led.headers.get('location'), '/settings#password')
  const wrong = await change('wrong words here', 'four quite new words')
  assert.equal(wrong.status, 422)
  assert.match(await wrong.text(), /This is not your password/)
  const weak = await change(password, 'short')
  assert.match(await weak.text(), /at least 10 characters/)

  const changed = await change(password, 'four quite new words')
  assert.deepEqual([changed.status, changed.headers.get('location')], [303, '/settings?done=password'])
  assert.equal((await site.fetch('/settings', { headers, redirect: 'manual' })).status, 303)
  const cookie = cookieOf(changed) ?? ''
  assert.equal((await site.fetch('/settings', { headers: { cookie } })).status, 200)
  const { length } = await site.withStores(({ sessions }) =>
    sessions.list(account.id, { idleMs: 1e9, maxAgeMs: 1e9 }),
  )
  assert.equal(length, 1)
})

test('an account made without a password shows how to get one, and the benefits of Premium', async (t) => {
  const site = await startSite(t, { SITE_NAME: 'Frogs <3' })
  const plain = await signedIn(site)
  const premium = await signedIn(site, { email: 'bert@example.org', premium: true })
  const page = await pageOf(`${site.url}/settings`, { headers: plain.headers })
  assert.match(page.text('main'), /no password yet. Ask the operator/)
  assert.match(page.text('main'), /remove the watermark. The operator of Frogs <3 grants Premium/)
  assert.match(
    (await pageOf(`${site.url}/settings`, { headers: premium.headers })).text('main'),
    /Yes You can make GIFs without/,
  )
})

test('an API token opens no page of the account: it can create no other token, and download no data', async () => {
  const { headers } = await site.signUp('token@example.org')
  for (const path of ['/settings', '/settings/export', '/settings/remove', '/mine']) {
    assert.equal((await site.fetch(path, { headers, redirect: 'manual' })).status, 401, path)
  }
  const made = await postForm(site, '/settings/tokens', { name: 'x' }, { ...headers, origin: site.url })
  assert.equal(made.status, 401)
})
