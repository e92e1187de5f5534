import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

test('GIFs without a description are listed, and described one after the other', async (t) => {
  const site = await startSite(t)
  const owner = await signedIn(site, { email: 'owner@example.org' })
  const operator = await signedIn(site, { admin: true, email: 'operator@example.org' })
  const ownerId = owner.account.id
  await site.add({ title: 'Described', alt: 'A frog jumps', ownerId })
  const open = await site.add({ title: 'Toad', ownerId })
  const secret = await site.add({ title: 'Newt', ownerId, visibility: 'private' })
  const others = await site.add({ title: 'Heron' })
  const altOf = async (code: string) =>
    (await site.withStores(({ catalogue }) => catalogue.gifByCode(code)))?.alt
  const listed = async (path: string, headers = owner.headers) =>
    (await pageOf(site.url + path, { headers })).all('textarea', 'id')
  const idOf = ({ code }: { code: string }) => `alt-${code}`

  assert.match((await pageOf(`${site.url}/mine`, { headers: owner.headers })).text('main'), /2 GIFs without/)
  assert.deepEqual(await listed('/mine/descriptions'), [secret, open].map(idOf))
  assert.deepEqual(await listed('/admin/descriptions', operator.headers), [others, open].map(idOf))

  const describe = (code: string, alt: string, headers = owner.headers, path = '/mine/descriptions') =>
    postForm(site, `${path}/${code}`, { alt, back: '' }, headers)
  const saved = await describe(secret.code, ' A newt  swims ')
  assert.equal(saved.headers.get('location'), '/mine/descriptions?done=saved')
  assert.equal(await altOf(secret.code), 'A newt swims')
  const next = await pageOf(`${site.url}/mine/descriptions?done=saved`, { headers: owner.headers })
  assert.deepEqual(next.all('textarea', 'id'), [idOf(open)])
  assert.equal(next.all('textarea', 'autofocus').length, 1)
  assert.equal((await describe(open.code, 'x'.repeat(501))).status, 422)
  assert.equal((await describe(others.code, 'Not mine')).status, 404)

  const byOperator = await describe(open.code, 'A toad waits', operator.headers, '/admin/descriptions')
  assert.equal(byOperator.headers.get('location'), '/admin/descriptions?done=described')
  assert.equal(await altOf(open.code), 'A toad waits')
  assert.deepEqual(await listed('/mine/descriptions'), [])
  assert.equal((await describe(open.code, 'x', owner.headers, '/admin/descriptions')).status, 404)
})
