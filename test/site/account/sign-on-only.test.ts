import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '#src/accounts/passwords.ts'
import { loadConfig } from '#src/config/config.ts'
import { client, startOpenIdProvider, TestBrowser } from '../../support/http/openid-provider.ts'
import { startSite } from '../../support/site.ts'

const settings = {
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_NAME: 'Example ID',
  OIDC_SCOPES: 'openid,email',
  OIDC_ADMIN_GROUPS: 'operators',
}
const email = 'anna@example.org'
const password = 'plum velvet anchor'

test('without passwords the provider is the only way to sign in, confirm and delete the account', async (t) => {
  const provider = await startOpenIdProvider(t)
  const given = { ...settings, OIDC_ISSUER: provider.issuer, OIDC_SIGN_UP: 'closed' }
  const before = await startSite(t, given)
  await before.withStores(async ({ accounts }) =>
    accounts.add({ email, premium: false, admin: false, passwordHash: await hashPassword(password) }),
  )
  const withPassword = new TestBrowser()
  await withPassword.post(`${before.url}/login`, { email, password })
  const key = withPassword.cookie(before.url, 'gifwright') ?? assert.fail()
  await before.stop()

  const site = await startSite(t, { ...given, PASSWORD_SIGN_IN: 'off', DATA_DIR: before.folder })
  provider.register(site.url)
  const stale = new TestBrowser()
  stale.setCookie(site.url, 'gifwright', key)
  assert.equal((await stale.request(`${site.url}/settings`)).status, 303, 'a session by password has ended')
  const page = await (await stale.request(`${site.url}/login`)).text()
  assert.match(page, /Sign in with Example ID/)
  assert.doesNotMatch(page, /password/i)
  for (const path of ['/login', '/signup']) {
    assert.equal((await stale.post(site.url + path, { email: 'b@example.org', password })).status, 403, path)
  }
  assert.match(await (await stale.request(`${site.url}/signup`)).text(), /Sign-up is closed/)

  provider.people.set('bert', { email: 'bert@example.org', email_verified: true })
  provider.subject = 'bert'
  const refused = await new TestBrowser().visit(`${site.url}/login/provider`)
  assert.equal(refused.response.status, 403)
  assert.match(await refused.response.text(), /You have no account here/)

  provider.people.set('anna', { email, email_verified: true })
  provider.subject = 'anna'
  const browser = new TestBrowser()
  await browser.visit(`${site.url}/login/provider`)
  const own = await (await browser.request(`${site.url}/settings`)).text()
  assert.doesNotMatch(own, /Current password/)
  const changed = await browser.post(`${site.url}/settings/password`, {
    current_password: password,
    new_password: 'another long password',
  })
  assert.equal(changed.status, 403)
  const unlinked = await browser.post(`${site.url}/settings/sign-on/unlink`, { issuer: provider.issuer })
  assert.equal(unlinked.status, 403)

  await site.withStores(async ({ sessions, accounts, db }) => {
    const account = (await accounts.byEmail(email)) ?? assert.fail()
    const [session] = await sessions.list(account.id, { idleMs: 1e9, maxAgeMs: 1e9 })
    await sessions.confirm(session?.id ?? 0, Date.now() - 11 * 60_000)
    assert.equal(
      await db
        .selectFrom('account_identity')
        .selectAll()
        .execute()
        .then(({ length }) => length),
      1,
    )
  })
  const remove = () => browser.post(`${site.url}/settings/remove`, { public_gifs: 'keep' })
  const unconfirmed = await remove()
  assert.equal(unconfirmed.status, 422)
  assert.match(await unconfirmed.text(), /Confirm with Example ID/)
  assert.equal((await browser.visit(`${site.url}/login/confirm?next=/settings/remove`)).response.status, 200)
  assert.equal((await remove()).status, 200)
  await site.withStores(async ({ accounts, db }) => {
    assert.equal(await accounts.byEmail(email), undefined)
    assert.deepEqual(await db.selectFrom('account_identity').selectAll().execute(), [])
  })
})

test('the service starts and serves while its provider is down, reports it on the sign-in page, and retries', async (t) => {
  const provider = await startOpenIdProvider(t)
  provider.fault = (response) => response.writeHead(503).end()
  const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs }
  const site = await startSite(t, { ...settings, OIDC_ISSUER: provider.issuer }, { clock })
  provider.register(site.url)
  assert.equal((await site.fetch('/login')).status, 200)
  assert.deepEqual(provider.requests, [], 'no request is made before somebody signs in')
  for (let times = 0; times < 2; times++) {
    const { response } = await new TestBrowser().visit(`${site.url}/login/provider`)
    assert.equal(response.status, 503)
    assert.match(await response.text(), />At the moment, Example ID can’t be reached/)
  }
  assert.equal(provider.requests.length, 1, 'an outage is remembered for a moment')
  provider.fault = null
  clock.aheadMs = 6000
  const { headers } = await new TestBrowser().request(`${site.url}/login/provider`)
  assert.match(headers.get('location') ?? '', new RegExp(`^${provider.issuer}/auth\\?`))
})

test('unusable sign-on settings are reported at the start', () => {
  const mistakes = (source: Record<string, string>) => {
    try {
      loadConfig(source)
    } catch (error) {
      return String(error)
    }
    return ''
  }
  const issuer = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'gifwright' }
  assert.equal(mistakes(issuer), '')
  assert.match(mistakes({ PASSWORD_SIGN_IN: 'off' }), /PASSWORD_SIGN_IN=off needs OIDC_ISSUER/)
  assert.match(mistakes({ OIDC_ISSUER: 'https://id.example.org' }), /needs OIDC_CLIENT_ID/)
  assert.match(mistakes({ ...issuer, OIDC_SCOPES: 'email' }), /must include openid/)
  assert.match(mistakes({ ...issuer, OIDC_ISSUER: 'ftp://id.example.org' }), /OIDC_ISSUER must be an http/)
  assert.match(
    mistakes({ ...issuer, OIDC_ISSUER: 'https://id.example.org/.well-known/openid-configuration' }),
    /without \/\.well-known/,
  )
})
