import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { checkTags, checkTitle, fitTitle } from '#src/catalogue/title-and-tags.ts'
import { makeToken } from '#src/accounts/tokens.ts'
import { cleanTitle } from '#src/adapters/sources/page/source-title.ts'
import { newTask } from '../../contract/stores.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { shareSite, startSite } from '../../support/site.ts'

// One site for the tests that need no other.
const site = shareSite()

test('a client that disconnects during the admission of a creation leaves no place taken', async (t) => {
  const site = await startSite(t, { MAX_UPLOADS_AT_ONCE: '4' })
  const { host, port, hostname } = new URL(site.url)
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n\r\nsource=x'
  const call = `POST /create HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${site.url}\r\n${form}`
  for (const part of [call, call.slice(0, -4), call.slice(0, -8)]) {
    for (let times = 0; times < 60; times++) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(part, () => void socket.resetAndDestroy())
      await once(socket, 'close')
    }
  }
  const statuses = new Set<number>()
  for (let times = 0; times < 50 && !statuses.has(422); times++)
    statuses.add((await postForm(site, '/create', { source: 'x' }, { origin: site.url })).status)
  assert.ok(statuses.has(422), [...statuses].join())
})

test('a title or tag with endless accents is not composed', () => {
  const endless = `a${'\u0301'.repeat(2_000_000)}${'\u0316'.repeat(2_000_000)}`
  assert.throws(() => checkTitle(endless), { code: 'invalid_value', field: 'title' })
  assert.throws(() => checkTags([endless]), { code: 'invalid_value', field: 'tags[]' })
  assert.ok((fitTitle(endless) ?? '').length <= 200)
  assert.ok((cleanTitle(endless) ?? '').length <= 200)
})

test('an API token opens none of the operator’s pages, whoever owns it', async () => {
  const { account } = await signedIn(site, { admin: true })
  const { token } = await site.withStores(({ accounts }) => makeToken(accounts, account.id, 'x'))
  const headers = { authorization: `Bearer ${token}`, origin: site.url }
  assert.equal((await site.fetch('/admin', { headers })).status, 404)
  assert.equal((await postForm(site, '/admin/categories', { name: 'Tea' }, headers)).status, 404)
})

test('a removed account’s private requests belong to nobody', async () => {
  const root = await signedIn(site, { email: 'root@example.org', admin: true })
  const { account } = await signedIn(site)
  const task = newTask({ ownerId: account.id }, { visibility: 'private' })
  await site.add({ title: 'Only private', visibility: 'private', ownerId: account.id })
  for (const path of ['/admin/hidden', '/admin/reports'])
    assert.doesNotMatch(await (await site.fetch(path, root)).text(), /Only private/)
  await site.withStores(async ({ accounts, tasks }) => {
    await tasks.submissions.add({ ...task, request: { ...task.request, title: 'Zanzibar' } }, 1000)
    await accounts.remove(account.id, 'keep')
  })
  assert.doesNotMatch(await (await site.fetch(`/create?from=${task.id}`)).text(), /Zanzibar/)
})

test('an archive is not made for a HEAD request', async () => {
  const { headers } = await signedIn(site)
  assert.equal((await site.fetch('/settings/export', { method: 'HEAD', headers })).status, 404)
})
