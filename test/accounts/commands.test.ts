import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPassword } from '#src/accounts/passwords.ts'
import { startSession, viewerOfSession } from '#src/accounts/sessions.ts'
import { makeToken } from '#src/accounts/tokens.ts'
import { openStores } from '#src/app/stores.ts'
import { runCommand, runHere } from '../support/processes/command.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { testConfig } from '../support/instance.ts'
import { prepareDatabase } from '../support/stores/prepared-database.ts'
import { hashCheaply } from '../support/cheap-hashing.ts'

hashCheaply()

const limits = { idleMs: 1e9, maxAgeMs: 1e9 }

/** The command line of one instance. */
async function instance(t: { after(action: () => Promise<void>): void }) {
  const folder = await dataFolder(t)
  await prepareDatabase(folder)
  const account = (args: string[], input?: string) =>
    runHere(['account', ...args], { DATA_DIR: folder }, input)
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  t.after(() => stores.close())
  const fitsAnna = async (password: string) => {
    const anna = await stores.accounts.byEmail('anna@example.org')
    return isPassword(password, anna === undefined ? null : await stores.accounts.passwordHash(anna.id))
  }
  return { folder, account, stores, fitsAnna }
}

test('the operator creates an account with or without a password; its token is printed on a line of its own', async (t) => {
  const { folder, account, stores, fitsAnna } = await instance(t)
  const weak = await account(['add', 'anna@example.org', '--password-stdin'], 'short\n')
  assert.deepEqual([weak.code, weak.out], [1, ''])
  assert.match(weak.err, /at least 10 characters/)
  const added = await account(['add', 'anna@example.org', '--password-stdin'], 'plum velvet anchor\nmore')
  assert.match(added.out, /^gw_[\w-]{43}\n$/)
  assert.equal(await fitsAnna('plum velvet anchor'), true)
  const plain = await account(['add', 'bert@example.org', '--premium'])
  assert.match(plain.out, /^gw_[\w-]{43}\n$/)
  const bert = await stores.accounts.byEmail('bert@example.org')
  assert.equal(bert?.premium, true)
  assert.equal(await stores.accounts.passwordHash(bert?.id ?? 0), null)
  // The two commands of the README: the token printed by the first still works after the second.
  const words = ['account', 'password', 'bert@example.org', '--stdin']
  const first = await runCommand(words, { DATA_DIR: folder }, 'plum velvet anchor').ended
  assert.equal(first.code, 0, first.err)
  assert.equal((await stores.accounts.tokens(bert?.id ?? 0)).length, 1)
  const none = await account(['add', 'no address'])
  assert.equal(none.code, 1)
  assert.match(none.err, /e-mail address, such as/)
})

test('the operator sets a given or generated password, which signs out all browsers', async (t) => {
  const { account, stores, fitsAnna } = await instance(t)
  const { id } = await stores.accounts.add({
    email: 'anna@example.org',
    premium: false,
    admin: false,
    passwordHash: null,
  })
  await startSession(stores.sessions, id, 'Firefox on Linux')
  const made = await account(['password', 'anna@example.org'])
  assert.match(made.out, /^[0-9A-Za-z]{20}\n$/)
  assert.equal(await fitsAnna(made.out.trim()), true)
  assert.deepEqual(await stores.sessions.list(id, limits), [])
  const given = await account(['password', 'anna@example.org', '--stdin'], 'plum velvet anchor\r\n')
  assert.deepEqual([given.code, given.out], [0, ''])
  assert.equal(await fitsAnna('plum velvet anchor'), true)
})

test('the operator blocks an account and unblocks it', async (t) => {
  const { account, stores } = await instance(t)
  const { id } = await stores.accounts.add({
    email: 'anna@example.org',
    premium: false,
    admin: false,
    passwordHash: null,
  })
  const { key } = await startSession(stores.sessions, id, 'Firefox on Linux')
  const works = async () => (await viewerOfSession(stores.sessions, key, limits)) !== undefined
  await account(['block', 'anna@example.org'])
  assert.equal((await stores.accounts.byId(id))?.blocked, true)
  assert.equal(await works(), false)
  assert.match((await account(['list'])).out, /anna@example\.org\tblocked\t/)
  await account(['block', 'anna@example.org', 'off'])
  assert.equal((await stores.accounts.byId(id))?.blocked, false)
  assert.equal(await works(), true)
  assert.equal((await account(['block', 'anna@example.org', 'maybe'])).code, 1)
})

test('a new password ends tokens and webhooks and lists them; a block does so only on request', async (t) => {
  const { account, stores } = await instance(t)
  const anna = { email: 'anna@example.org', premium: false, admin: false, passwordHash: null }
  const { id } = await stores.accounts.add(anna)
  const count = async () => [
    (await stores.accounts.tokens(id)).length,
    (await stores.webhooks.list(id)).length,
  ]
  const fill = async () => {
    await makeToken(stores.accounts, id, 'laptop')
    const hook = { url: 'https://hook.example/', events: ['task.done' as const], secret: new Uint8Array(60) }
    await stores.webhooks.add(id, hook, 10)
  }
  const ended = /Ended: API token “laptop”, webhook https:\/\/hook\.example\//
  for (const more of [[], ['--revoke-tokens']]) {
    await fill()
    assert.match((await account(['password', anna.email, ...more])).err, ended)
    assert.deepEqual(await count(), [0, 0])
  }
  await fill()
  await account(['block', anna.email])
  assert.deepEqual(await count(), [1, 1])
  assert.match((await account(['block', anna.email, 'off'])).err, /Its 1 API token still works;/)
  assert.match((await account(['block', anna.email, '--revoke-tokens'])).err, ended)
  assert.deepEqual(await count(), [0, 0])
})
