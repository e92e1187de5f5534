import assert from 'node:assert/strict'
import { before, beforeEach, test, after } from 'node:test'
import pino from 'pino'
import { describeError } from '#src/lib/log/log-lines.ts'
import { hashPassword } from '#src/accounts/passwords.ts'
import { makeToken } from '#src/accounts/tokens.ts'
import {
  claimsOf,
  client,
  startOpenIdProvider,
  TestBrowser,
  type TestOpenIdProvider,
} from '../../support/http/openid-provider.ts'
import { markupFaultsOf } from '../../support/browser/html-validity.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const settings = {
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_NAME: 'Example ID',
  OIDC_SCOPES: 'openid,email,groups',
  OIDC_PREMIUM_GROUPS: 'premium',
  OIDC_ADMIN_GROUPS: 'operators, root',
}
const password = 'plum velvet anchor'

const ends: (() => Promise<void>)[] = []
/** Cleans up when all tests of the file have ended. */
const file = { after: (end: () => Promise<void>) => void ends.push(end) }
after(async () => {
  for (const end of ends.toReversed()) await end()
})

let provider: TestOpenIdProvider
let site: TestSite
const lines: string[] = []
/** The complete log, unredacted: no secret may get this far. */
const log = pino(
  { level: 'trace', serializers: { err: describeError } },
  { write: (line: string) => void lines.push(line) },
)
const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs }

before(async () => {
  provider = await startOpenIdProvider(file)
  site = await startSite(file, { ...settings, OIDC_ISSUER: provider.issuer }, { clock, log })
  provider.register(site.url)
})

let number = 0

beforeEach(() => {
  clock.aheadMs = 0
  provider.replaceIdToken = null
  provider.fault = null
})

/** A new person, who signs in next. */
function newPerson(given: { email_verified?: boolean | string; groups?: string[]; email?: string } = {}) {
  const subject = `person-${++number}`
  const email = `${subject}@example.org`
  provider.people.set(subject, { email, email_verified: true, ...given })
  provider.subject = subject
  return { subject, email: given.email ?? email }
}

const atCallback = (url: string) => new URL(url).pathname === '/login/callback'

/** Signs in from the button to the page afterwards. */
async function signIn(browser = new TestBrowser(), next = '/mine') {
  const start = `${site.url}/login/provider?next=${encodeURIComponent(next)}`
  return { browser, ...(await browser.visit(start)) }
}

/** Goes to the provider and back, up to the answer that the browser is about to bring. */
async function answered(browser = new TestBrowser()) {
  const start = `${site.url}/login/provider?next=/mine`
  const { url } = await browser.visit(start, { stop: atCallback })
  return { browser, answer: new URL(url) }
}

const accountOf = (email: string) => site.withStores(({ accounts }) => accounts.byEmail(email))

async function addAccount(email: string, { admin = false, withPassword = true } = {}) {
  return site.withStores(async ({ accounts }) => {
    const passwordHash = withPassword ? await hashPassword(password) : null
    const account = await accounts.add({ email, premium: false, admin, passwordHash })
    const { token } = await makeToken(accounts, account.id, 'before')
    return { ...account, token }
  })
}

const tokenStatus = async (token: string) =>
  (await site.fetch('/api/find?q=x', { headers: { authorization: `Bearer ${token}` } })).status

async function assertRefused(response: Response, status: number, message: RegExp) {
  assert.equal(response.status, status)
  assert.match(await response.text(), message)
}

test('the first sign-in creates an account, the next one finds it, and each returns to the previous page', async () => {
  const { email } = newPerson()
  const first = await signIn()
  assert.deepEqual([first.response.status, first.url], [200, `${site.url}/mine`])
  const made = await accountOf(email)
  assert.deepEqual([made?.premium, made?.admin], [false, false])
  const again = await signIn(new TestBrowser(), '/settings')
  assert.equal(again.url, `${site.url}/settings`)
  assert.match(await again.response.text(), new RegExp(email))
  assert.equal((await accountOf(email))?.id, made?.id)
  assert.equal(first.browser.cookie(site.url, 'gifwright-sign-on'), undefined)
})

test('a request to the provider has PKCE, state and nonce, each unique', async () => {
  newPerson()
  const seen = new Set<string>()
  for (let times = 0; times < 2; times++) {
    const started = await new TestBrowser().request(`${site.url}/login/provider`)
    const url = new URL(started.headers.get('location') ?? '')
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const value = url.searchParams.get(name) ?? ''
      assert.match(value, /^[\w-]{43}$/)
      seen.add(value)
    }
    const [cookie = ''] = started.headers.getSetCookie()
    assert.match(cookie, /; HttpOnly/)
    assert.match(cookie, /; SameSite=Lax/)
  }
  assert.equal(seen.size, 6)
})

test('groups grant and revoke Premium and admin at each sign-in', async () => {
  const { subject, email } = newPerson({ groups: ['premium', 'root'] })
  await signIn()
  const rights = async () => {
    const account = await accountOf(email)
    return [account?.premium, account?.admin]
  }
  assert.deepEqual(await rights(), [true, true])
  provider.people.set(subject, { email, email_verified: true, groups: ['others', 'operators'] })
  await signIn()
  assert.deepEqual(await rights(), [false, true])
  provider.people.set(subject, { email, email_verified: true })
  await signIn()
  assert.deepEqual(await rights(), [false, false])
})

test('an unverified address from the provider neither creates nor opens an account', async () => {
  const account = await addAccount('victim@example.org')
  for (const email_verified of [false, 'true', undefined]) {
    const { subject } = newPerson({
      email: 'victim@example.org',
      ...(email_verified !== undefined && { email_verified }),
    })
    if (email_verified === undefined) provider.people.set(subject, { email: 'victim@example.org' })
    const { response, browser } = await signIn()
    await assertRefused(response, 403, /verified/)
    assert.equal(browser.cookie(site.url, 'gifwright'), undefined)
  }
  assert.equal(await tokenStatus(account.token), 200)
  assert.deepEqual(await site.withStores(({ accounts }) => accounts.identities(account.id)), [])
})

test('a verified address opens its account, without the password, sessions and tokens of its creator', async () => {
  const { email } = newPerson()
  const account = await addAccount(email)
  const squatter = new TestBrowser()
  assert.equal((await squatter.post(`${site.url}/login`, { email, password })).status, 303)
  const { url, response } = await signIn()
  assert.equal(url, `${site.url}/settings?done=linked-by-email`)
  assert.match(await response.text(), /no longer work/)
  assert.equal((await squatter.request(`${site.url}/settings`)).status, 303)
  assert.equal((await squatter.post(`${site.url}/login`, { email, password })).status, 422)
  assert.equal(await tokenStatus(account.token), 401)
  const later = await signIn()
  assert.equal(later.url, `${site.url}/mine`)
})

test('an account that the operator created without a password keeps its tokens when its person signs in', async () => {
  const { email } = newPerson()
  const account = await addAccount(email, { withPassword: false })
  await signIn()
  assert.equal(await tokenStatus(account.token), 200)
})

test('an admin’s account is opened by its address only if the groups grant admin', async () => {
  const { email } = newPerson()
  const account = await addAccount(email, { admin: true })
  await assertRefused((await signIn()).response, 403, /account of an operator/)
  assert.equal(await tokenStatus(account.token), 200)
  newPerson({ email, groups: ['operators'] })
  await signIn()
  assert.equal((await accountOf(email))?.admin, true)
})

test('an address reassigned by the provider does not open the account of its first owner', async () => {
  const { email } = newPerson()
  await signIn()
  newPerson({ email })
  await assertRefused((await signIn()).response, 403, /linked to another/)
})

test('the account follows a changed address, unless another account has it', async () => {
  const { subject, email } = newPerson()
  await signIn()
  const { id } = (await accountOf(email)) ?? assert.fail()
  provider.people.set(subject, { email: `new-${email}`, email_verified: true })
  await signIn()
  assert.equal((await accountOf(`new-${email}`))?.id, id)
  await addAccount(`taken-${email}`)
  provider.people.set(subject, { email: `taken-${email}`, email_verified: true })
  assert.equal((await signIn()).response.status, 200)
  assert.equal((await accountOf(`new-${email}`))?.id, id)
})

test('a blocked account stays locked out', async () => {
  const { email } = newPerson()
  await signIn()
  const { id } = (await accountOf(email)) ?? assert.fail()
  await site.withStores(({ accounts }) => accounts.setBlocked(id, true))
  const { response, browser } = await signIn()
  await assertRefused(response, 403, /blocked/)
  assert.equal(browser.cookie(site.url, 'gifwright'), undefined)
})

test('an answer for another browser, another state, or used twice signs nobody in', async () => {
  newPerson()
  const { browser, answer } = await answered()
  await assertRefused(await new TestBrowser().request(answer.href), 422, /expired/)
  const wrongState = new URL(answer)
  wrongState.searchParams.set('state', 'x'.repeat(43))
  const other = await answered()
  await assertRefused(await other.browser.request(wrongState.href), 422, /expired/)
  const cookie = browser.cookie(site.url, 'gifwright-sign-on') ?? ''
  assert.equal((await browser.request(answer.href)).status, 303)
  const replay = new TestBrowser()
  replay.setCookie(site.url, 'gifwright-sign-on', cookie)
  await assertRefused(await replay.request(answer.href), 422, /expired/)
  const changed = await answered()
  const [text = '', signature = ''] = (changed.browser.cookie(site.url, 'gifwright-sign-on') ?? '').split('.')
  const flow = { ...(JSON.parse(Buffer.from(text, 'base64url').toString()) as object), purpose: 'link' }
  const forged = Buffer.from(JSON.stringify(flow)).toString('base64url')
  changed.browser.setCookie(site.url, 'gifwright-sign-on', `${forged}.${signature}`)
  await assertRefused(await changed.browser.request(changed.answer.href), 422, /expired/)
})

test('an answer that arrives too late signs nobody in', async () => {
  newPerson()
  const { browser, answer } = await answered()
  clock.aheadMs = 16 * 60_000
  await assertRefused(await browser.request(answer.href), 422, /expired/)
})

test('a code used in another browser’s flow is refused', async () => {
  newPerson()
  const stolen = await answered()
  const mine = await answered()
  mine.answer.searchParams.set('code', stolen.answer.searchParams.get('code') ?? '')
  await assertRefused(await mine.browser.request(mine.answer.href), 422, /expired/)
})

test('an answer of a wrong or missing issuer is refused before the code is sent anywhere', async () => {
  newPerson()
  for (const iss of ['https://attacker.example', null]) {
    const { browser, answer } = await answered()
    if (iss === null) answer.searchParams.delete('iss')
    else answer.searchParams.set('iss', iss)
    provider.requests.length = 0
    await assertRefused(await browser.request(answer.href), 403, /could not be verified/)
    assert.deepEqual(provider.requests, [])
  }
})

test('an ID token with a wrong or missing key, client, expiry or nonce is refused', async () => {
  const now = Math.floor(Date.now() / 1000)
  const forgeries: [string, (token: string) => string][] = [
    ['another key', (token) => provider.sign(claimsOf(token), 'other')],
    ['no signature', (token) => provider.sign(claimsOf(token), 'none')],
    ['another client', (token) => provider.sign({ ...claimsOf(token), aud: 'another-client' })],
    ['another issuer', (token) => provider.sign({ ...claimsOf(token), iss: 'https://attacker.example' })],
    ['expired', (token) => provider.sign({ ...claimsOf(token), iat: now - 7200, exp: now - 3600 })],
    ['another nonce', (token) => provider.sign({ ...claimsOf(token), nonce: 'of-another-sign-in' })],
    [
      'changed',
      (token) => token.replace(/\.[^.]*\./, `.${Buffer.from('{"sub":"x"}').toString('base64url')}.`),
    ],
  ]
  for (const [name, forge] of forgeries) {
    const { email } = newPerson()
    provider.replaceIdToken = forge
    const { response } = await signIn()
    assert.equal(response.status, 403, name)
    assert.match(await response.text(), /could not be verified/, name)
    assert.equal(await accountOf(email), undefined, name)
  }
  newPerson()
  provider.replaceIdToken = (token) => provider.sign(claimsOf(token))
  assert.equal((await signIn()).response.status, 200, 'the same token, signed by the provider’s key')
})

test('no address of another site is opened after signing in', async () => {
  newPerson()
  for (const next of [
    'https://attacker.example/',
    '//attacker.example',
    '/\\attacker.example',
    '/login/provider',
  ]) {
    const { url } = await signIn(new TestBrowser(), next)
    assert.equal(url, `${site.url}/`, next)
  }
})

test('canceling at the provider returns to the sign-in page with a message', async () => {
  provider.subject = null
  const { response } = await signIn()
  await assertRefused(response, 422, /Signing in with Example ID was canceled/)
})

test('signing out ends the session here first, then leads to the provider and back', async () => {
  newPerson()
  const { browser } = await signIn()
  const out = await browser.post(`${site.url}/logout`, {})
  assert.equal(out.status, 200)
  assert.equal(browser.cookie(site.url, 'gifwright'), undefined)
  const page = await out.text()
  assert.deepEqual(await markupFaultsOf(page), [])
  const target = /content="0; url=([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? assert.fail(page)
  const asked = await browser.request(target)
  assert.equal(asked.status, 200)
  const xsrf = /name="xsrf" value="([^"]*)"/.exec(await asked.text())?.[1] ?? ''
  const confirmed = await browser.post(`${provider.issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
  assert.equal(confirmed.headers.get('location'), `${site.url}/`)
  provider.subject = null
  await assertRefused((await signIn(browser)).response, 422, /canceled/)
})

test('people who signed in at the provider confirm there, as the same person, before a token is created', async () => {
  const { subject } = newPerson()
  const { browser } = await signIn()
  const create = () => browser.post(`${site.url}/settings/tokens`, { name: 'a script' })
  clock.aheadMs = 11 * 60_000
  const refused = await create()
  await assertRefused(refused, 422, /login\/confirm\?next=%2Fsettings/)
  const confirm = `${site.url}/login/confirm?next=/settings`
  // The provider’s clock did not move with ours, so its current claims are that old.
  await assertRefused((await browser.visit(confirm)).response, 403, /didn’t confirm/)
  clock.aheadMs = 0
  newPerson()
  browser.forgetCookies(provider.issuer)
  await assertRefused((await browser.visit(confirm)).response, 403, /someone else/)
  browser.forgetCookies(provider.issuer)
  provider.subject = subject
  const { url } = await browser.visit(confirm)
  assert.equal(url, `${site.url}/settings`)
  assert.equal((await create()).status, 200)
})

test('an account is linked in the settings after its password, in the same session, and unlinked again', async () => {
  const email = 'linker@example.org'
  const account = await addAccount(email)
  const { subject } = newPerson()
  const browser = new TestBrowser()
  await browser.post(`${site.url}/login`, { email, password })
  clock.aheadMs = 11 * 60_000
  await assertRefused(await browser.post(`${site.url}/settings/sign-on/link`, {}), 422, /Enter your password/)
  clock.aheadMs = 0
  const toProvider = await (await browser.post(`${site.url}/settings/sign-on/link`, {})).text()
  const target =
    /content="0; url=([^"]*)"/.exec(toProvider)?.[1]?.replaceAll('&amp;', '&') ?? assert.fail(toProvider)
  const { url } = await browser.visit(target)
  assert.equal(url, `${site.url}/settings?done=linked`)
  const linked = await site.withStores(({ accounts }) => accounts.identities(account.id))
  assert.deepEqual(
    linked.map((identity) => [identity.issuer, identity.subject]),
    [[provider.issuer, subject]],
  )
  assert.equal(await tokenStatus(account.token), 200, 'its tokens stay')
  const unlinked = await browser.post(`${site.url}/settings/sign-on/unlink`, { issuer: provider.issuer })
  assert.equal(unlinked.status, 303)
  assert.deepEqual(await site.withStores(({ accounts }) => accounts.identities(account.id)), [])
  newPerson()
  const alone = await signIn()
  const kept = await alone.browser.post(`${site.url}/settings/sign-on/unlink`, { issuer: provider.issuer })
  await assertRefused(kept, 403, /nobody could sign in/)
})

test('another site cannot start linking an account', async () => {
  newPerson()
  const { browser } = await signIn()
  const response = await browser.request(`${site.url}/settings/sign-on/link`, {
    method: 'POST',
    body: new URLSearchParams(),
    headers: { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' },
  })
  await assertRefused(response, 403, /another site/)
})

test('operators see the provider identity of an account, and unlink it', async () => {
  const { email, subject } = newPerson()
  const person = await signIn()
  const { id } = (await accountOf(email)) ?? assert.fail()
  newPerson({ groups: ['operators'] })
  const { browser } = await signIn()
  const page = await (await browser.request(`${site.url}/admin/accounts/${id}`)).text()
  assert.match(page, new RegExp(`${subject}.*${new URL(provider.issuer).host}`))
  await browser.post(`${site.url}/admin/accounts/${id}/unlink`, { issuer: provider.issuer })
  assert.deepEqual(await site.withStores(({ accounts }) => accounts.identities(id)), [])
  assert.equal((await person.browser.request(`${site.url}/settings`)).status, 303)
})

test('a fault of the provider while redeeming the code is reported on the sign-in page', async () => {
  newPerson()
  const { browser, answer } = await answered()
  provider.fault = (response) => response.writeHead(502).end('bad gateway')
  await assertRefused(await browser.request(answer.href), 503, /can’t be reached/)
  const next = await answerWithFault((response) => response.writeHead(200).end('x'.repeat(2 ** 20 + 1)))
  await assertRefused(next, 503, /can’t be reached/)
})

async function answerWithFault(fault: NonNullable<TestOpenIdProvider['fault']>): Promise<Response> {
  provider.fault = null
  const { browser, answer } = await answered()
  provider.fault = fault
  return browser.request(answer.href)
}

test('no log line contains a code, a state, a token, an address or the secret of the client', async () => {
  const secrets = [client.secret]
  const { email } = newPerson()
  const forgeries: ((token: string) => string)[] = [
    (token) => token,
    (token) => provider.sign(claimsOf(token), 'other'),
    (token) => provider.sign({ ...claimsOf(token), email, aud: 'another-client' }),
  ]
  secrets.push(email)
  for (const replace of forgeries) {
    provider.replaceIdToken = (token) => {
      const sent = replace(token)
      // The header is the same in every token.
      secrets.push(...sent.split('.').slice(1))
      return sent
    }
    const { browser, answer } = await answered()
    secrets.push(answer.searchParams.get('code') ?? '', answer.searchParams.get('state') ?? '')
    secrets.push(browser.cookie(site.url, 'gifwright-sign-on') ?? '')
    await browser.request(answer.href)
    // Refused by the provider, since its code was used.
    const again = await answered()
    again.answer.searchParams.set('code', answer.searchParams.get('code') ?? '')
    await again.browser.request(again.answer.href)
  }
  const text = lines.join('')
  assert.match(text, /login\/callback/)
  assert.match(text, /was refused/)
  for (const secret of secrets.filter((one) => one !== '')) assert.equal(text.includes(secret), false, secret)
})
