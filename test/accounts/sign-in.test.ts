import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { changePassword, setPassword } from '#src/accounts/change-password.ts'
import { viewerOfSession } from '#src/accounts/sessions.ts'
import { signIn } from '#src/accounts/sign-in.ts'
import { signUp } from '#src/accounts/sign-up.ts'
import { openAccountStores } from '../support/stores/account-stores.ts'
import { hashCheaply } from '../support/cheap-hashing.ts'

hashCheaply()

const email = 'anna@example.org'
const password = 'three unusual words'
const browser = 'Firefox on Linux'
const limits = { idleMs: 30 * 86_400_000, maxAgeMs: 180 * 86_400_000 }

test('signing up signs in, and the account can sign in again', async (t) => {
  const stores = await openAccountStores(t)
  const { account, key } = await signUp(stores, {
    isOpen: true,
    email: ' Anna@Example.org',
    password,
    browser,
  })
  assert.deepEqual([account.email, account.premium, account.admin], [email, false, false])
  const known = await viewerOfSession(stores.sessions, key, limits)
  assert.deepEqual(known?.viewer.account, account)
  assert.equal(known?.session.browser, browser)
  const again = await signIn(stores, { email: 'ANNA@example.org', password, browser })
  assert.notEqual(again.key, key)
  assert.equal(await viewerOfSession(stores.sessions, `${again.key}x`, limits), undefined)
  const rows = await stores.db.selectFrom('session').selectAll().execute()
  assert.ok(
    rows.every((row) => !JSON.stringify(row).includes(key) && !JSON.stringify(row).includes(again.key)),
  )
})

test('sign-up is refused when closed, for a taken address and for an invalid address', async (t) => {
  const stores = await openAccountStores(t)
  const attempt = (given: object) => signUp(stores, { isOpen: true, email, password, browser, ...given })
  await assert.rejects(attempt({ isOpen: false }), { code: 'forbidden', message: /closed/ })
  await attempt({})
  await assert.rejects(attempt({ email: 'ANNA@example.org' }), { code: 'invalid_value', field: 'email' })
  for (const email of ['', 'anna', 'a@b@c', 'a b@c', 'a\u0000@b', `${'a'.repeat(250)}@b.cd`]) {
    await assert.rejects(attempt({ email }), {
      code: 'invalid_value',
      field: 'email',
      message: /e-mail address/,
    })
  }
  await assert.rejects(attempt({ email: 'bert@example.org', password: 'short' }), { field: 'password' })
})

test('a wrong password, an unknown address and an account without a password get the same answer', async (t) => {
  const stores = await openAccountStores(t)
  await signUp(stores, { isOpen: true, email, password, browser })
  await stores.accounts.add({ email: 'tokens@example.org', premium: false, admin: false, passwordHash: null })
  const answers: unknown[] = []
  for (const email of ['anna@example.org', 'nobody@example.org', 'tokens@example.org']) {
    await signIn(stores, { email, password: 'not this one', browser }).catch((error: unknown) =>
      answers.push(error),
    )
  }
  const told = answers.map((error) => ({ ...Object(error), message: Object(error).message }))
  assert.equal(told.length, 3)
  assert.deepEqual(told[1], told[0])
  assert.deepEqual(told[2], told[0])
})

test('only someone who knows the password learns that an account is blocked, and its sessions end', async (t) => {
  const stores = await openAccountStores(t)
  const { account, key } = await signUp(stores, { isOpen: true, email, password, browser })
  await stores.accounts.setBlocked(account.id, true)
  assert.equal(await viewerOfSession(stores.sessions, key, limits), undefined)
  await assert.rejects(signIn(stores, { email, password: 'not this one', browser }), {
    code: 'invalid_value',
  })
  await assert.rejects(signIn(stores, { email, password, browser }), {
    code: 'forbidden',
    message: /blocked/,
  })
})

test('the eleventh guess waits, even with the right password, and even when all are sent at once', async (t) => {
  const stores = await openAccountStores(t)
  await signUp(stores, { isOpen: true, email, password, browser })
  const guesses = await Promise.allSettled(
    Array.from({ length: 14 }, (_, number) =>
      signIn(stores, { email, password: `guess ${number}`, browser }),
    ),
  )
  const codes = guesses.map((guess) => (guess.status === 'rejected' ? guess.reason.code : 'in'))
  assert.equal(codes.filter((code) => code === 'invalid_value').length, 10)
  assert.equal(codes.filter((code) => code === 'rate_limited').length, 4)
  await assert.rejects(signIn(stores, { email, password, browser }), {
    code: 'rate_limited',
    retryAfterSeconds: 60,
  })
  stores.clock.nowMs += 60_000
  await signIn(stores, { email, password, browser })
})

test('a password hashed at a lower cost is rehashed when it is entered', async (t) => {
  const stores = await openAccountStores(t)
  const hash = scryptSync(password, Buffer.from('salt'), 32, { N: 16, r: 8, p: 1 })
  const passwordHash = `scrypt$4$8$1$${Buffer.from('salt').toString('base64url')}$${hash.toString('base64url')}`
  const { id } = await stores.accounts.add({ email, premium: false, admin: false, passwordHash })
  await signIn(stores, { email, password, browser })
  assert.match((await stores.accounts.passwordHash(id)) ?? '', /^scrypt\$15\$8\$3\$/)
  await signIn(stores, { email, password, browser })
})

test('changing a password requires the old one and ends every session except the new one', async (t) => {
  const stores = await openAccountStores(t)
  const { account, key } = await signUp(stores, { isOpen: true, email, password, browser })
  const change = (current: string, next: string) =>
    changePassword(stores, account, { current, next, browser })
  await assert.rejects(change('not this one', 'four quite new words'), { field: 'current_password' })
  await assert.rejects(change(password, 'short'), { field: 'new_password' })
  assert.ok(await viewerOfSession(stores.sessions, key, limits))
  const changed = await change(password, 'four quite new words')
  assert.equal(await viewerOfSession(stores.sessions, key, limits), undefined)
  assert.ok(await viewerOfSession(stores.sessions, changed.key, limits))
  await assert.rejects(signIn(stores, { email, password, browser }), { code: 'invalid_value' })
  await signIn(stores, { email, password: 'four quite new words', browser })
})

test('an account without a password gets its first one from the operator', async (t) => {
  const stores = await openAccountStores(t)
  const account = await stores.accounts.add({ email, premium: false, admin: false, passwordHash: null })
  await assert.rejects(changePassword(stores, account, { current: '', next: password, browser }), {
    code: 'forbidden',
  })
  await setPassword(stores.accounts, account, password)
  await signIn(stores, { email, password, browser })
})
