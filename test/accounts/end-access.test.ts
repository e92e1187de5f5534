import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { hashPassword } from '#src/accounts/passwords.ts'
import { startSession } from '#src/accounts/sessions.ts'
import { makeToken } from '#src/accounts/tokens.ts'
import { accountEvents } from '#src/webhooks/webhook.ts'
import { createWebhookSecrets } from '#src/webhooks/webhook-secrets.ts'
import { markupFaultsOf } from '../support/browser/html-validity.ts'
import { client, startOpenIdProvider, TestBrowser } from '../support/http/openid-provider.ts'
import { startWebhookReceiver } from '../support/servers/webhook-receiver.ts'
import { postForm, signedIn } from '../support/signed-in.ts'
import { startSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { hashCheaply } from '../support/cheap-hashing.ts'

hashCheaply()

const password = 'plum velvet anchor'
const nextPassword = 'four quite new words'
const otherIssuer = 'https://former.example'

/** Starts a site with a sign-on provider and a webhook receiver, and an account with every kind of access. */
async function start(t: TestContext) {
  const provider = await startOpenIdProvider(t)
  const receiver = await startWebhookReceiver(t)
  const site = await startSite(t, {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: 'Example ID',
    SOURCE_ALLOWED_HOSTS: receiver.pair,
  })
  provider.register(site.url)
  const root = await signedIn(site, { email: 'root@example.org', admin: true })
  const email = 'anna@example.org'
  const { anna, key, token } = await site.withStores(async ({ accounts, sessions, webhooks, secret }) => {
    const passwordHash = await hashPassword(password)
    const made = await accounts.add({ email, premium: false, admin: false, passwordHash })
    const hook = (path: string) => ({
      url: receiver.url(path),
      events: [...accountEvents],
      secret: createWebhookSecrets(secret).make().sealed,
    })
    await webhooks.add(made.id, hook('/anna'), 10)
    await webhooks.add(null, { ...hook('/root'), events: ['gif.published'] }, 10)
    await accounts.linkIdentity(made.id, { issuer: otherIssuer, subject: 'x', email })
    const session = await startSession(sessions, made.id, 'Firefox on Linux')
    return { anna: made, key: session.key, ...(await makeToken(accounts, made.id, 'laptop')) }
  })
  const headers = { cookie: `gifwright=${key}`, origin: site.url }
  const opens = async () => ({
    session: (await site.fetch('/settings', { headers, redirect: 'manual' })).status === 200,
    token:
      (await site.fetch('/api/mine', { headers: { authorization: `Bearer ${token}` } })).status !== 401 &&
      (await site.fetch('/api/find?q=x', { headers: { authorization: `Bearer ${token}` } })).status === 200,
    webhooks: (await site.withStores(({ webhooks }) => webhooks.list(anna.id))).length,
    identities: (await site.withStores(({ accounts }) => accounts.identities(anna.id))).map(
      ({ issuer }) => issuer,
    ),
  })
  /** Publishes a private GIF of the account; returns once everything to report about it has been delivered. */
  const publishPrivately = async () => {
    await site.add({ ownerId: anna.id, visibility: 'private' })
    const before = receiver.at('/root').length
    await site.add({ title: 'Of nobody' })
    await until('the operator’s webhook is notified', () => receiver.at('/root').length > before)
    await until('nothing waits', () =>
      site.withStores(async ({ db }) => {
        const open = await db
          .selectFrom('task')
          .innerJoin('webhook', 'webhook.id', 'task.webhook_id')
          .leftJoin('account', 'account.id', 'webhook.account_id')
          .select('task.id')
          .where('ended_at', 'is', null)
          .where((eb) => eb.or([eb('blocked', 'is', null), eb('blocked', '=', 0)]))
          .execute()
        return open.length === 0
      }),
    )
  }
  const published = () => receiver.payloads('/anna').filter(({ type }) => type === 'gif.published').length
  const bearer = { authorization: `Bearer ${token}` }
  return { provider, receiver, site, root, anna, email, headers, bearer, opens, publishPrivately, published }
}

const allOpen = { session: true, token: true, webhooks: 1, identities: [otherIssuer] }

test('taking over an account by sign-on ends all access to it, webhooks too, and tells its owner', async (t) => {
  const { provider, site, email, opens, publishPrivately, published } = await start(t)
  assert.deepEqual(await opens(), allOpen)
  provider.people.set('anna', { email, email_verified: true })
  provider.subject = 'anna'
  const browser = new TestBrowser()
  const { response } = await browser.visit(`${site.url}/login/provider?next=/mine`)
  const page = await response.text()
  assert.deepEqual(await markupFaultsOf(page), [])
  assert.match(page, /laptop/)
  assert.match(page, /http:\/\/127\.0\.0\.1/)
  assert.match(page, /former\.example/)
  assert.deepEqual(await opens(), {
    session: false,
    token: false,
    webhooks: 0,
    identities: [provider.issuer],
  })
  await publishPrivately()
  assert.equal(published(), 0)

  await browser.post(`${site.url}/settings/ended-access/dismiss`, {})
  const later = await (await browser.request(`${site.url}/settings`)).text()
  assert.doesNotMatch(later, /laptop|former\.example/)
})

test('a reset by the operator ends all access, and the owner is notified at the next sign-in', async (t) => {
  const { site, root, anna, email, opens, publishPrivately, published } = await start(t)
  await site.withStores(async ({ sessions, db }) => {
    for (const { id } of await db.selectFrom('session').select('id').execute()) await sessions.confirm(id)
  })
  const answer = await postForm(site, `/admin/accounts/${anna.id}/password`, {}, root.headers)
  assert.equal(answer.status, 200)
  const given = /value="([^"]+)"[^>]*readonly|readonly[^>]*value="([^"]+)"/.exec(await answer.text())
  assert.deepEqual(await opens(), { session: false, token: false, webhooks: 0, identities: [] })
  await publishPrivately()
  assert.equal(published(), 0)
  const browser = new TestBrowser()
  const fresh = given?.[1] ?? given?.[2] ?? ''
  const signedIn = await browser.post(`${site.url}/login`, { email, password: fresh, next: '/mine' })
  assert.equal(signedIn.headers.get('location'), `${new URL(site.url).pathname}settings`)
  assert.match(await (await browser.request(`${site.url}/settings`)).text(), /operator[\s\S]*laptop/)
})

test('changing one’s own password ends sessions, and tokens and webhooks if selected', async (t) => {
  const { site, headers, opens, publishPrivately, published } = await start(t)
  const change = (current: string, next: string, cookie: string, more = {}) =>
    postForm(
      site,
      '/settings/password',
      { current_password: current, new_password: next, ...more },
      { ...headers, cookie },
    )
  const kept = await change(password, nextPassword, headers.cookie)
  assert.deepEqual(await opens(), { ...allOpen, session: false })
  await publishPrivately()
  assert.equal(published(), 1)

  const cookie = kept.headers.getSetCookie().find((one) => one.startsWith('gifwright=')) ?? ''
  const all = await change(nextPassword, password, cookie.split(';')[0] ?? '', { revoke_tokens: '1' })
  assert.deepEqual(await opens(), { session: false, token: false, webhooks: 0, identities: [otherIssuer] })
  await publishPrivately()
  assert.equal(published(), 1)
  const next = all.headers.getSetCookie().find((one) => one.startsWith('gifwright=')) ?? ''
  const page = await site.fetch(all.headers.get('location') ?? '', {
    headers: { ...headers, cookie: next.split(';')[0] ?? '' },
  })
  assert.match(await page.text(), /laptop/)
})

test('a block suspends all access and deletes nothing: unblocking restores it', async (t) => {
  const { site, receiver, root, anna, bearer, opens, publishPrivately, published } = await start(t)
  const block = (blocked: '0' | '1') =>
    postForm(site, `/admin/accounts/${anna.id}/block`, { blocked }, root.headers)
  const values = { url: receiver.url('/video.mp4'), category: 1, start: 0, end: 1, title: 'Late' }
  const headers = { ...bearer, 'content-type': 'application/json' }
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from(' '))
      await until('the request has begun', () =>
        site.withStores(async ({ db }) => {
          const row = await db.selectFrom('api_token').select('last_used_at').executeTakeFirst()
          return row?.last_used_at != null
        }),
      )
      assert.equal((await block('1')).status, 303)
      controller.enqueue(Buffer.from(JSON.stringify(values)))
      controller.close()
    },
  })
  const late = await site.fetch('/api/create-gif/source/url', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  })
  assert.deepEqual([late.status, /blocked/.test(await late.text())], [403, true])
  await publishPrivately()
  assert.deepEqual(await opens(), { ...allOpen, session: false, token: false })
  assert.equal(published(), 0)

  assert.equal((await block('0')).status, 303)
  assert.deepEqual(await opens(), allOpen)
  await publishPrivately()
  assert.equal(published(), 1, 'events during the block are not delivered')
})

test('unlinking by the operator also ends access by programs, and keeps the password', async (t) => {
  const { site, root, anna, email, opens } = await start(t)
  const path = `/admin/accounts/${anna.id}/unlink`
  assert.equal((await postForm(site, path, { issuer: otherIssuer }, root.headers)).status, 303)
  assert.deepEqual(await opens(), { session: false, token: false, webhooks: 0, identities: [] })
  assert.equal((await new TestBrowser().post(`${site.url}/login`, { email, password })).status, 303)
})
