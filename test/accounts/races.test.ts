import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { changePassword, setPassword } from '#src/accounts/change-password.ts'
import { accessKinds } from '#src/accounts/end-access.ts'
import { viewerOfSession } from '#src/accounts/sessions.ts'
import { signIn } from '#src/accounts/sign-in.ts'
import { signUp } from '#src/accounts/sign-up.ts'
import { makeToken } from '#src/accounts/tokens.ts'
import { hashPassword, isPassword } from '#src/accounts/passwords.ts'
import { openAccountStores } from '../support/stores/account-stores.ts'
import { hashCheaply } from '../support/cheap-hashing.ts'
import { replaceMembers } from '../support/fakes.ts'

hashCheaply()

const email = 'anna@example.org'
const password = 'three unusual words'
const browser = 'Firefox on Linux'
const limits = { idleMs: 30 * 86_400_000, maxAgeMs: 180 * 86_400_000 }

async function withAnna(t: Parameters<typeof openAccountStores>[0]) {
  const stores = await openAccountStores(t)
  const { account } = await signUp(stores, { isOpen: true, email, password, browser })
  return { stores, account }
}

test('one of two simultaneous sign-ups with the same address succeeds, and the other is notified', async (t) => {
  const stores = await openAccountStores(t)
  const given = { isOpen: true, password, browser }
  const outcomes = await Promise.allSettled([
    signUp(stores, { ...given, email }),
    signUp(stores, { ...given, email: ' ANNA@example.org' }),
  ])
  const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.partialDeepStrictEqual({ ...refused }, { code: 'invalid_value', field: 'email' })
})

test('no session begins with a password that changes while it is being verified', async (t) => {
  const { stores, account } = await withAnna(t)
  const sessions = replaceMembers(stores.sessions, {
    async add(session: Parameters<typeof stores.sessions.add>[0]) {
      await setPassword(stores.accounts, account, 'another unusual word')
      return stores.sessions.add(session)
    },
  })
  await assert.rejects(signIn({ ...stores, sessions }, { email, password, browser }), {
    code: 'invalid_value',
    message: /is wrong/,
  })
  assert.deepEqual(await stores.sessions.list(account.id, limits), [])
})

test('rehashing a password at sign-in does not overwrite a password changed in the meantime', async (t) => {
  const { stores, account } = await withAnna(t)
  const salt = Buffer.alloc(16)
  const cheap = scryptSync(password, salt, 32, { N: 2 ** 10 }).toString('base64url')
  await stores.accounts.setPasswordHash(account.id, `scrypt$10$8$1$${salt.toString('base64url')}$${cheap}`)
  const accounts = replaceMembers(stores.accounts, {
    async setPasswordHash(...given: Parameters<typeof stores.accounts.setPasswordHash>) {
      await setPassword(stores.accounts, account, 'another unusual word')
      return stores.accounts.setPasswordHash(...given)
    },
  })
  await assert.rejects(signIn({ ...stores, accounts }, { email, password, browser }), {
    code: 'invalid_value',
  })
  assert.ok(await isPassword('another unusual word', await stores.accounts.passwordHash(account.id)))
})

test('two simultaneous sign-ins both hold, even when both rehash the password', async (t) => {
  const { stores, account } = await withAnna(t)
  const salt = Buffer.alloc(16)
  const cheap = scryptSync(password, salt, 32, { N: 2 ** 10 }).toString('base64url')
  await stores.accounts.setPasswordHash(account.id, `scrypt$10$8$1$${salt.toString('base64url')}$${cheap}`)
  const signedIn = await Promise.all([1, 2].map(() => signIn(stores, { email, password, browser })))
  for (const { key } of signedIn)
    assert.equal((await viewerOfSession(stores.sessions, key, limits))?.viewer.account?.id, account.id)
})

test('one of two simultaneous password changes holds, with one session', async (t) => {
  const { stores, account } = await withAnna(t)
  const changes = ['one unusual word', 'two unusual words'].map((next) =>
    changePassword(stores, account, { current: password, next, browser }),
  )
  await Promise.allSettled(changes)
  const kept = await stores.accounts.passwordHash(account.id)
  const fitting = await Promise.all(
    ['one unusual word', 'two unusual words', password].map((one) => isPassword(one, kept)),
  )
  assert.equal(fitting.filter(Boolean).length, 1)
  assert.equal(fitting[2], false)
})

test('removing an account during a sign-in leaves neither a session nor an error', async (t) => {
  const { stores, account } = await withAnna(t)
  const sessions = replaceMembers(stores.sessions, {
    async add(session: Parameters<typeof stores.sessions.add>[0]) {
      await stores.accounts.remove(account.id, 'keep')
      return stores.sessions.add(session)
    },
  })
  await assert.rejects(signIn({ ...stores, sessions }, { email, password, browser }), {
    code: 'unauthorized',
  })
  await assert.rejects(makeToken(stores.accounts, account.id, 'late'), { code: 'unauthorized' })
})

test('an account has at most fifty tokens, however many are requested at once', async (t) => {
  const { stores, account } = await withAnna(t)
  const made = await Promise.allSettled(
    Array.from({ length: 60 }, () => makeToken(stores.accounts, account.id, 'x')),
  )
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 50)
})

test('a password changed while its account is being linked by e-mail address stays removed', async (t) => {
  const { stores, account } = await withAnna(t)
  for (const moment of ['before', 'after'] as const) {
    await stores.accounts.setPasswordHash(account.id, await hashPassword(password))
    await assert.rejects(changeWhileLinked(stores, account, moment), { code: 'unauthorized' })
    assert.equal(await stores.accounts.passwordHash(account.id), null, moment)
    assert.deepEqual(await stores.sessions.list(account.id, limits), [], moment)
  }
})

/** Changes the password of an account that is linked before or after the new password is stored. */
function changeWhileLinked(
  stores: Awaited<ReturnType<typeof openAccountStores>>,
  account: Parameters<typeof changePassword>[1],
  moment: 'before' | 'after',
) {
  const takeAway = () =>
    stores.accounts.endAccess(account.id, { by: 'sign-on', kinds: accessKinds, password: { hash: null } })
  const accounts = replaceMembers(stores.accounts, {
    async endAccess(...given: Parameters<typeof stores.accounts.endAccess>) {
      if (moment === 'before') await takeAway()
      return stores.accounts.endAccess(...given)
    },
  })
  const sessions = replaceMembers(stores.sessions, {
    async add(session: Parameters<typeof stores.sessions.add>[0]) {
      if (moment === 'after') await takeAway()
      return stores.sessions.add(session)
    },
  })
  return changePassword({ ...stores, accounts, sessions }, account, {
    current: password,
    next: 'another unusual word',
    browser,
  })
}
