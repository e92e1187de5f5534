import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { isPassword } from '#src/accounts/passwords.ts'
import { startSession } from '#src/accounts/sessions.ts'
import { makeToken } from '#src/accounts/tokens.ts'
import { openStores } from '#src/app/stores.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { instanceSettings, testConfig } from '../support/instance.ts'

const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))
const limits = { idleMs: 1e9, maxAgeMs: 1e9 }

/** The command line of one instance. */
async function instance(t: { after(action: () => Promise<void>): void }) {
  const folder = await dataFolder(t)
  const account = async (args: string[], input = '') => {
    const env = instanceSettings({ PATH: process.env.PATH, DATA_DIR: folder })
    const child = spawn(process.execPath, [program, 'account', ...args], { env })
    child.stdin.on('error', () => {}).end(input)
    const exited = once(child, 'exit')
    const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: (await exited)[0] as number, out, said }
  }
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  t.after(() => stores.close())
  const fitsAnna = async (password: string) => {
    const anna = await stores.accounts.byEmail('anna@example.org')
    return isPassword(password, anna === undefined ? null : await stores.accounts.passwordHash(anna.id))
  }
  return { account, stores, fitsAnna }
}

test('the operator makes an account with or without a password; its token stands alone on a line', async (t) => {
  const { account, stores, fitsAnna } = await instance(t)
  const weak = await account(['add', 'anna@example.org', '--password-stdin'], 'short\n')
  assert.deepEqual([weak.code, weak.out], [1, ''])
  assert.match(weak.said, /at least 10 characters/)
  const added = await account(['add', 'anna@example.org', '--password-stdin'], 'plum velvet anchor\nmore')
  assert.match(added.out, /^gw_[\w-]{43}\n$/)
  assert.equal(await fitsAnna('plum velvet anchor'), true)
  const plain = await account(['add', 'bert@example.org', '--premium'])
  assert.match(plain.out, /^gw_[\w-]{43}\n$/)
  const bert = await stores.accounts.byEmail('bert@example.org')
  assert.equal(bert?.premium, true)
  assert.equal(await stores.accounts.passwordHash(bert?.id ?? 0), null)
  const none = await account(['add', 'no address'])
  assert.equal(none.code, 1)
  assert.match(none.said, /e-mail address, such as/)
})

test('the operator sets a password, made or given, which signs all browsers out', async (t) => {
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

test('the operator blocks an account and lets it in again', async (t) => {
  const { account, stores } = await instance(t)
  const { id } = await stores.accounts.add({
    email: 'anna@example.org',
    premium: false,
    admin: false,
    passwordHash: null,
  })
  await startSession(stores.sessions, id, 'Firefox on Linux')
  await account(['block', 'anna@example.org'])
  assert.equal((await stores.accounts.byId(id))?.blocked, true)
  assert.deepEqual(await stores.sessions.list(id, limits), [])
  assert.match((await account(['list'])).out, /anna@example\.org\tblocked\t/)
  await account(['block', 'anna@example.org', 'off'])
  assert.equal((await stores.accounts.byId(id))?.blocked, false)
  assert.equal((await account(['block', 'anna@example.org', 'maybe'])).code, 1)
})

test('a new password and a block revoke the API tokens when that is asked for, and say so when not', async (t) => {
  const { account, stores } = await instance(t)
  const anna = { email: 'anna@example.org', premium: false, admin: false, passwordHash: null }
  const { id } = await stores.accounts.add(anna)
  const tokens = async () => (await stores.accounts.tokens(id)).length
  await makeToken(stores.accounts, id, 'one')
  assert.match((await account(['password', anna.email])).said, /Its 1 API token still works; --revoke-tokens/)
  assert.equal(await tokens(), 1)
  assert.match((await account(['password', anna.email, '--revoke-tokens'])).said, /API tokens are revoked/)
  assert.equal(await tokens(), 0)
  for (const name of ['one', 'two']) await makeToken(stores.accounts, id, name)
  await account(['block', anna.email])
  assert.equal(await tokens(), 2)
  assert.match((await account(['block', anna.email, 'off'])).said, /Its 2 API tokens still work;/)
  await account(['block', anna.email, '--revoke-tokens'])
  assert.equal(await tokens(), 0)
})
