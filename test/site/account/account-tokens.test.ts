import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { makeToken } from '#src/accounts/tokens.ts'
import { startSession, viewerOfSession } from '#src/accounts/sessions.ts'
import { cookieOf, password, withPassword } from '../../support/account-site.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

const tenMinutesMs = 10 * 60_000
const limits = { idleMs: 1e10, maxAgeMs: 1e11 }

/** A session in which the password was entered at the clock's current time. */
async function signedInNow(t: TestContext, email?: string) {
  const clock = { nowMs: Date.now(), now: () => clock.nowMs }
  const site = await startSite(t, {}, { clock })
  const { account, headers } = await withPassword(site, email)
  // The session was begun outside the app, by the machine's clock.
  clock.nowMs = Date.now()
  const make = (values: Record<string, string> = {}) =>
    postForm(site, '/settings/tokens', { name: 'laptop', ...values }, headers)
  const shown = () => pageOf(`${site.url}/settings`, { headers })
  const asks = async () => /<input[^>]* name="password"/.test((await shown()).body)
  const tokens = () => site.withStores(({ accounts }) => accounts.tokens(account.id))
  return { site, clock, account, headers, make, shown, asks, tokens }
}

test('creating a token requires the password if it was entered more than ten minutes ago', async (t) => {
  const { clock, make, asks, tokens } = await signedInNow(t)
  assert.equal(await asks(), false, 'signing in counts as entering it')
  assert.equal((await make()).status, 200)
  clock.nowMs += tenMinutesMs + 60_000
  assert.equal(await asks(), true)
  const without = await make()
  assert.equal(without.status, 422)
  const page = await without.text()
  assert.match(page, /Enter your password to continue\./)
  assert.match(page, /value="laptop"/)
  const wrong = await make({ password: 'a wrong velvet anchor' })
  assert.deepEqual([wrong.status, /This is not your password/.test(await wrong.text())], [422, true])
  assert.equal((await tokens()).length, 1)

  assert.equal((await make({ password })).status, 200)
  assert.equal(await asks(), false, 'entered just now')
  assert.equal((await make()).status, 200)
  clock.nowMs += tenMinutesMs
  assert.equal((await make()).status, 422)
  assert.equal((await tokens()).length, 3)
})

test('a stolen session has ten guesses at the password, and its owner can still sign in', async (t) => {
  const { site, clock, make } = await signedInNow(t)
  clock.nowMs += tenMinutesMs + 60_000
  const statuses = []
  for (let times = 0; times < 11; times++) statuses.push((await make({ password: `guess ${times}` })).status)
  assert.deepEqual(statuses, [...Array<number>(10).fill(422), 429])
  const owner = { email: 'anna@example.org', password }
  assert.equal((await postForm(site, '/login', owner, { origin: site.url })).status, 303)
})

test('a session from before this version is asked for the password', async (t) => {
  const { site, make, asks } = await signedInNow(t)
  await site.withStores(({ db }) => db.updateTable('session').set({ password_entered_at: null }).execute())
  assert.deepEqual([await asks(), (await make()).status], [true, 422])
})

test('a new password revokes every API token unless deselected', async (t) => {
  const { site, account, headers, shown, tokens } = await signedInNow(t)
  const change = (current: string, next: string, cookie: string, more = {}) =>
    postForm(
      site,
      '/settings/password',
      { current_password: current, new_password: next, ...more },
      { ...headers, cookie },
    )
  const { token } = await site.withStores(({ accounts }) => makeToken(accounts, account.id, 'laptop'))
  const other = await site.signUp('bert@example.org')
  const works = async (authorization: string) =>
    (await site.fetch('/api/categories', { headers: { authorization } })).status === 200
  assert.match((await shown()).body, /name="revoke_tokens"[^>]* checked/)

  const kept = await change(password, 'four quite new words', headers.cookie)
  assert.equal(kept.headers.get('location'), '/settings?done=password-only')
  assert.equal(await works(`Bearer ${token}`), true)
  const wrong = await change('not this one', 'yet another password', cookieOf(kept) ?? '')
  assert.doesNotMatch(await wrong.text(), /name="revoke_tokens"[^>]* checked/, 'shown as it was sent')

  const revoked = await change('four quite new words', password, cookieOf(kept) ?? '', { revoke_tokens: '1' })
  assert.equal(revoked.headers.get('location'), '/settings?done=password')
  assert.deepEqual([await works(`Bearer ${token}`), await tokens()], [false, []])
  assert.equal(await works(other.headers.authorization ?? ''), true, 'those of others stay')
  const told = await pageOf(`${site.url}/settings?done=password`, {
    headers: { cookie: cookieOf(revoked) ?? '' },
  })
  assert.match(told.text('main'), /all API tokens are revoked/)
})

test('no token is created in a session that ends in the meantime', async (t) => {
  const { site, account } = await signedInNow(t)
  await site.withStores(async ({ accounts, sessions }) => {
    const { key, record } = await startSession(sessions, account.id, 'Firefox')
    const known = await viewerOfSession(sessions, key, limits)
    assert.ok(known)
    await sessions.removeAll(account.id, null)
    await assert.rejects(makeToken(accounts, account.id, 'late', record.id), { code: 'unauthorized' })
    assert.deepEqual(await accounts.tokens(account.id), [])
  })
})

test('an operator enters the own password before setting that of another account', async (t) => {
  const { site, clock, account, headers } = await signedInNow(t)
  await site.withStores(({ db }) =>
    db.updateTable('account').set({ admin: 1 }).where('id', '=', account.id).execute(),
  )
  const person = await signedIn(site, { email: 'bert@example.org' })
  await site.withStores(({ accounts }) => makeToken(accounts, person.account.id, 'laptop'))
  const path = `/admin/accounts/${person.account.id}`
  const set = (values: Record<string, string>) => postForm(site, `${path}/password`, values, headers)
  const page = async () => (await pageOf(site.url + path, { headers })).body
  assert.doesNotMatch(await page(), /name="password"/)
  clock.nowMs += tenMinutesMs
  assert.match(await page(), /name="password"/)
  const refused = await set({})
  assert.deepEqual([refused.status, /Enter your password/.test(await refused.text())], [422, true])
  const tokens = () => site.withStores(({ accounts }) => accounts.tokens(person.account.id))
  assert.equal((await tokens()).length, 1)
  assert.equal((await set({ password })).status, 200)
  assert.equal((await tokens()).length, 0)
})
