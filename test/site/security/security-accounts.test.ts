import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { hashSecret } from '#src/accounts/tokens.ts'
import { loadConfig } from '#src/config/config.ts'
import { renditionKey } from '#src/media/rendition.ts'
import { password, withPassword } from '../../support/account-site.ts'
import { leastOfThree } from '../../support/processes/main-thread.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { type TestSite, shareSite, startSite } from '../../support/site.ts'
import { until } from '../../support/until.ts'

// One site for the tests that need no other.
const site = shareSite()

/** An address of every kind whose answer could differ: with a password, without one, blocked, and unknown. */
async function everyKind(site: TestSite): Promise<string[]> {
  await withPassword(site, 'anna@example.org')
  await signedIn(site, { email: 'tokens@example.org' })
  const { account } = await withPassword(site, 'blocked@example.org')
  await site.withStores(({ accounts }) => accounts.setBlocked(account.id, true))
  return ['anna@example.org', 'tokens@example.org', 'blocked@example.org', 'nobody@example.org']
}

test('no answer to a wrong password reveals whether the account exists, not even after many', async (t) => {
  const site = await startSite(t)
  const emails = await everyKind(site)
  const told = async (email: string) => {
    const values = { email, password: 'a wrong velvet anchor' }
    const answer = await postForm(site, '/login', values, { origin: site.url })
    const page = (await answer.text()).replaceAll(email, 'EMAIL')
    return [answer.status, answer.headers.has('retry-after'), answer.headers.getSetCookie(), hashSecret(page)]
  }
  const [first, ...others] = await Promise.all(emails.map(told))
  assert.equal(first?.[0], 422)
  for (const other of others) assert.deepEqual(other, first)

  const [known = '', , , nobody = ''] = emails
  const untilLocked = async (email: string) => {
    const answers = []
    for (let times = 0; times < 10; times++) answers.push(await told(email))
    return answers
  }
  const [ofKnown, ofNobody] = await Promise.all([untilLocked(known), untilLocked(nobody)])
  assert.deepEqual(ofKnown, ofNobody)
  assert.deepEqual(
    ofKnown.map(([status]) => status),
    [...Array<number>(9).fill(422), 429],
  )
})

test('a wrong password costs as much for a missing account as for an existing one', async (t) => {
  const site = await startSite(t)
  const costOf = async (email: string) => {
    const before = process.cpuUsage()
    await postForm(site, '/login', { email, password: 'wrong' }, { origin: site.url })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const emails = await everyKind(site)
  await costOf('warm-up@example.org')
  const costs: number[] = []
  for (const email of emails) costs.push(await leastOfThree(() => costOf(email), 0))
  // The hashing is nearly all of it; without it an answer costs a twentieth.
  assert.ok(Math.max(...costs) < 2 * Math.min(...costs), costs.join())
})

test('only the values of a form are accepted: nobody can become an operator', async () => {
  const harm = {
    admin: '1',
    premium: '1',
    blocked: '0',
    id: '1',
    owner_id: '1',
    ownerId: '1',
    hidden: '1',
    code: 'mine00000000',
    mediaId: '../x',
    media_id: 'x',
    created_at: '0',
    password_hash: 'x',
    hash: 'x',
    '__proto__[admin]': '1',
    'constructor[prototype][admin]': '1',
    'account[admin]': '1',
  }
  const from = { origin: site.url }
  const joined = await postForm(site, '/signup', { email: 'eve@example.org', password, ...harm }, from)
  assert.equal(joined.status, 303)
  const eve = await site.withStores(({ accounts }) => accounts.byEmail('eve@example.org'))
  assert.partialDeepStrictEqual({ ...eve }, { admin: false, premium: false })
  const { headers, account } = await signedIn(site)
  const gif = await site.add({ ownerId: account.id })
  const edited = { title: 'Edited', category: String(gif.category.id), tags: '', ...harm }
  assert.equal((await postForm(site, `/${gif.code}/edit`, edited, headers)).status, 303)
  const now = await site.withStores(({ catalogue }) => catalogue.gifByCode(gif.code))
  const { title: _title, tags: _tags, ...kept } = gif
  assert.partialDeepStrictEqual({ ...now }, { ...kept, title: 'Edited', hidden: false, ownerId: account.id })
  const key = { name: 'laptop', ...harm, accountId: String(eve?.id), max: '999' }
  await postForm(site, '/settings/tokens', key, headers)
  const tokens = await site.withStores(({ accounts }) => accounts.tokens(account.id))
  assert.deepEqual([tokens.length, tokens[0]?.name], [1, 'laptop'])
})

test('an account gets one archive at a time, and the next when that has ended', async () => {
  const { headers, account } = await signedIn(site)
  const other = await signedIn(site, { email: 'bert@example.org' })
  // More than the connection buffers for a reader that waits.
  const { mediaId } = await site.add({ ownerId: account.id })
  const large = join(site.folder, 'large')
  await writeFile(large, Buffer.alloc(64 * 2 ** 20))
  await site.withStores(({ mediaStore }) => mediaStore.put(renditionKey(mediaId, 'gif'), large))
  const hangUp = new AbortController()
  const first = await site.fetch('/settings/export', { headers, signal: hangUp.signal })
  assert.equal(first.status, 200)
  const second = await site.fetch('/settings/export', { headers })
  assert.equal(second.status, 429)
  assert.ok(Number(second.headers.get('retry-after')) > 0)
  assert.equal((await site.fetch('/settings/export', { headers: other.headers })).status, 200)
  hangUp.abort()
  await until('another export may begin', async () => {
    const again = await site.fetch('/settings/export', { headers })
    await again.arrayBuffer()
    return again.status === 200
  })
})

test('an object deleted or transferred while its form is open is reported as missing, without an internal error', async (t) => {
  const site = await startSite(t)
  const { headers, account } = await signedIn(site)
  const gif = await site.add({ ownerId: account.id })
  const values = { title: 'Late', category: String(gif.category.id), tags: '' }
  const sent = await Promise.all([
    ...Array.from({ length: 3 }, () => postForm(site, `/${gif.code}/delete`, {}, headers)),
    ...Array.from({ length: 3 }, () => postForm(site, `/${gif.code}/edit`, values, headers)),
  ])
  for (const { status } of sent) assert.ok([303, 404].includes(status), `${status}`)
  assert.equal(sent.slice(0, 3).filter(({ status }) => status === 303).length, 1)
  assert.equal((await site.fetch(`/${gif.code}`)).status, 404)
  await site.withStores(({ accounts }) => accounts.remove(account.id, 'keep'))
  assert.equal((await postForm(site, '/settings/tokens', { name: 'late' }, headers)).status, 401)
})

test('the security contact is shown if the operator has set one, and nowhere else', async (t) => {
  const path = '/.well-known/security.txt'
  const silent = await startSite(t)
  assert.equal((await silent.fetch(path)).status, 404)
  const contact = 'mailto:security@example.org'
  const site = await startSite(t, { SECURITY_CONTACT: contact })
  const answer = await site.fetch(path)
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
  const [, told, expires] = /^Contact: (.+)\nExpires: (.+)\n/.exec(await answer.text()) ?? []
  assert.equal(told, contact)
  const days = (Date.parse(expires ?? '') - Date.now()) / 86_400_000
  assert.ok(days > 30 && days < 365, expires)
  for (const SECURITY_CONTACT of [
    'security@example.org',
    'http://example.org',
    'https://x\nContact: y',
    'mailto:',
  ])
    assert.throws(() => loadConfig({ SECURITY_CONTACT }), /SECURITY_CONTACT must be/)
})
