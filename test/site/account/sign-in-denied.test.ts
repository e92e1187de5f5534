import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { postForm } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

const email = 'anna@example.org'
const password = 'three unusual words'
const minuteMs = 60_000

/** Costs next to nothing to check, so that a test can guess often. It is hashed anew when it is given. */
function cheapHash(of: string): string {
  const salt = Buffer.alloc(16)
  return `scrypt$4$8$1$${salt.toString('base64url')}$${scryptSync(of, salt, 32, { N: 16, r: 8, p: 1 }).toString('base64url')}`
}

/** An address of a network that has guessed. */
const guessing = '10.0.1.1'

/** Guesses at the account from so many networks that it counts as under attack, four times from each. */
async function guessFromEverywhere(guess: (from: string) => Promise<number>): Promise<void> {
  for (let number = 0; number < 60; number++) await guess(`10.0.${number % 15}.1`)
}

/** The production app behind a proxy that says where each request comes from, and a clock that is set by hand. */
async function attacked(t: TestContext) {
  const clock = { nowMs: 1_800_000_000_000, now: () => clock.nowMs }
  const settings = { RATE_LIMIT: 'on', SIGN_INS_PER_MINUTE: '100000', TRUSTED_PROXIES: '127.0.0.1' }
  const site = await startSite(t, settings, { clock })
  const { id } = await site.withStores(({ accounts }) =>
    accounts.add({ email, premium: false, admin: false, passwordHash: cheapHash(password) }),
  )
  /** The same password, as cheap to check as at first. */
  const resetPassword = (to = password) =>
    site.withStores(({ accounts }) => accounts.setPasswordHash(id, cheapHash(to)))
  const signIn = (from: string, typed: { email?: string; password?: string } = {}, cookie = '') =>
    postForm(
      site,
      '/login',
      { email, password, ...typed },
      { origin: site.url, 'x-forwarded-for': from, ...(cookie === '' ? {} : { cookie }) },
    )
  const guess = async (from: string, cookie = '') =>
    (await signIn(from, { password: 'not this one' }, cookie)).status
  return { site, clock, signIn, guess, resetPassword }
}

test('one address that guesses all week keeps nobody else out', async (t) => {
  const { clock, signIn, guess, resetPassword } = await attacked(t)
  const attacker = '192.0.2.1'
  for (let times = 0; times < 10; times++) assert.equal(await guess(attacker), 422)
  for (let day = 0; day < 7; day++) {
    assert.equal(await guess(attacker), 429)
    assert.equal((await signIn(attacker)).status, 429, 'a right guess is no better off')
    assert.equal((await signIn('198.51.100.7')).status, 303, `on day ${day}`)
    await resetPassword()
    clock.nowMs += 24 * 60 * minuteMs
    for (let times = 0; times < 10; times++) assert.equal(await guess(attacker), 422)
  }
})

test('140 networks of one site leave places in the queue of passwords for everybody else', async (t) => {
  const { signIn } = await attacked(t)
  const flood = Array.from({ length: 140 }, (_, number) =>
    signIn(`2001:db8:7:${number.toString(16)}::1`, { email: `filler-${number}@example.org` }),
  )
  const [one, other] = await Promise.all([signIn('198.51.100.7'), signIn('2001:db8:8::1')])
  assert.deepEqual([one.status, other.status], [303, 303])
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  assert.ok(statuses.filter((status) => status === 422).length <= 40, 'a share of the queue was looked at')
  assert.deepEqual(new Set(statuses), new Set([422, 429]))
})

test('a password that was not looked at counts for nothing', async (t) => {
  const { signIn, guess } = await attacked(t)
  const from = '198.51.100.7'
  const typed = { email: 'nobody@example.org', password: 'not this one' }
  const statuses = (await Promise.all(Array.from({ length: 40 }, () => signIn(from, typed)))).map(
    ({ status }) => status,
  )
  assert.ok(statuses.includes(429), 'the queue refused some')
  assert.ok(statuses.filter((status) => status === 422).length < 9)
  const next = await signIn(from, typed)
  assert.equal(next.status, 422)
  assert.equal(await guess(from), 422)
})

test('a browser that signed in before gets in while its own network and address are held off', async (t) => {
  const { signIn, guess } = await attacked(t)
  await guessFromEverywhere(guess)
  assert.equal((await signIn(guessing)).status, 429)
  const first = await signIn('198.51.100.7')
  assert.equal(first.status, 303, 'nobody of its network has guessed')
  assert.equal((await signIn(guessing, {}, deviceOf(first))).status, 303)
})

test('a device cookie is good for one account and one password, cannot be made up, and has ten guesses', async (t) => {
  const { site, signIn, guess, resetPassword } = await attacked(t)
  const bert = { email: 'bert@example.org' }
  await site.withStores(({ accounts }) =>
    accounts.add({ ...bert, premium: false, admin: false, passwordHash: cheapHash(password) }),
  )
  await guessFromEverywhere(guess)
  const ofAnna = deviceOf(await signIn('198.51.100.7'))
  const ofBoth = deviceOf(await signIn('198.51.100.7', bert, ofAnna))
  const ofBert = deviceOf(await signIn('198.51.100.8', bert))
  const enter = async (cookie: string) => (await signIn(guessing, {}, cookie)).status
  const [id = '', endsAt = '', signature = ''] = ofAnna.split('.')
  const changed = [
    [id, String(Number(endsAt) + 1), signature],
    [`${id}x`, endsAt, signature],
    [id, endsAt, `${signature.slice(0, -2)}xx`],
    [id, endsAt],
  ].map((parts) => parts.join('.'))
  for (const cookie of [ofBert, ...changed, 'gifwright-device=~~.~.'])
    assert.equal(await enter(cookie), 429, cookie)
  const renewed = await signIn(guessing, {}, ofBoth)
  assert.equal(renewed.status, 303)

  const stolen = deviceOf(renewed)
  const guesses = []
  for (let times = 0; times < 11; times++) guesses.push(await guess(guessing, stolen))
  assert.deepEqual(guesses, [...Array<number>(10).fill(422), 429])
  assert.deepEqual([await enter(stolen), await enter(ofAnna)], [429, 303], 'others have guesses of their own')
  await resetPassword('four quite new words')
  assert.equal(await enter(ofAnna), 429, 'the password is another now')
})

/** The device cookie that a sign-in gives, as a browser sends it back after signing out. */
function deviceOf(response: Response): string {
  assert.equal(response.status, 303)
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('gifwright-device=')) ?? ''
  assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Lax/)
  return cookie.split(';')[0] ?? ''
}
