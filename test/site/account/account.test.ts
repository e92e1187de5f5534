import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { describeBrowser } from '#src/site/account/browser-session.ts'
import { nextPath } from '#src/site/kit/requests/next-path.ts'
import { setSessionCookie } from '#src/site/kit/requests/cookies.ts'
import { cookieOf, password, withPassword } from '../../support/account-site.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm } from '../../support/signed-in.ts'
import { type TestSite, shareSite, startSite } from '../../support/site.ts'

const email = 'anna@example.org'

// One site for the tests that need no other.
const site = shareSite({}, async (made) => void (await withPassword(made, email)))

function enter(site: TestSite, path: string, values: Record<string, string> = {}, headers = {}) {
  return postForm(site, path, { email, password, ...values }, { origin: site.url, ...headers })
}

const isSignedIn = async (site: TestSite, cookie: string) =>
  (await site.fetch('/settings', { headers: { cookie }, redirect: 'manual' })).status === 200

test('signing up, in and out sets and clears a cookie that no script and no other site can use', async (t) => {
  const site = await startSite(t)
  const up = await enter(site, '/signup')
  assert.deepEqual([up.status, up.headers.get('location')], [303, '/mine'])
  assert.equal(up.headers.get('cache-control'), 'no-store')
  const [set = ''] = up.headers.getSetCookie()
  assert.match(set, /^gifwright=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
  const first = cookieOf(up) ?? ''
  assert.equal(await isSignedIn(site, first), true)

  const again = await enter(site, '/login', {}, { cookie: first })
  assert.deepEqual([again.status, again.headers.get('location')], [303, '/'])
  const second = cookieOf(again) ?? ''
  assert.notEqual(second, first)
  assert.equal(await isSignedIn(site, first), false)
  assert.equal(await isSignedIn(site, second), true)

  const out = await postForm(site, '/logout', {}, { origin: site.url, cookie: second })
  assert.deepEqual([out.status, out.headers.get('location'), cookieOf(out)], [303, '/', null])
  assert.equal(await isSignedIn(site, second), false)
})

test('the cookie is sent only over https if the site uses it', async () => {
  const server = fastify()
  await server.register(cookie)
  server.get('/', (_request, reply) => {
    setSessionCookie(reply, 'https://gifs.example.org', 'key', 60_000)
    return reply.send('')
  })
  const { headers } = await server.inject('/')
  assert.equal(
    headers['set-cookie'],
    '__Host-gifwright=key; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

test('a rejected form comes back with the typed values, never with the password', async () => {
  const wrong: [string, Record<string, string>, RegExp][] = [
    ['/login', { password: 'wrong "secret" words' }, /The e-mail address or the password is wrong/],
    ['/login', { email: 'nobody@example.org' }, /The e-mail address or the password is wrong/],
    ['/signup', {}, /There is an account with this e-mail address already/],
    ['/signup', { email: 'no address' }, /such as anna@example\.org/],
    ['/signup', { email: 'new@example.org', password: '1234567890' }, /too common/],
  ]
  for (const [path, values, words] of wrong) {
    const answer = await enter(site, path, { next: '/mine?page=2', ...values })
    const body = await answer.text()
    assert.equal(answer.status, 422, path)
    assert.deepEqual(answer.headers.getSetCookie(), [])
    assert.match(body, words)
    assert.match(body, new RegExp(`value="${values.email ?? email}"`))
    assert.match(body, /name="next" value="\/mine\?page=2"/)
    assert.doesNotMatch(body, /plum velvet|secret|1234567890/)
  }
})

test('after signing in people return to the requested page, and nowhere else', async () => {
  const asked = await site.fetch('/settings', { redirect: 'manual' })
  assert.equal(asked.headers.get('location'), '/login?next=%2Fsettings')
  assert.equal((await enter(site, '/login', { next: '/settings' })).headers.get('location'), '/settings')
  assert.equal((await enter(site, '/login', { next: '//evil.example' })).headers.get('location'), '/')
  const cookie = cookieOf(await enter(site, '/login')) ?? ''
  const led = await site.fetch('/login?next=/mine', { headers: { cookie }, redirect: 'manual' })
  assert.deepEqual([led.status, led.headers.get('location')], [303, '/mine'])
})

test('closed sign-up is announced and accepts nobody', async (t) => {
  const site = await startSite(t, { SIGN_UP: 'closed' })
  const page = await pageOf(`${site.url}/signup`)
  assert.equal(page.text('h1'), 'Sign-up is closed')
  assert.doesNotMatch(page.body, /type="password"/)
  assert.doesNotMatch((await pageOf(`${site.url}/login`)).body, /signup/)
  const answer = await enter(site, '/signup')
  assert.equal(answer.status, 403)
  assert.match(await answer.text(), /Ask the operator|operator of .* creates the accounts/)
  assert.equal(await site.withStores(({ accounts }) => accounts.byEmail(email)), undefined)
})

test('a sign-in sent by another site is refused', async () => {
  for (const origin of ['https://evil.example', 'null']) {
    const answer = await enter(site, '/login', {}, { origin })
    assert.equal(answer.status, 403)
    assert.deepEqual(answer.headers.getSetCookie(), [])
  }
})

test('guessing is stopped for the target address, and for the guessing machine', async (t) => {
  const site = await startSite(t)
  await withPassword(site)
  for (let guess = 0; guess < 10; guess++) {
    assert.equal((await enter(site, '/login', { password: `guess number ${guess}` })).status, 422)
  }
  const late = await enter(site, '/login')
  assert.equal(late.status, 429)
  assert.ok(Number(late.headers.get('retry-after')) > 50)
  assert.match(await late.text(), /please wait/)

  const limited = await startSite(t, { RATE_LIMIT: 'on', SIGN_INS_PER_MINUTE: '3' })
  const statuses: number[] = []
  for (const number of [1, 2, 3, 4]) {
    statuses.push((await enter(limited, '/login', { email: `${number}@example.org` })).status)
  }
  assert.deepEqual(statuses, [422, 422, 422, 429])
})

describe('the path to continue to', () => {
  test('is a path of this site', () => {
    for (const path of ['/', '/mine', '/mine?page=2&x=%2F', '/aB3', '/settings/remove']) {
      assert.equal(nextPath(path, '/else'), path)
    }
    assert.equal(nextPath('/a/../settings', '/else'), '/settings')
  })

  test('is never another site, a script or the sign-out page', () => {
    for (const path of [
      ...[
        '',
        'mine',
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        '\\/evil.example',
        '///evil.example',
      ],
      ...[
        '/\t/evil.example',
        '/\n/evil.example',
        ' /mine',
        '/ /evil',
        '/a\\b',
        'javascript:alert(1)',
        '/.//evil.example',
      ],
      ...[
        '/x/..//evil.example',
        '/login',
        '/login?next=/mine',
        '/logout',
        '/signup',
        `/${'a'.repeat(3000)}`,
        '/\u0000',
      ],
    ]) {
      assert.equal(nextPath(path, '/else'), '/else', JSON.stringify(path))
    }
  })
})

test('browsers are described in words', () => {
  const words: [string | undefined, string][] = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.5.0', 'curl'],
    ['<script>', 'A browser'],
    [undefined, 'A browser'],
  ]
  for (const [userAgent, said] of words) assert.equal(describeBrowser(userAgent), said)
})
