import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeToken } from '#src/accounts/tokens.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { shareSite, startSite } from '../../support/site.ts'
import { renditionKey } from '#src/media/rendition.ts'

// One site for the tests that need no other.
const site = shareSite()

test('accounts are found by a part of their address, in pages', async (t) => {
  const site = await startSite(t)
  const { headers } = await signedIn(site, { admin: true, email: 'root@example.org' })
  await site.withStores(async ({ accounts }) => {
    for (let number = 10; number < 40; number++) {
      const email = `person${number}@example.org`
      await accounts.add({ email, premium: number === 10, admin: false, passwordHash: null })
    }
  })
  const all = await pageOf(`${site.url}/admin/accounts`, { headers })
  assert.match(all.text('main'), /31 accounts/)
  assert.match(all.text('tbody'), /^root@example\.org Admin/)
  assert.match(all.text('tbody'), /person10@example\.org Premium/)
  const some = await pageOf(`${site.url}/admin/accounts?q=PERSON`, { headers })
  assert.match(some.text('main'), /30 accounts/)
  assert.equal(some.link('next'), '/admin/accounts?q=PERSON&page=2')
  const none = await pageOf(`${site.url}/admin/accounts?q=%25`, { headers })
  assert.match(none.text('main'), /No account found/)
})

test('granting Premium takes effect at the API immediately, and revoking it ends it', async () => {
  const { headers } = await signedIn(site, { admin: true })
  const person = await site.signUp('bert@example.org')
  const make = () =>
    site.post(
      '/api/create-gif/source/url',
      { url: 'https://example.org/a.mp4', start: 0, end: 1, category: 1, watermark_type: 'none' },
      person.headers,
    )
  assert.equal((await make()).status, 403)
  await postForm(site, `/admin/accounts/${person.id}/premium`, { premium: '1' }, headers)
  assert.equal((await make()).status, 200)
  await postForm(site, `/admin/accounts/${person.id}/premium`, { premium: '0' }, headers)
  assert.equal((await make()).status, 403)
})

test('the session and the token of a blocked account are refused until it is unblocked', async () => {
  const { headers } = await signedIn(site, { admin: true })
  const anna = await signedIn(site)
  const token = await site.withStores(async ({ accounts }) => {
    return (await makeToken(accounts, anna.account.id, 'phone')).token
  })
  const api = () => site.json('/api/categories', { headers: { authorization: `Bearer ${token}` } })
  const settings = () => site.fetch('/settings', { headers: anna.headers, redirect: 'manual' })
  const block = (blocked: string) =>
    postForm(site, `/admin/accounts/${anna.account.id}/block`, { blocked }, headers)

  assert.equal((await api()).status, 200)
  assert.equal((await block('1')).headers.get('location'), `/admin/accounts/${anna.account.id}?done=blocked`)
  const { status, body } = await api()
  assert.equal(status, 403)
  assert.match(body.error.message, /blocked/)
  assert.match((await settings()).headers.get('location') ?? '', /^\/login/)
  await block('0')
  assert.equal((await api()).status, 200)
  assert.equal((await settings()).status, 200)
})

test('operators cannot block or remove their own account, nor reset its password', async () => {
  const { account, headers } = await signedIn(site, { admin: true })
  const path = `/admin/accounts/${account.id}`
  assert.equal((await postForm(site, `${path}/block`, { blocked: '1' }, headers)).status, 422)
  assert.equal((await postForm(site, `${path}/remove`, { publicGifs: 'remove' }, headers)).status, 422)
  assert.equal((await postForm(site, `${path}/password`, {}, headers)).status, 422)
  const page = await site.fetch(path, { headers })
  assert.equal(page.status, 200)
  assert.doesNotMatch(await page.text(), /\/(block|remove|password)"/)
})

test('a new password is shown once, works, and ends the sessions', async () => {
  const { headers } = await signedIn(site, { admin: true })
  const anna = await signedIn(site)
  const answer = await postForm(site, `/admin/accounts/${anna.account.id}/password`, {}, headers)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  const password = /<input[^>]* readonly value="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
  assert.ok(password.length >= 12, password)
  assert.match(
    (await site.fetch('/settings', { headers: anna.headers, redirect: 'manual' })).headers.get('location') ??
      '',
    /^\/login/,
  )
  const signIn = (given: string) =>
    postForm(site, '/login', { email: anna.account.email, password: given }, { origin: site.url })
  assert.equal((await signIn(password)).status, 303)
  assert.notEqual((await signIn(`${password}x`)).status, 303)
})

test('removing an account removes its private GIFs, and on request its public ones', async (t) => {
  const site = await startSite(t)
  const { headers } = await signedIn(site, { admin: true })
  for (const publicGifs of ['keep', 'remove']) {
    const { id } = await site.signUp(`${publicGifs}@example.org`)
    const shown = await site.addWithFiles({ ownerId: id })
    const secret = await site.addWithFiles({ ownerId: id, visibility: 'private' })
    const asked = await pageOf(`${site.url}/admin/accounts/${id}/remove`, { headers })
    assert.match(asked.text('h1'), /^Remove (keep|remove)@example\.org\?$/)
    const done = await postForm(site, `/admin/accounts/${id}/remove`, { publicGifs }, headers)
    assert.equal(done.headers.get('location'), '/admin/accounts?done=gone')
    const left = publicGifs === 'keep' ? 200 : 404
    assert.equal((await site.fetch(`/${shown.code}`)).status, left)
    assert.equal((await site.fetch(`/media/gifs/${shown.mediaId}/gif.gif`)).status, left)
    await site.withStores(async ({ catalogue, mediaStore }) => {
      assert.equal(await catalogue.gifByCode(secret.code), undefined)
      assert.equal(await mediaStore.stat(renditionKey(secret.mediaId, 'gif')), undefined)
    })
  }
})
