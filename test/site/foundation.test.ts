import assert from 'node:assert/strict'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { get } from 'node:http'
import { test } from 'node:test'
import { openBrowser } from '../support/browser/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { shareSite, startSite } from '../support/site.ts'
import { freePort } from '../support/servers/free-port.ts'

// One site for the tests that need no other.
const site = shareSite()

test('a page knows the signed-in account, and no shared cache stores it', async () => {
  const { account, headers } = await signedIn(site)
  const mine = await site.fetch('/', { headers })
  assert.ok((await mine.text()).includes(account.email))
  assert.equal(mine.headers.get('cache-control'), 'private, no-cache')
  assert.match(mine.headers.get('vary') ?? '', /Cookie/)
  const foreign = await site.fetch('/', { headers: { cookie: 'gifwright=wrong' } })
  assert.doesNotMatch(await foreign.text(), /@example\.org/)
})

test('the API does not accept a cookie as an account', async () => {
  const { account, headers } = await signedIn(site)
  const gif = await site.add({ visibility: 'private', ownerId: account.id })
  assert.equal((await site.fetch(`/${gif.code}`, { headers })).status, 200)
  assert.equal((await site.fetch(`/api/gif/${gif.code}`, { headers })).status, 404)
})

test('a session ends when the account is blocked', async () => {
  const { account, headers } = await signedIn(site)
  await site.withStores(({ accounts }) => accounts.setBlocked(account.id, true))
  const page = await site.fetch('/settings', { headers, redirect: 'manual' })
  assert.equal(page.headers.get('location'), '/login?next=%2Fsettings')
})

test('people who must sign in first return to the page afterwards', async () => {
  const page = await site.fetch('/mine?page=2', { redirect: 'manual' })
  assert.equal(page.status, 303)
  assert.equal(page.headers.get('location'), '/login?next=%2Fmine%3Fpage%3D2')
  assert.equal(page.headers.get('cache-control'), 'no-store')
})

test('the password of a reverse proxy locks nobody out of the site, and is no token for the API', async () => {
  const { account, headers } = await signedIn(site)
  const proxied = { ...headers, authorization: 'Basic YTpi' }
  assert.ok((await (await site.fetch('/', { headers: proxied })).text()).includes(account.email))
  assert.equal((await site.fetch('/api/categories', { headers: proxied })).status, 401)
  assert.equal((await site.fetch('/', { headers: { authorization: 'Bearer gw_wrong' } })).status, 401)
})

test('under a path of a shared host the API description names the right address', async (t) => {
  const port = await freePort()
  await startSite(t, { PORT: String(port), SITE_URL: 'http://example.org/gifs' })
  const behind = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const document = (await (await behind('/api/openapi.json')).json()) as { servers: { url: string }[] }
  assert.deepEqual(document.servers, [{ url: '/gifs' }])
  assert.match(await (await behind('/api/docs')).text(), /data-address="\/gifs\/api\/find"/)
})

test('a form sent by another site is refused, one from this site is not', async () => {
  const anna = await signedIn(site)
  const headers = { cookie: anna.headers.cookie }
  const shows = async () => (await (await site.fetch('/', { headers })).text()).includes(anna.account.email)
  const post = (given: Record<string, string>) =>
    site.fetch('/logout', { method: 'POST', headers: { ...headers, ...given }, redirect: 'manual' })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const refused = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: site.url },
    { 'sec-fetch-site': 'same-site', origin: site.url },
    { 'sec-fetch-site': 'none' },
  ]
  for (const given of refused)
    assert.equal((await post({ ...form, ...given })).status, 403, JSON.stringify(given))
  assert.equal(await shows(), true)
  assert.equal((await post({ ...form, origin: site.url })).status, 303)
  assert.equal(await shows(), false)
})

test('pages are compressed as the browser prefers', async () => {
  const unpack: Record<string, (bytes: Buffer) => Buffer> = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    identity: (bytes) => bytes,
  }
  for (const [encoding, unpacked] of Object.entries(unpack)) {
    const { headers, bytes } = await getCompressed(site.url, encoding)
    assert.equal(headers['content-encoding'], encoding === 'identity' ? undefined : encoding)
    assert.match(headers.vary ?? '', /Accept-Encoding/)
    assert.match(unpacked(bytes).toString(), /^<!doctype html>/)
  }
})

test('an error is a page for people and JSON for scripts', async () => {
  const page = await site.fetch('/nothing-here')
  assert.equal(page.status, 404)
  assert.match(page.headers.get('content-type') ?? '', /text\/html/)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  const script = await site.fetch('/nothing/here', { headers: { accept: 'application/json' } })
  assert.equal(script.status, 404)
  assert.deepEqual(Object.keys((await script.json()) as object), ['status', 'error'])
})

test('every page refuses to be framed, and to run foreign or inline scripts', async () => {
  for (const path of ['/', '/create', '/login', '/developers', '/nothing-here']) {
    const policy = (await site.fetch(path)).headers.get('content-security-policy') ?? ''
    assert.match(policy, /frame-ancestors 'none'/, path)
    assert.match(policy, /script-src 'self'(;| 'wasm-unsafe-eval';)/, path)
    assert.doesNotMatch(policy, /'unsafe-/, path)
  }
})

test('only the maker may run WebAssembly, also when it shows an error', async () => {
  const { code } = await site.add()
  const policyOf = ({ headers }: Response) => headers.get('content-security-policy') ?? ''
  for (const path of [
    '/',
    `/${code}`,
    '/tools',
    '/login',
    '/create/unknown',
    `/embed/${code}`,
    '/picker',
    '/share-worker.js',
  ])
    assert.doesNotMatch(policyOf(await site.fetch(path)), /wasm/, path)
  assert.match(policyOf(await site.fetch('/create')), /script-src 'self' 'wasm-unsafe-eval';/)
  const refused = await site.fetch('/create', {
    method: 'POST',
    body: new FormData(),
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  assert.equal(refused.status, 422)
  assert.match(policyOf(refused), /script-src 'self' 'wasm-unsafe-eval';/)
})

/** An answer as sent on the wire. */
function getCompressed(url: string, encoding: string) {
  return new Promise<{ headers: Record<string, string | undefined>; bytes: Buffer }>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () =>
        resolve({
          headers: response.headers as Record<string, string | undefined>,
          bytes: Buffer.concat(pieces),
        }),
      )
    }).on('error', reject)
  })
}

test('an https site announces it to the browser, and accepts no form sent by plain http', async (t) => {
  const port = await freePort()
  await startSite(t, { PORT: String(port), SITE_URL: 'HTTPS://Gif.Example/' })
  const behind = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const front = await behind('/')
  assert.equal(front.headers.get('strict-transport-security'), 'max-age=31536000')
  const post = (origin: string) =>
    behind('/logout', { method: 'POST', headers: { origin }, redirect: 'manual' })
  assert.equal((await post('http://gif.example')).status, 403)
  const taken = await post('https://gif.example')
  assert.equal(taken.status, 303)
  assert.match(taken.headers.get('set-cookie') ?? '', /^__Host-gifwright=;.*Secure/)
})

test('signing out makes the browser forget the data created in it', async (t) => {
  const anna = await signedIn(site)
  const browser = await openBrowser(t)
  await anna.enter(browser)
  const page = await browser.newPage()
  await page.goto(site.url)
  await page.evaluate('localStorage.setItem("gifwright.recent", "[]")')
  await page.getByText('Account').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  assert.equal(await page.evaluate('localStorage.getItem("gifwright.recent")'), null)
})
