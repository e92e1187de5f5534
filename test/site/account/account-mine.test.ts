import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renditionKey } from '#src/media/rendition.ts'
import { pageOf } from '../../support/browser/page.ts'
import { signedIn } from '../../support/signed-in.ts'
import { type TestSite, shareSite } from '../../support/site.ts'

const site = shareSite()

function act(
  site: TestSite,
  path: string,
  codes: string[],
  values: Record<string, string>,
  headers: Record<string, string>,
) {
  const body = new URLSearchParams(values)
  for (const code of codes) body.append('codes[]', code)
  return site.fetch(path, { method: 'POST', body, headers, redirect: 'manual' })
}

test('all GIFs of an account are listed, newest first and marked, and nobody else’s', async () => {
  const { account, headers } = await signedIn(site)
  const empty = await pageOf(`${site.url}/mine`, { headers })
  assert.match(empty.text('main'), /Make your first GIF/)
  for (let number = 0; number < 25; number++) {
    await site.add({ ownerId: account.id, title: `Frog ${number}`, createdAt: 1000 + number })
  }
  await site.add({ ownerId: account.id, title: 'Put away', hidden: true, createdAt: 4000 })
  await site.add({ ownerId: account.id, title: 'Secret', visibility: 'private', createdAt: 5000 })
  await site.add({ title: 'Of somebody else', createdAt: 6000 })
  const titles = (page: typeof empty) =>
    page
      .elements('a')
      .filter(({ attribs }) => attribs.class === 'own__title')
      .map(page.wordsOf)
  const first = await pageOf(`${site.url}/mine`, { headers })
  assert.equal(first.headers.get('cache-control'), 'private, no-store')
  assert.deepEqual(titles(first).slice(0, 3), ['Secret', 'Put away', 'Frog 24'])
  assert.match(first.text('main'), /27 GIFs.*Private.*Hidden by the operator/)
  const second = await pageOf(site.url + (first.link('next') ?? ''), { headers })
  assert.deepEqual(titles(second), ['Frog 2', 'Frog 1', 'Frog 0'])
  assert.match((await pageOf(`${site.url}/mine?page=9`, { headers })).text('main'), /page doesn’t exist/)
})

test('many of one’s own GIFs become private or public at once', async () => {
  const { account, headers } = await signedIn(site, { admin: true })
  const own = [await site.add({ ownerId: account.id }), await site.add({ ownerId: account.id })]
  const foreign = await site.add()
  const codes = [...own, foreign].map(({ code }) => code)
  const privacy = () =>
    site.withStores(({ catalogue }) =>
      Promise.all(codes.map(async (code) => (await catalogue.gifByCode(code))?.visibility === 'private')),
    )
  const done = await act(site, '/mine', codes, { action: 'private', page: '2' }, headers)
  assert.deepEqual([done.status, done.headers.get('location')], [303, '/mine?done=private&count=2&page=2'])
  assert.deepEqual(await privacy(), [true, true, false])
  assert.equal((await site.fetch(`/${own[0]?.code}`)).status, 404)
  await act(site, '/mine', codes.slice(0, 1), { action: 'public' }, headers)
  assert.deepEqual(await privacy(), [false, true, false])
  assert.match(
    (await pageOf(`${site.url}/mine?done=public&count=1`, { headers })).text('main'),
    /1 GIF made public/,
  )
})

test('tags, category, rating and visibility of many are changed at once, for all or for none', async () => {
  const { account, headers } = await signedIn(site)
  const own = [
    await site.add({ ownerId: account.id, tags: ['frog', 'old'] }),
    await site.add({
      ownerId: account.id,
      tags: ['old', ...Array.from({ length: 18 }, (_, n) => `tag ${n}`)],
    }),
  ]
  const foreign = await site.add()
  const codes = [...own, foreign].map(({ code }) => code)
  const change = { action: 'change', category: '2', rating: 'pg', visibility: 'unlisted' }
  const read = () =>
    site.withStores(async ({ catalogue }) => {
      const gifs = await Promise.all(codes.map((code) => catalogue.gifByCode(code)))
      return gifs.map((gif) => gif && [gif.tags.length, gif.category.id, gif.rating, gif.visibility])
    })
  const before = await read()
  const tooMany = await act(site, '/mine', codes, { ...change, add_tags: 'Pond, green' }, headers)
  assert.equal(tooMany.status, 422)
  const words = await tooMany.text()
  assert.match(words, /would have 21 tags, and 20 is the limit: nothing was changed/)
  assert.match(words, /value="Pond, green"/)
  assert.deepEqual(await read(), before)
  const done = await act(
    site,
    '/mine',
    codes,
    { ...change, add_tags: 'Pond, green', remove_tags: 'OLD' },
    headers,
  )
  assert.equal(done.headers.get('location'), '/mine?done=change&count=2')
  assert.deepEqual(await read(), [
    [3, 2, 'pg', 'unlisted'],
    [20, 2, 'pg', 'unlisted'],
    [foreign.tags.length, foreign.category.id, null, 'public'],
  ])
  for (const [values, message] of [
    [{}, /Choose what to change/],
    [{ category: '999' }, /category/],
    [{ rating: 'x' }, /rating/],
    [{ visibility: 'all' }, /visibility/],
  ] as [Record<string, string>, RegExp][]) {
    const refused = await act(site, '/mine', codes, { action: 'change', ...values }, headers)
    assert.equal(refused.status, 422)
    assert.match(await refused.text(), message)
  }
})

test('deleting many asks first, then removes the files too', async () => {
  const { account, headers } = await signedIn(site)
  const gif = await site.addWithFiles({ ownerId: account.id, title: 'Going <b>' })
  const other = await site.add({ ownerId: account.id })
  const foreign = await site.add()
  const codes = [gif.code, foreign.code]
  const asked = await act(site, '/mine', codes, { action: 'delete' }, headers)
  const words = await asked.text()
  assert.equal(asked.status, 200)
  assert.match(words, /Delete 1 GIF permanently\?/)
  assert.match(words, /Going &lt;b&gt;/)
  assert.equal((await site.fetch(`/${gif.code}`)).status, 200)
  const done = await act(site, '/mine/delete', codes, {}, headers)
  assert.equal(done.headers.get('location'), '/mine?done=delete&count=1')
  const left = await Promise.all(
    [gif, other, foreign].map(async ({ code }) => (await site.fetch(`/${code}`)).status),
  )
  assert.deepEqual(left, [404, 200, 200])
  const file = await site.withStores(({ mediaStore }) => mediaStore.stat(renditionKey(gif.mediaId, 'gif')))
  assert.equal(file, undefined)
})

test('errors of bulk actions are shown above the list', async () => {
  const { account, headers } = await signedIn(site)
  const gif = await site.add({ ownerId: account.id })
  const refused: [string[], Record<string, string>, RegExp][] = [
    [[], { action: 'private' }, /Select some GIFs first/],
    [['nothing'], { action: 'delete' }, /Select some GIFs first/],
    [Array.from({ length: 25 }, () => gif.code), { action: 'delete' }, /at most 24/],
    [[gif.code], { action: 'explode' }, /action/],
  ]
  for (const [codes, values, words] of refused) {
    const answer = await act(site, '/mine', codes, values, headers)
    assert.equal(answer.status, 422)
    assert.match(await answer.text(), words)
  }
  const visitor = await act(site, '/mine', [gif.code], { action: 'private' }, { origin: site.url })
  assert.equal(visitor.status, 401)
})
