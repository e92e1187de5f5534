import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { makeToken } from '#src/accounts/tokens.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, type SignedIn, signedIn } from '../../support/signed-in.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { readZip } from '../../support/media/zip.ts'
import { addNotice } from '../../support/stores/notices.ts'

/** A site with a GIF that the operator has hidden, its owner, another account and the operator. */
async function stage(t: TestContext, settings: Record<string, string> = {}) {
  const site = await startSite(t, settings)
  const owner = await signedIn(site, { email: 'owner@example.org' })
  const other = await signedIn(site, { email: 'other@example.org' })
  const operator = await signedIn(site, { email: 'operator@example.org', admin: true })
  const gif = await site.addWithFiles({ title: 'Put away', ownerId: owner.account.id, hidden: true })
  return { site, owner, other, operator, gif }
}

async function tokenHeaders(site: TestSite, { account }: SignedIn): Promise<{ authorization: string }> {
  const { token } = await site.withStores(({ accounts }) => makeToken(accounts, account.id, 'test'))
  return { authorization: `Bearer ${token}` }
}

/** Returns an address without its origin, for use at another site. */
const pathOf = (address: string) => address.slice(new URL(address).origin.length)

test('the record of a hidden GIF contains addresses that only its owner and operators can open', async (t) => {
  const { site, owner, other, operator, gif } = await stage(t)
  const token = await tokenHeaders(site, owner)
  const { status, headers, body } = await site.json(`/api/gif/${gif.code}`, { headers: token })
  assert.deepEqual([status, headers.get('cache-control')], [200, 'private, no-store'])
  const [record] = body.result
  assert.equal(record?.hidden, true)
  const otherToken = await tokenHeaders(site, other)
  const operatorToken = await tokenHeaders(site, operator)
  for (const key of ['gif_url', 'mp4_url', 'webp_url', 'thumb_url'] as const) {
    const address: string = record?.[key] ?? ''
    assert.equal(new URL(address).search, '', address)
    for (const method of ['GET', 'HEAD']) {
      for (const more of [{}, { range: 'bytes=0-1' }, { 'if-none-match': '*' }]) {
        const ask = (who: Record<string, string>) =>
          site.fetch(pathOf(address), { method, headers: { ...more, ...who } })
        for (const who of [{}, other.headers, otherToken, operatorToken]) {
          const refused = await ask(who)
          assert.deepEqual([refused.status, refused.headers.get('cache-control')], [404, 'no-store'])
        }
        for (const who of [owner.headers, token, operator.headers]) {
          const shown = await ask(who)
          assert.ok([200, 206, 304].includes(shown.status), `${method} ${shown.status}`)
          assert.equal(shown.headers.get('cache-control'), 'private, no-store')
          assert.equal(shown.headers.get('cross-origin-resource-policy'), 'same-origin')
        }
      }
    }
  }
})

test('no page, call or archive contains a signed address of a hidden GIF', async (t) => {
  const { site, owner, operator, gif } = await stage(t)
  const task = await site.withStores(async ({ notices, tasks }) => {
    await addNotice({ notices }, { gifId: gif.id, reason: 'spam' })
    return (await tasks.records.list({ status: 'done', start: 0, limit: 1 })).tasks[0]
  })
  const ofOwner = ['', '/edit', '/delete', '/report'].map((end) => `/${gif.code}${end}`)
  const shown: [Record<string, string>, string[]][] = [
    [owner.headers, [...ofOwner, '/mine', `/create/${task?.id}`, `/api/status/${task?.id}`]],
    [await tokenHeaders(site, owner), [`/${gif.code}`, `/api/gif/${gif.code}`]],
    [
      operator.headers,
      [
        `/${gif.code}`,
        '/admin/hidden',
        '/admin/notices',
        `/admin/gifs/${gif.code}/remove`,
        `/${gif.code}/delete`,
      ],
    ],
  ]
  for (const [headers, paths] of shown) {
    for (const path of paths) {
      const answer = await site.fetch(path, { headers })
      const text = await answer.text()
      assert.equal(answer.status, 200, path)
      assert.doesNotMatch(text, /signature=/, path)
      assert.ok(text.includes(gif.code), path)
    }
  }
  const many = await site.fetch('/mine', {
    method: 'POST',
    headers: owner.headers,
    body: new URLSearchParams({ action: 'delete', 'codes[]': gif.code }),
  })
  const asked = await many.text()
  assert.ok(many.status === 200 && asked.includes(gif.mediaId))
  assert.doesNotMatch(asked, /signature=/)
  for (const path of [`/embed/${gif.code}`, `/oembed?url=${encodeURIComponent(`${site.url}/${gif.code}`)}`])
    assert.equal((await site.fetch(path, { headers: owner.headers })).status, 404, path)
  const archive = await site.fetch('/settings/export', { headers: owner.headers })
  const files = readZip(Buffer.from(await archive.arrayBuffer()))
  assert.ok(files.has(`gifs/${gif.code}.gif`))
})

test('pictures of a hidden GIF show on the pages of its owner and of operators, also with media elsewhere', async (t) => {
  const { site, owner, operator, gif } = await stage(t, { MEDIA_URL: 'https://cdn.example/media' })
  for (const [path, { headers }] of [
    ['/mine', owner],
    [`/${gif.code}`, owner],
    [`/${gif.code}`, operator],
    ['/admin/hidden', operator],
  ] as const) {
    const page = await pageOf(site.url + path, { headers })
    const sources = [...page.all('img', 'src'), ...page.all('source', 'src')].filter((address) =>
      address.includes(gif.mediaId),
    )
    assert.ok(sources.length > 0, path)
    for (const address of sources) {
      assert.equal(new URL(address).origin, new URL(site.url).origin, path)
      assert.equal((await fetch(address, { headers })).status, 200, path)
      assert.equal((await fetch(address)).status, 404, path)
    }
  }
})

test('addresses signed while a GIF was private end when it is hidden', async (t) => {
  const { site, owner, operator } = await stage(t)
  const gif = await site.addWithFiles({ ownerId: owner.account.id, visibility: 'private' })
  const { body } = await site.json(`/api/gif/${gif.code}`, { headers: await tokenHeaders(site, owner) })
  const signed = body.result[0]?.gif_url ?? ''
  assert.equal((await fetch(signed)).status, 200)
  await site.withStores(({ catalogue }) => catalogue.change(gif.id, { hidden: true }))
  assert.equal((await fetch(signed)).status, 404)
  assert.equal((await fetch(signed, { headers: { range: 'bytes=0-1' } })).status, 404)
  assert.equal((await fetch(signed, { headers: operator.headers })).status, 200)
})

test('an owner cannot change the visibility of a hidden GIF, alone or with others at once', async (t) => {
  const { site, owner, operator, gif } = await stage(t)
  const open = await site.add({ ownerId: owner.account.id, title: 'Not hidden' })
  const isPrivate = async (code: string) =>
    (await site.withStores(({ catalogue }) => catalogue.gifByCode(code)))?.visibility === 'private'

  const form = await pageOf(`${site.url}/${gif.code}/edit`, { headers: owner.headers })
  assert.match(form.text('main'), /Hidden by the operator.*can’t change/)
  const values = Object.fromEntries(
    form.elements('input').map(({ attribs }) => [attribs.name ?? '', attribs.value ?? '']),
  )
  assert.equal(values.visibility, 'public')
  const edited = { ...values, title: 'A better title', category: '1', rating: 'g' }
  assert.equal((await postForm(site, `/${gif.code}/edit`, edited, owner.headers)).status, 303)
  const refused = await postForm(
    site,
    `/${gif.code}/edit`,
    { ...edited, visibility: 'private' },
    owner.headers,
  )
  assert.equal(refused.status, 403)
  assert.match(await refused.text(), /hidden by the operator/i)
  assert.equal(await isPrivate(gif.code), false)

  const bulk = new URLSearchParams({ action: 'private' })
  for (const code of [open.code, gif.code]) bulk.append('codes[]', code)
  const many = await site.fetch('/mine', { method: 'POST', headers: owner.headers, body: bulk })
  assert.equal(many.status, 403)
  assert.match(await many.text(), /“A better title” is hidden by the operator/)
  assert.deepEqual([await isPrivate(open.code), await isPrivate(gif.code)], [false, false])
  assert.match(
    await (await site.fetch('/admin/hidden', { headers: operator.headers })).text(),
    /A better title/,
  )
})

test('operators keep access to hidden and reported GIFs, even when private', async (t) => {
  const { site, owner, other, operator } = await stage(t)
  const settings = { ownerId: owner.account.id, visibility: 'private' } as const
  const hidden = await site.addWithFiles({ ...settings, title: 'Hidden and private', hidden: true })
  const reported = await site.addWithFiles({ ...settings, title: 'Reported and private' })
  const secret = await site.addWithFiles({ ...settings, title: 'Only private' })
  const report = (gifId: number) =>
    site.withStores(({ notices }) => addNotice({ notices }, { gifId, reason: 'violence', words: 'look' }))
  await report(reported.id)
  const statusFor = async (path: string, { headers }: SignedIn) =>
    (await site.fetch(path, { headers })).status

  const lists = await Promise.all(
    ['/admin/hidden', '/admin/notices'].map(async (path) =>
      pageOf(site.url + path, { headers: operator.headers }),
    ),
  )
  assert.match(lists[0]?.text('main') ?? '', /Hidden and private/)
  assert.match(lists[1]?.text('main') ?? '', /Reported and private/)
  for (const gif of [hidden, reported]) {
    for (const end of ['', '/delete']) assert.equal(await statusFor(`/${gif.code}${end}`, operator), 200)
    assert.equal(await statusFor(`/admin/gifs/${gif.code}/remove`, operator), 200)
    const page = await pageOf(`${site.url}/${gif.code}`, { headers: operator.headers })
    for (const address of page.all('source', 'src').slice(0, 1))
      assert.equal((await fetch(address, { headers: operator.headers })).status, 200)
    assert.equal(await statusFor(`/${gif.code}`, other), 404)
  }
  assert.equal(await statusFor(`/${secret.code}`, operator), 404)

  const act = (path: string, action = '') => postForm(site, path, { back: '', action }, operator.headers)
  assert.equal((await act(`/admin/notices/${reported.code}/decide`, 'rate')).status, 303)
  assert.equal(await statusFor(`/${reported.code}`, operator), 404, 'resolved')
  await report(reported.id)
  assert.equal((await act(`/admin/notices/${reported.code}/decide`, 'hide')).status, 303)
  assert.equal(await statusFor(`/${reported.code}`, operator), 200)
  const shown = await postForm(site, `/${hidden.code}/hide`, { hidden: '0' }, operator.headers)
  const after = await site.fetch(shown.headers.get('location') ?? '', { headers: operator.headers })
  assert.deepEqual([shown.status, after.status], [303, 200])
  assert.equal(await statusFor(`/${hidden.code}`, operator), 404, 'shown again, and private')
  assert.equal((await act(`/admin/gifs/${reported.code}/remove`)).status, 303)
  assert.equal(await statusFor(`/${reported.code}`, owner), 404)
})

test('hiding a GIF removes it from memory: its files, its record, its search results', async (t) => {
  const site = await startSite(t)
  const operator = await signedIn(site, { email: 'operator@example.org', admin: true })
  const gif = await site.addWithFiles({ title: 'Vanishing quokka' })
  const record = (await site.json(`/api/gif/${gif.code}`)).body.result[0]
  const files = [record?.gif_url, record?.mp4_url, record?.thumb_url].map((address) =>
    pathOf(String(address)),
  )
  const statuses = () =>
    Promise.all([`/api/gif/${gif.code}`, ...files].map(async (path) => (await site.fetch(path)).status))
  const found = async () => (await site.json('/api/find?q=quokka')).body.result.length
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(await statuses(), [200, 200, 200, 200])
    assert.equal(await found(), 1)
  }
  const hidden = await postForm(site, `/${gif.code}/hide`, { hidden: '1' }, operator.headers)
  assert.equal(hidden.status, 303)
  assert.deepEqual(await statuses(), [404, 404, 404, 404])
  assert.equal(await found(), 0)
})
