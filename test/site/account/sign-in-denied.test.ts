import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attackedSite, cheapHash, password } from '../../support/attacked-site.ts'

const minuteMs = 60_000

/** An address of a network that has guessed. */
const guessing = '10.0.1.1'

/** Guesses at the account from enough networks that it counts as under attack, four times from each. */
async function guessFromEverywhere(guess: (from: string) => Promise<number>): Promise<void> {
  for (let number = 0; number < 60; number++) await guess(`10.0.${number % 15}.1`)
}

test('one address that guesses all week locks out nobody else', async (t) => {
  const { clock, signIn, guess, resetPassword } = await attackedSite(t)
  const attacker = '192.0.2.1'
  for (let times = 0; times < 10; times++) assert.equal(await guess(attacker), 422)
  for (let day = 0; day < 7; day++) {
    assert.equal(await guess(attacker), 429)
    assert.equal((await signIn(attacker)).status, 429, 'a correct guess is treated the same')
    assert.equal((await signIn('198.51.100.7')).status, 303, `on day ${day}`)
    await resetPassword()
    clock.nowMs += 24 * 60 * minuteMs
    for (let times = 0; times < 10; times++) assert.equal(await guess(attacker), 422)
  }
})

test('a browser that signed in before gets in while its own network and address are blocked', async (t) => {
  const { signIn, guess } = await attackedSite(t)
  await guessFromEverywhere(guess)
  assert.equal((await signIn(guessing)).status, 429)
  const first = await signIn('198.51.100.7')
  assert.equal(first.status, 303, 'nobody of its network has guessed')
  assert.equal((await signIn(guessing, {}, deviceOf(first))).status, 303)
})

test('a device cookie is valid for one account and one password, cannot be forged, and has ten guesses', async (t) => {
  const { site, signIn, guess, resetPassword } = await attackedSite(t)
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
  assert.equal(await enter(ofAnna), 429, 'the password has changed')
})

/** The device cookie of a sign-in, as a browser sends it back after signing out. */
function deviceOf(response: Response): string {
  assert.equal(response.status, 303)
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('gifwright-device=')) ?? ''
  assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Lax/)
  return cookie.split(';')[0] ?? ''
}
