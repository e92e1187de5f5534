import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import type { Account } from '#src/accounts/account.ts'
import type { SiteView } from '#src/site/kit/page/site-view.ts'
import { withFavorites } from '#src/site/kit/requests/with-favorites.ts'
import type { Site } from '#src/site/site.ts'
import type { Visibility } from '#src/catalogue/gif.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import type { CollectionStore } from '#src/catalogue/collections/collection-store.ts'
import { fakeOf } from '../../support/fakes.ts'

const texts = english.collections

async function stage(t: TestContext) {
  const site = await startSite(t)
  const anna = await signedIn(site)
  const ben = await signedIn(site, { email: 'ben@example.org' })
  const operator = await signedIn(site, { email: 'operator@example.org', admin: true })
  const make = async (name: string, visibility: Visibility) => {
    const made = await postForm(
      site,
      '/mine/collections',
      { name, visibility, description: '' },
      anna.headers,
    )
    assert.equal(made.status, 303)
    return String(made.headers.get('location')).slice('/c/'.length)
  }
  const collect = (gif: { code: string }, collection: string, who = anna) =>
    postForm(site, `/${gif.code}/collect`, { collection, action: 'add' }, who.headers)
  return { site, anna, ben, operator, make, collect }
}

test('an account marks favorites on cards and pages, also without script', async (t) => {
  const { site, anna, ben } = await stage(t)
  const [frog, toad] = [await site.add({ title: 'Frog' }), await site.add({ title: 'Toad' })]
  const mark = (code: string, favorite: string, headers: Record<string, string>) =>
    postForm(site, `/${code}/favourite`, { favorite }, headers)
  const back = await mark(frog.code, '1', { ...anna.headers, referer: `${site.url}/?q=frog` })
  assert.deepEqual([back.status, back.headers.get('location')], [303, '/?q=frog'])
  for (const referer of ['https://elsewhere.example/x', `${site.url}//elsewhere.example`, 'nothing']) {
    const { headers } = await mark(frog.code, '1', { ...anna.headers, referer })
    assert.equal(headers.get('location'), `/${frog.code}`)
  }
  const pressed = async (path: string, headers: Record<string, string>) =>
    (await pageOf(site.url + path, { headers }))
      .elements('button')
      .flatMap(({ attribs }) => attribs['aria-pressed'] ?? [])
  assert.deepEqual(await pressed('/', anna.headers), ['false', 'true'])
  assert.deepEqual(await pressed(`/${frog.code}`, anna.headers).then((all) => all[0]), 'true')
  assert.deepEqual(await pressed('/', ben.headers), ['false', 'false'])
  const list = await pageOf(`${site.url}/mine/favourites`, { headers: anna.headers })
  assert.deepEqual([list.cards(), list.headers.get('cache-control')], [['Frog'], 'private, no-store'])
  await mark(frog.code, '0', anna.headers)
  assert.match(
    (await pageOf(`${site.url}/mine/favourites`, { headers: anna.headers })).text('main'),
    /No favorites yet/,
  )

  // A visitor has none, and pages are the same for every visitor.
  assert.deepEqual(await pressed('/', {}), [])
  assert.equal((await mark(toad.code, '1', { origin: site.url })).status, 401)
  assert.equal(
    (await mark(toad.code, '1', { cookie: anna.headers.cookie, origin: 'https://evil.example' })).status,
    403,
  )
  const visit = await site.fetch('/mine/favourites', { redirect: 'manual' })
  assert.equal(visit.headers.get('location'), '/login?next=%2Fmine%2Ffavourites')
})

test('a collection has its page, feed, frame and oEmbed, for everyone with its address', async (t) => {
  const { site, anna, make, collect } = await stage(t)
  const frog = await site.add({ title: 'Frog' })
  const spicy = await site.add({ title: 'Spicy', rating: 'r' })
  const secret = await site.add({ title: 'My secret', visibility: 'private', ownerId: anna.account.id })
  const unlisted = await site.add({ title: 'Unlisted one', visibility: 'unlisted' })
  const code = await make('Party "frogs" <all>', 'public')
  for (const gif of [secret, unlisted, spicy, frog]) assert.equal((await collect(gif, code)).status, 303)

  const own = await pageOf(`${site.url}/c/${code}`, { headers: anna.headers })
  assert.deepEqual(own.cards(), ['My secret', 'Unlisted one', 'Spicy', 'Frog'])
  assert.ok(own.text('main').includes(texts.page.onlyYours(2)))
  const page = await pageOf(`${site.url}/c/${code}`)
  assert.deepEqual([page.text('h1'), page.cards()], ['Party "frogs" <all>', ['Spicy', 'Frog']])
  const pictures = page.elements('meta').filter(({ attribs }) => attribs.property === 'og:image')
  assert.deepEqual(
    pictures.map(({ attribs }) => attribs.content),
    [`${site.url}/media/gifs/${frog.mediaId}/thumb.jpg`],
  )
  const words = await site.fetch(`/c/party-frogs-${code}`, { redirect: 'manual' })
  assert.deepEqual([words.status, words.headers.get('location')], [301, `/c/${code}`])

  const frame = await pageOf(`${site.url}/c/${code}/embed`, { headers: anna.headers })
  assert.match(frame.headers.get('content-security-policy') ?? '', /frame-ancestors \*/)
  assert.equal(frame.count('script'), 0)
  assert.deepEqual(frame.all('video', 'aria-label'), ['Frog'])
  assert.ok(!frame.body.includes(spicy.mediaId))
  const feed = await site.fetch(`/c/${code}/feed.atom`)
  const atom = await feed.text()
  assert.equal(feed.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
  assert.equal(atom.match(/<entry>/g)?.length, 2)
  const { status, body } = await site.json(
    `/oembed?url=${encodeURIComponent(`${site.url}/c/${code}`)}&maxwidth=300`,
  )
  assert.equal(status, 200)
  const answer = body as unknown as {
    type: string
    width: number
    height: number
    html: string
    title: string
  }
  assert.deepEqual(
    [answer.type, answer.width, answer.height, answer.title],
    ['rich', 300, 480, 'Party "frogs" <all>'],
  )
  assert.ok(
    answer.html.startsWith(
      `<iframe src="${site.url}/c/${code}/embed" title="Party &quot;frogs&quot; &lt;all&gt;"`,
    ),
  )
  for (const text of [page.body, frame.body, atom]) {
    for (const gif of [secret, unlisted])
      for (const trace of [gif.code, gif.mediaId, gif.title]) assert.ok(!text.includes(trace), trace)
  }
})

test('a private collection is visible to its owner only, by any route', async (t) => {
  const { site, anna, ben, operator, make, collect } = await stage(t)
  const code = await make('Mine', 'private')
  const gif = await site.add()
  await collect(gif, code)
  const own = await pageOf(`${site.url}/c/${code}`, { headers: anna.headers })
  assert.deepEqual([own.status, own.headers.get('cache-control')], [200, 'private, no-store'])
  const paths = ['', '/edit', '/delete', '/embed', '/feed.atom']
  for (const { headers } of [ben, operator, { headers: {} }]) {
    for (const path of paths) {
      const { status } = await site.fetch(`/c/${code}${path}`, { headers, redirect: 'manual' })
      assert.ok(status === 404 || (status === 303 && !('cookie' in headers)), `${path} ${status}`)
    }
  }
  assert.equal((await site.fetch(`/oembed?url=${encodeURIComponent(`${site.url}/c/${code}`)}`)).status, 404)
  const values = { name: 'Taken', visibility: 'public' }
  for (const who of [ben, operator]) {
    assert.equal((await postForm(site, `/c/${code}/edit`, values, who.headers)).status, 404)
    assert.equal((await postForm(site, `/c/${code}/delete`, {}, who.headers)).status, 404)
    assert.equal((await postForm(site, `/c/${code}/hide`, { hidden: '1' }, who.headers)).status, 404)
    assert.equal((await collect(gif, code, who)).status, 404)
    const move = { action: 'remove', gif: gif.code, place: '1' }
    assert.equal((await postForm(site, `/c/${code}/gifs`, move, who.headers)).status, 404)
  }
  const admin = await pageOf(`${site.url}/admin/collections`, { headers: operator.headers })
  assert.ok(!admin.body.includes(code))
})

test('the owner renames a collection, orders and removes its GIFs, and deletes it', async (t) => {
  const { site, anna, make, collect } = await stage(t)
  const code = await make('Frogs', 'unlisted')
  const gifs = [
    await site.add({ title: 'A' }),
    await site.add({ title: 'B' }),
    await site.add({ title: 'C' }),
  ] as const
  for (const gif of gifs) await collect(gif, code)
  const change = (action: string, gif: { code: string }, place: number) =>
    postForm(site, `/c/${code}/gifs`, { action, gif: gif.code, place: String(place) }, anna.headers)
  const order = async () => (await pageOf(`${site.url}/c/${code}`)).cards()
  await change('move', gifs[2], 1)
  assert.deepEqual(await order(), ['C', 'A', 'B'])
  await change('remove', gifs[0], 2)
  assert.deepEqual(await order(), ['C', 'B'])
  const refused = await postForm(site, `/c/${code}/edit`, { name: ' ', visibility: 'public' }, anna.headers)
  assert.deepEqual([refused.status, /name must have 1 to 100/.test(await refused.text())], [422, true])
  await postForm(
    site,
    `/c/${code}/edit`,
    { name: 'Toads', description: 'Warts.', visibility: 'public' },
    anna.headers,
  )
  assert.equal((await pageOf(`${site.url}/c/${code}`)).text('h1'), 'Toads')
  const made = await postForm(
    site,
    `/${gifs[0].code}/collect/new`,
    { name: 'More', visibility: 'private' },
    anna.headers,
  )
  const more = await pageOf(site.url + String(made.headers.get('location')), { headers: anna.headers })
  assert.deepEqual(more.cards(), ['A'])
  await postForm(site, `/c/${code}/delete`, {}, anna.headers)
  assert.equal((await site.fetch(`/c/${code}`)).status, 404)
  assert.equal((await site.fetch(`/${gifs[1].code}`)).status, 200)
})

test('merging a GIF transfers its places in lists and collections to the remaining one', async (t) => {
  const { site, anna, make, collect } = await stage(t)
  const code = await make('Frogs', 'public')
  const gifs = [
    await site.add({ title: 'A' }),
    await site.add({ title: 'B' }),
    await site.add({ title: 'C' }),
  ] as const
  for (const gif of [gifs[1], gifs[2], gifs[0]]) await collect(gif, code)
  await site.withStores(async ({ collections, duplicates }) => {
    await collections.addFavorite(anna.account.id, gifs[1].id, 10)
    await duplicates.merge(gifs[0].id, gifs[2].id, () => ({}))
    await duplicates.merge(gifs[0].id, gifs[1].id, () => ({}))
  })
  assert.deepEqual((await pageOf(`${site.url}/c/${code}`)).cards(), ['A'])
  const list = await pageOf(`${site.url}/mine/favourites`, { headers: anna.headers })
  assert.deepEqual(list.cards(), ['A'])
})

test('a page requests the favorites of an account among its GIFs once, and never for a visitor', async (t) => {
  const { site, anna } = await stage(t)
  const gifs = [await site.add(), await site.add(), await site.add()]
  const asked: (readonly number[])[] = []
  const collections = fakeOf<CollectionStore>({
    favoritesAmong: async (_account: number, ids: readonly number[]) => (
      asked.push(ids),
      new Set(ids.slice(0, 1))
    ),
  })
  const view = (account: Account | null) =>
    ({ viewer: { account }, favorites: new Set<number>() }) as unknown as SiteView
  assert.equal((await withFavorites(fakeOf<Site>({ collections }), view(null), gifs)).favorites.size, 0)
  assert.equal((await withFavorites(fakeOf<Site>({ collections }), view(anna.account), [])).favorites.size, 0)
  assert.equal(
    (await withFavorites(fakeOf<Site>({ collections }), view(anna.account), gifs)).favorites.size,
    1,
  )
  assert.deepEqual(asked, [gifs.map(({ id }) => id)])
})

test('an operator hides a collection from everyone except its owner, and shows it again', async (t) => {
  const { site, anna, operator, make, collect } = await stage(t)
  const code = await make('Rude name', 'public')
  await collect(await site.add({ title: 'Frog' }), code)
  const list = await pageOf(`${site.url}/admin/collections`, { headers: operator.headers })
  assert.match(list.text('main'), /Rude name/)
  const hide = (hidden: string) =>
    postForm(site, `/admin/collections/${code}/hide`, { hidden }, operator.headers)
  assert.equal((await hide('1')).status, 303)
  for (const path of ['', '/embed', '/feed.atom'])
    assert.equal((await site.fetch(`/c/${code}${path}`)).status, 404)
  assert.equal((await site.json(`/api/collections/${code}`)).status, 404)
  const own = await pageOf(`${site.url}/c/${code}`, { headers: anna.headers })
  assert.ok(own.text('main').includes(texts.page.hiddenForOwner))
  // Its owner cannot show it again.
  assert.equal((await postForm(site, `/c/${code}/hide`, { hidden: '0' }, anna.headers)).status, 404)
  await postForm(site, `/c/${code}/edit`, { name: 'Nice name', visibility: 'public' }, anna.headers)
  assert.equal((await site.fetch(`/c/${code}`)).status, 404)
  assert.equal((await postForm(site, `/c/${code}/hide`, { hidden: '0' }, operator.headers)).status, 303)
  assert.equal((await site.fetch(`/c/${code}`)).status, 200)
})

test('anyone who can see a collection can report it, and operators hide it or answer the reports', async (t) => {
  const { site, anna, operator, make } = await stage(t)
  const code = await make('Bad words', 'public')
  const secret = await make('Mine', 'private')
  const page = await pageOf(`${site.url}/c/${code}`)
  const links = page.elements('a').map(({ attribs }) => attribs.href)
  assert.ok(links.includes(`/c/${code}/report`))
  const own = await pageOf(`${site.url}/c/${code}`, { headers: anna.headers })
  assert.ok(!own.body.includes(`/c/${code}/report`))
  assert.equal((await pageOf(`${site.url}/c/${code}/report`)).text('h1'), 'What’s wrong with “Bad words”?')
  const report = (reason: string, words = '', about = code) =>
    postForm(site, `/c/${about}/report`, { reason, words }, { origin: site.url })
  assert.equal((await report('nsfw', '', secret)).status, 404)
  for (const reason of ['', 'rights', 'toString']) assert.equal((await report(reason)).status, 422, reason)
  assert.equal((await report('illegal')).status, 422)
  assert.equal((await report('spam', 'x'.repeat(10_000))).status, 422)
  const sent = await report('illegal', 'The name <b>insults</b> a person.')
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, `/c/${code}?done=reported`])
  assert.ok((await pageOf(`${site.url}/c/${code}?done=reported`)).body.includes(texts.report.sent))
  for (const _ of [1, 2, 3, 4, 5]) assert.equal((await report('spam')).status, 303)
  assert.equal((await report('spam')).status, 429)

  const queue = async () =>
    (await pageOf(`${site.url}/admin/collections`, { headers: operator.headers })).body
  const waiting = await queue()
  assert.match(waiting, /1 reported collection/)
  const tilesTo = async () =>
    (await pageOf(`${site.url}/admin`, { headers: operator.headers }))
      .elements('a')
      .filter(({ attribs }) => attribs.class?.includes('tile') && attribs.href === '/admin/collections')
      .length
  assert.equal(await tilesTo(), 1, 'the overview shows the report of a collection')
  assert.match(waiting, /The name &lt;b&gt;insults&lt;\/b&gt; a person\./)
  const answer = (action: string, values = {}, headers = operator.headers) =>
    postForm(site, `/admin/collections/${code}/${action}`, values, headers)
  assert.equal((await answer('keep', {}, anna.headers)).status, 404)
  assert.equal((await answer('keep')).status, 303)
  assert.doesNotMatch(await queue(), /reported collection/)
  assert.equal(await tilesTo(), 0)
  assert.equal((await fetch(`${site.url}/c/${code}`)).status, 200)

  assert.equal((await report('spam')).status, 303)
  assert.equal((await answer('hide', { hidden: '1' })).status, 303)
  assert.equal((await fetch(`${site.url}/c/${code}`)).status, 404)
  assert.doesNotMatch(await queue(), /reported collection/)
})
