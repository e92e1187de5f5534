import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeToken } from '#src/accounts/tokens.ts'
import { newTask } from '../../contract/stores.ts'
import { addressOf, collectSiteRoutes } from '../../support/browser/site-routes.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { countOpenCases } from '../../support/stores/notices.ts'

const form = 'application/x-www-form-urlencoded'
const noTask = 'nosuchtask000000000000'

/** Values that would do harm at any form of the site, if accepted. */
const harm = {
  title: 'Changed',
  category: '1',
  tags: '',
  hidden: '1',
  reason: 'spam',
  words: '',
  name: 'Changed',
  action: 'private',
  premium: '1',
  blocked: '1',
  publicGifs: 'remove',
  public_gifs: 'remove',
  place: '1',
  email: 'evil@example.org',
  password: 'plum velvet anchor',
  source: 'video',
}

async function all(site: TestSite) {
  const [root, anna, bert] = [
    await signedIn(site, { email: 'root@example.org', admin: true }),
    await signedIn(site),
    await signedIn(site, { email: 'bert@example.org' }),
  ]
  const token = await site.withStores(async ({ accounts }) => {
    const made = await makeToken(accounts, anna.account.id, 'her laptop')
    return made.record
  })
  return { root, anna, bert, token }
}

/** Everything that could have been changed, for a comparison. */
function stateOf(site: TestSite) {
  return site.withStores(async ({ accounts, catalogue, notices, sessions }) => {
    const found = await accounts.find({ text: '', start: 0, limit: 100 })
    const everMs = Number.MAX_SAFE_INTEGER / 2
    return {
      ...found,
      categories: await catalogue.listCategories(),
      gifs: await Promise.all(
        found.accounts.map(({ id }) => catalogue.ofOwner(id, { start: 0, limit: 100 })),
      ),
      sessions: await Promise.all(
        found.accounts.map(
          async ({ id }) => (await sessions.list(id, { idleMs: everMs, maxAgeMs: everMs })).length,
        ),
      ),
      reported: await countOpenCases({ notices }),
    }
  })
}

test('no form of the site accepts requests that another site makes a browser send', async (t) => {
  const site = await startSite(t)
  const { root, anna, token } = await all(site)
  const gif = await site.add({ ownerId: root.account.id })
  const values = new URLSearchParams({ ...harm, 'codes[]': gif.code, gif: gif.code })
  const before = await stateOf(site)
  const forms = (await collectSiteRoutes()).filter(({ method }) => method !== 'GET' && method !== 'HEAD')
  assert.ok(forms.length >= 30, `${forms.length} forms`)
  const { cookie } = root.headers
  const foreign = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${site.url}.evil.example` },
    { origin: site.url, 'sec-fetch-site': 'cross-site' },
    { origin: site.url, 'sec-fetch-site': 'same-site' },
    { origin: site.url, 'sec-fetch-site': 'same-origin, cross-site' },
  ]
  for (const route of forms) {
    const ids = [String(anna.account.id), String(token.id)]
    for (const id of ids) {
      const address = addressOf(route, { code: gif.code, id, task: noTask })
      for (const headers of foreign) {
        const answer = await site.fetch(address, {
          method: route.method,
          headers: { cookie, 'content-type': form, ...headers },
          body: values,
          redirect: 'manual',
        })
        assert.equal(answer.status, 403, `${route.method} ${address} ${JSON.stringify(headers)}`)
        assert.equal(answer.headers.get('set-cookie'), null)
      }
    }
  }
  assert.deepEqual(await stateOf(site), before)
})

test('no other account, visitor or token can see or change the objects of an account', async (t) => {
  const site = await startSite(t)
  const { anna, bert, token } = await all(site)
  const berts = await site.withStores(
    async ({ accounts }) => (await makeToken(accounts, bert.account.id, 'his')).token,
  )
  const bearer = { authorization: `Bearer ${berts}`, origin: site.url }
  const own = await site.add({ ownerId: anna.account.id, title: 'For her alone', visibility: 'private' })
  const open = await site.add({ ownerId: anna.account.id, title: 'For all' })
  const sessionId = await site.withStores(async ({ sessions }) => {
    const [session] = await sessions.list(anna.account.id, { idleMs: 1e12, maxAgeMs: 1e12 })
    return session?.id ?? 0
  })
  const before = await stateOf(site)

  for (const { code } of [own, open]) {
    for (const headers of [bert.headers, bearer]) {
      for (const end of ['edit', 'delete']) {
        assert.equal((await site.fetch(`/${code}/${end}`, { headers })).status, 404)
        assert.equal((await postForm(site, `/${code}/${end}`, harm, headers)).status, 404)
      }
      assert.equal((await postForm(site, `/${code}/hide`, { hidden: '1' }, headers)).status, 404)
    }
    for (const end of ['edit', 'delete', 'hide'])
      assert.equal((await postForm(site, `/${code}/${end}`, harm, { origin: site.url })).status, 401)
    for (const [path, values] of [
      ['/mine', { action: 'public', 'codes[]': code }],
      ['/mine', { action: 'delete', 'codes[]': code }],
      ['/mine/delete', { 'codes[]': code }],
    ] as const) {
      const answer = await postForm(site, path, values, bert.headers)
      assert.equal(answer.status, 422)
      assert.doesNotMatch(await answer.text(), /For her alone|For all/)
    }
  }
  assert.equal((await postForm(site, `/${open.code}/hide`, { hidden: '1' }, anna.headers)).status, 403)
  for (const headers of [bert.headers, bearer]) {
    const [revoked, ended] = [
      await postForm(site, `/settings/tokens/${token.id}/revoke`, {}, headers),
      await postForm(site, `/settings/sessions/${sessionId}/end`, {}, headers),
    ]
    assert.ok([401, 404].includes(revoked.status), `${revoked.status}`)
    assert.ok([303, 401].includes(ended.status), `${ended.status}`)
    const asked = await site.fetch(`/settings/tokens/${token.id}/revoke`, { headers, redirect: 'manual' })
    assert.ok([401, 404].includes(asked.status), `${asked.status}`)
  }
  assert.deepEqual(await stateOf(site), before)
  assert.equal((await site.fetch('/settings', { headers: anna.headers })).status, 200)
})

test('a forbidden address gets the same answer as a missing one', async (t) => {
  const site = await startSite(t)
  const { anna, bert } = await all(site)
  const own = await site.add({ ownerId: anna.account.id, visibility: 'private' })
  const hidden = await site.add({ ownerId: anna.account.id, hidden: true })
  const nowhere = 'Zz0123456789'
  const answerOf = async (code: string, path: string, init: RequestInit) => {
    const answer = await site.fetch(path.replace('CODE', code), { redirect: 'manual', ...init })
    const text = (await answer.text()).replaceAll(code, 'CODE')
    return [
      answer.status,
      answer.headers.get('location')?.replace(code, 'CODE'),
      answer.headers.get('cache-control'),
      text,
    ]
  }
  const paths = ['/CODE', '/CODE/edit', '/CODE/delete', '/CODE/report', '/embed/CODE', '/api/gif/CODE']
  for (const headers of [{}, bert.headers]) {
    for (const path of [...paths, `/oembed?url=${encodeURIComponent(`${site.url}/CODE`)}`]) {
      const missing = await answerOf(nowhere, path, { headers })
      for (const { code } of [own, hidden])
        assert.deepEqual(await answerOf(code, path, { headers }), missing, path)
    }
    for (const end of ['edit', 'delete', 'hide', 'report']) {
      const init = {
        method: 'POST',
        headers: { origin: site.url, ...headers },
        body: new URLSearchParams(harm),
      }
      const missing = await answerOf(nowhere, `/CODE/${end}`, init)
      for (const { code } of [own, hidden])
        assert.deepEqual(await answerOf(code, `/CODE/${end}`, init), missing, end)
    }
  }
})

test('private and hidden GIFs are shown only to people who may see them', async (t) => {
  const site = await startSite(t)
  const { anna, bert, root } = await all(site)
  const secret = { title: 'Zanzibar by night', tags: ['zanzibar', 'frog'], ownerId: anna.account.id }
  const own = await site.addWithFiles({ ...secret, visibility: 'private' })
  const hidden = await site.addWithFiles({ ...secret, hidden: true })
  const open = await site.add({ title: 'A frog', tags: ['zanzibarish', 'frog'] })
  const id = await site.withStores(async ({ tasks }) => {
    const task = newTask({ ownerId: anna.account.id }, { visibility: 'private' })
    await tasks.submissions.add({ ...task, request: { ...task.request, title: 'Zanzibar by night' } }, 1000)
    return task.id
  })
  const everywhere = [
    ...['/', '/?q=zanzibar', '/?q=zanzibar+night&nsfw=1', '/?category=animals', `/${open.code}`],
    ...['/search/suggestions?q=zan', '/search/suggestions?q=zanzibar+by', '/mine', '/developers'],
    ...[`/create/${id}`, `/create?from=${id}`, '/api/find?q=zanzibar', '/api/random-gif'],
  ]
  for (const headers of [{}, bert.headers]) {
    for (const path of everywhere) {
      const page = await (await site.fetch(path, { headers })).text()
      assert.doesNotMatch(page, /Zanzibar by night/, path)
      for (const { mediaId, code } of [own, hidden])
        assert.ok(!page.includes(mediaId) && !page.includes(code), path)
    }
    for (let times = 0; times < 20; times++) {
      const random = await site.fetch('/random', { headers, redirect: 'manual' })
      assert.equal(random.headers.get('location'), `/${open.code}`)
    }
  }
  assert.equal((await site.fetch(`/${own.code}`, { headers: root.headers })).status, 404)
  const file = `/media/gifs/${own.mediaId}/gif.gif`
  const page = await (await site.fetch(`/${own.code}`, { headers: anna.headers })).text()
  const signed = new URL((/src="([^"]+gif\.gif[^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&'))
  assert.equal((await fetch(signed)).headers.get('cache-control'), 'private, no-store')
  const later = new URL(signed)
  later.searchParams.set('expires', '99999999999')
  const other = signed.href.replace('gif.gif', 'video.mp4')
  for (const address of [site.url + file, later, other])
    assert.equal((await fetch(address, { headers: anna.headers })).status, 404)
})
