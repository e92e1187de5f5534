import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeToken } from '#src/accounts/tokens.ts'
import { renditionKey } from '#src/media/rendition.ts'
import { password, withPassword } from '../../support/account-site.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm } from '../../support/signed-in.ts'
import { type TestSite, shareSite } from '../../support/site.ts'
import { readZip } from '../../support/media/zip.ts'

const site = shareSite()

const isStored = (site: TestSite, mediaId: string) =>
  site.withStores(
    async ({ mediaStore }) => (await mediaStore.stat(renditionKey(mediaId, 'gif'))) !== undefined,
  )

test('an account’s complete data can be downloaded in one archive, without secrets', async () => {
  const { account, headers } = await withPassword(site)
  const { token } = await site.withStores(({ accounts }) => makeToken(accounts, account.id, 'my laptop'))
  const own = await site.addWithFiles({ ownerId: account.id, title: 'A frog “jumps”', tags: ['pond'] })
  const secret = await site.addWithFiles({ ownerId: account.id, visibility: 'private' })
  const withoutFiles = await site.add({ ownerId: account.id })
  const liked = await site.add({ title: 'Of somebody else' })
  await site.withStores(async ({ collections }) => {
    await collections.addFavorite(account.id, liked.id, 10)
    const values = { name: 'Frogs', description: null, visibility: 'private' as const }
    const { id } = await collections.add({ code: 'AbCdEfGh1234', ownerId: account.id, ...values }, 10)
    await collections.addGif(id, secret.id, 10)
  })

  const answer = await site.fetch('/settings/export', { headers })
  assert.deepEqual(
    ['content-type', 'content-disposition', 'cache-control'].map((name) => answer.headers.get(name)),
    ['application/zip', 'attachment; filename="my-gifs.zip"', 'private, no-store'],
  )
  const files = readZip(Buffer.from(await answer.arrayBuffer()))
  const named = (code: string) => [`gifs/${code}.gif`, `gifs/${code}.mp4`]
  assert.deepEqual(
    [...files.keys()].toSorted(),
    [
      'account.json',
      'collections.json',
      'notices.json',
      'gifs.json',
      'gifs.jsonl',
      ...named(own.code),
      ...named(secret.code),
    ].toSorted(),
  )
  assert.equal(files.get(`gifs/${own.code}.gif`)?.length, own.renditions.gif?.bytes)
  assert.equal(files.get(`gifs/${secret.code}.mp4`)?.length, secret.renditions.mp4?.bytes)
  assert.equal(files.get(`gifs/${own.code}.gif`)?.toString('latin1', 0, 6), 'GIF89a')

  const text = String(files.get('account.json'))
  const facts = JSON.parse(text)
  assert.equal(facts.email, account.email)
  assert.deepEqual(facts.api_tokens[0].name, 'my laptop')
  assert.equal(facts.sessions[0].browser, 'Firefox on Linux')
  assert.doesNotMatch(text, new RegExp(`scrypt|${token}|[0-9a-f]{64}`))
  const kept = JSON.parse(String(files.get('collections.json')))
  assert.deepEqual(kept.favourites, [{ code: liked.code, title: 'Of somebody else' }])
  assert.deepEqual(
    [kept.collections[0].name, kept.collections[0].visibility, kept.collections[0].gifs],
    ['Frogs', 'private', [{ code: secret.code, title: secret.title }]],
  )
  const gifs = JSON.parse(String(files.get('gifs.json')))
  assert.deepEqual(
    gifs.map((gif: { code: string }) => gif.code).toSorted(),
    [own.code, secret.code, withoutFiles.code].toSorted(),
  )
  assert.deepEqual(gifs.find((gif: { code: string }) => gif.code === own.code).tags, ['pond'])
})

test('the archive of an account without GIFs is complete, and only for its owner', async () => {
  const { headers } = await withPassword(site)
  const files = readZip(Buffer.from(await (await site.fetch('/settings/export', { headers })).arrayBuffer()))
  assert.equal(String(files.get('gifs.json')), '[]\n')
  const visitor = await site.fetch('/settings/export', { redirect: 'manual' })
  assert.equal(visitor.headers.get('location'), '/login?next=%2Fsettings%2Fexport')
})

test('an account is deleted with its password: its private GIFs are removed with their files, public ones stay', async () => {
  const { account, headers } = await withPassword(site)
  const open = await site.addWithFiles({ ownerId: account.id })
  const secret = await site.addWithFiles({ ownerId: account.id, visibility: 'private' })
  const remove = (given: string) =>
    postForm(site, '/settings/remove', { public_gifs: 'keep', current_password: given }, headers)
  const wrong = await remove('not my password')
  assert.equal(wrong.status, 422)
  assert.match(await wrong.text(), /This is not your password/)

  const gone = await remove(password)
  assert.deepEqual([gone.status, gone.headers.get('cache-control')], [200, 'no-store'])
  assert.match(gone.headers.getSetCookie()[0] ?? '', /^gifwright=;/)
  const words = await gone.text()
  assert.match(words, /Goodbye/)
  assert.ok(!words.includes(account.email))
  assert.equal((await site.fetch('/settings', { headers, redirect: 'manual' })).status, 303)
  assert.equal((await site.fetch(`/${open.code}`)).status, 200)
  assert.deepEqual([await isStored(site, open.mediaId), await isStored(site, secret.mediaId)], [true, false])
  const signIn = { email: account.email, password }
  assert.equal((await postForm(site, '/login', signIn, { origin: site.url })).status, 422)
})

test('the public GIFs of an account are removed with it on request', async () => {
  const { account, headers } = await withPassword(site)
  const open = await site.addWithFiles({ ownerId: account.id })
  const values = { public_gifs: 'remove', current_password: password }
  assert.equal((await postForm(site, '/settings/remove', values, headers)).status, 200)
  assert.equal((await site.fetch(`/${open.code}`)).status, 404)
  assert.equal(await isStored(site, open.mediaId), false)
})

test('an account without a password cannot be deleted by someone who finds its browser open', async () => {
  const { account, headers } = await withPassword(site)
  await site.withStores(({ db }) => db.updateTable('account').set({ password_hash: null }).execute())
  assert.match((await pageOf(`${site.url}/settings/remove`, { headers })).text('main'), /none yet/)
  const answer = await postForm(
    site,
    '/settings/remove',
    { public_gifs: 'keep', current_password: '' },
    headers,
  )
  assert.equal(answer.status, 403)
  assert.ok(await site.withStores(({ accounts }) => accounts.byId(account.id)))
})
