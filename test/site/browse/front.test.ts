import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Gif } from '#src/catalogue/gif.ts'
import { english } from '#src/site/messages/en/messages.ts'
import { renditionsOf } from '../../contract/stores.ts'
import { pageOf } from '../../support/browser/page.ts'
import { startSite } from '../../support/site.ts'
import { until } from '../../support/until.ts'

describe('the front page', () => {
  test('is marked as empty on a fresh instance, and links to the maker', async (t) => {
    const site = await startSite(t)
    const page = await pageOf(site.url)
    assert.equal(page.status, 200)
    assert.match(page.text('h1'), /first GIF/)
    assert.match(page.text('main'), /Nobody has shared one here yet/)
    assert.ok(
      page
        .elements('a')
        .some((a) => a.attribs.href === '/create' && page.wordsOf(a) === english.browse.firstGif.make),
    )
    const picture = page.all('img', 'src').find((src) => src.endsWith('/first-gif.svg')) ?? ''
    assert.equal((await site.fetch(picture)).headers.get('content-type'), 'image/svg+xml')
    assert.equal((await site.fetch('/random')).status, 404)
  })

  test('has cards that load files close to their displayed size, if available', async (t) => {
    const site = await startSite(t)
    const file = (width: number, height: number, frames: number) => ({ width, height, frames, bytes: 900 })
    const all = renditionsOf({ width: 480, height: 270, frames: 20 })
    const old = await site.add({ title: 'Old' })
    const wide = { ...all, still360w: file(360, 203, 1), mp4In320: file(320, 180, 20) }
    const shape = { width: 480, height: 270 }
    const landscape = await site.add({ ...shape, title: 'Wide', renditions: wide })
    const portrait = await site.add({
      ...{ width: 270, height: 480, title: 'Tall' },
      renditions: { ...all, mp4In320: file(180, 320, 20) },
    })
    const page = await pageOf(site.url)
    const media = (gif: Gif) => `${site.url}/media/gifs/${gif.mediaId}`
    assert.deepEqual(page.all('a', 'data-mp4'), [
      `${media(portrait)}/video.mp4`, // The small one is too narrow for a card.
      `${media(landscape)}/in-320.mp4`,
      `${media(old)}/video.mp4`,
    ])
    assert.deepEqual(page.all('img', 'srcset'), [
      `${media(landscape)}/still-360w.webp 360w, ${media(landscape)}/thumb.jpg 480w`,
    ])
  })

  test('shows the newest first, page by page', async (t) => {
    const site = await startSite(t)
    for (let number = 1; number <= 30; number++)
      await site.add({ title: `GIF ${number}`, createdAt: number * 1000 })
    const first = await pageOf(site.url)
    assert.deepEqual(first.cards().slice(0, 2), ['GIF 30', 'GIF 29'])
    assert.equal(first.cards().length, 24)
    assert.match(first.text('main'), /30 GIFs/)
    const next = first.link('next')
    assert.equal(next, '/?page=2')
    const second = await pageOf(site.url + next)
    assert.deepEqual(second.cards(), ['GIF 6', 'GIF 5', 'GIF 4', 'GIF 3', 'GIF 2', 'GIF 1'])
    assert.equal(second.link('prev'), '/')
    assert.equal(second.link('next'), undefined)
    const beyond = await pageOf(`${site.url}/?page=9`)
    assert.equal(beyond.status, 404)
    assert.match(beyond.text('main'), /page doesn’t exist.*2 pages/)
    assert.doesNotMatch(beyond.text('main'), /Page 9/)
    assert.equal(beyond.link('prev'), '/?page=2')
    for (const nonsense of ['0', '-1', '1e9', 'x', '99999999999999', '2&page=3']) {
      assert.equal((await pageOf(`${site.url}/?page=${nonsense}`)).status, 200)
    }
  })

  test('searches by text and by category, and keeps one when the other changes', async (t) => {
    const site = await startSite(t)
    await site.add({ title: 'Jumping frog', categoryId: 1 })
    await site.add({ title: 'Jumping cat', categoryId: 2 })
    const { body } = await site.json('/api/categories')
    const one = String(body.categories?.[0]?.code)
    const both = await pageOf(`${site.url}/?q=jumping`)
    assert.equal(both.cards().length, 2)
    assert.ok(both.all('a', 'href').includes(`/?q=jumping&category=${one}`))
    const narrow = await pageOf(`${site.url}/?q=jumping&category=${one}`)
    assert.deepEqual(narrow.cards(), ['Jumping frog'])
    assert.ok(narrow.all('input', 'value').includes(one))
    assert.match((await pageOf(`${site.url}/?q=nothing+such`)).text('main'), /No GIFs found/)
    const unknown = await pageOf(`${site.url}/?category=nothing-such&q=jumping`)
    assert.equal(unknown.status, 404)
    assert.equal(unknown.text('h1'), english.browse.empty.unknownCategory)
    assert.ok(unknown.all('a', 'href').includes(`/?q=jumping&category=${one}`))
    assert.ok(!unknown.all('input', 'value').includes('nothing-such'))
    const empty = await pageOf(`${site.url}/?category=${String(body.categories?.[2]?.code)}`)
    assert.equal(empty.status, 200)
    assert.match(empty.text('main'), /No GIFs in this category/)
  })

  test('keeps the order and exactness of a search in every link, until another search', async (t) => {
    const site = await startSite(t)
    for (let number = 0; number < 60; number++) await site.add({ title: `Frog ${number}` })
    const page = await pageOf(`${site.url}/?q=frog&match=exact&sort=newest&page=2`)
    const links = page.all('a', 'href')
    const search = '/?q=frog&match=exact&sort=newest'
    assert.deepEqual([page.link('prev'), page.link('next')], [search, `${search}&page=3`])
    assert.ok(links.includes('/?q=frog&nsfw=1&match=exact&sort=newest'))
    assert.ok(links.includes('/?q=frog&category=animals&match=exact&sort=newest'))
    assert.ok(links.includes('/?q=frog&match=exact&sort=popular'))
    assert.ok(links.includes('/?q=frog&match=exact'))
    const hidden = page.elements('input').filter(({ attribs }) => attribs.type === 'hidden')
    // The return address of the language choice.
    assert.deepEqual(
      hidden.map(({ attribs }) => attribs.name),
      ['next'],
    )
    for (const ignored of ['match=close', 'match=', 'sort=relevance', 'sort=x', 'sort=NEWEST']) {
      assert.equal((await pageOf(`${site.url}/?q=frog&${ignored}`)).link('next'), '/?q=frog&page=2', ignored)
    }
    assert.equal((await pageOf(`${site.url}/?match=exact&sort=newest`)).link('next'), '/?page=2')
  })

  test('has a menu for the order of results; without a text the newest come first anyway', async (t) => {
    const site = await startSite(t)
    await site.add({ title: 'A frog' })
    const { sort } = english.browse
    const menuOf = async (path: string) => {
      const page = await pageOf(site.url + path)
      const menu = page.elements('details').find(({ attribs }) => attribs.class === 'menu sort')
      return menu === undefined ? '' : page.wordsOf(menu)
    }
    assert.equal(await menuOf('/'), '')
    assert.equal(await menuOf('/?q=nothing'), '')
    assert.equal(
      await menuOf('/?q=frog'),
      `${sort.label}: ${sort.relevance} ${sort.relevance} ${sort.newest} ${sort.popular}`,
    )
    assert.equal(
      await menuOf('/?q=frog&sort=popular'),
      `${sort.label}: ${sort.popular} ${sort.relevance} ${sort.newest} ${sort.popular}`,
    )
    assert.equal(
      await menuOf('/?category=animals'),
      `${sort.label}: ${sort.newest} ${sort.newest} ${sort.popular}`,
    )
    assert.match((await pageOf(`${site.url}/?sort=popular`)).text('h1'), /Most popular/)
  })

  test('offers only categories that have GIFs to show, and the chosen one', async (t) => {
    const site = await startSite(t)
    const { id, headers } = await site.signUp('owner@example.org')
    await site.add({ categoryId: 2 })
    await site.add({ categoryId: 4, rating: 'r' })
    await site.add({ categoryId: 5, visibility: 'private', ownerId: id })
    await site.add({ categoryId: 6, hidden: true, ownerId: id })
    const { body } = await site.json('/api/categories')
    const categories = body.categories ?? []
    assert.ok(categories.length > 6)
    const offered = async (path: string) => {
      const page = await pageOf(site.url + path, { headers })
      const chips = page.elements('a').filter(({ attribs }) => attribs.class === 'chip')
      return chips.filter(({ attribs }) => attribs.rel === undefined).map(page.wordsOf)
    }
    const named = (...places: number[]) => [
      english.browse.allCategories,
      ...places.map((place) => categories[place - 1]?.name),
    ]
    assert.deepEqual(await offered('/'), named(2))
    assert.deepEqual(await offered('/?nsfw=1'), named(2, 4))
    assert.deepEqual(await offered(`/?category=${categories[2]?.code}`), named(2, 3))
    assert.deepEqual(await offered('/?q=nothing'), named(2))
  })

  test('shows any typed text as text', async (t) => {
    const site = await startSite(t)
    await site.add({ title: `<script>alert(1)</script>"' onerror=x`, tags: ['<b>', '"&'] })
    for (const typed of [
      '"><script>alert(1)</script>',
      `' onfocus='x`,
      '\u0000\u202e',
      'a'.repeat(5000),
      '%',
      '*"NEAR(',
    ]) {
      const page = await pageOf(
        `${site.url}/?q=${encodeURIComponent(typed)}&category=${encodeURIComponent(typed)}`,
      )
      assert.equal(page.status, 404)
      assert.equal((await pageOf(`${site.url}/?q=${encodeURIComponent(typed)}`)).status, 200)
      assert.equal(page.count('script'), 2)
    }
    const found = await pageOf(`${site.url}/?q=alert`)
    assert.deepEqual(found.cards(), [`<script>alert(1)</script>"' onerror=x`])
    assert.equal(found.count('script'), 2)
  })

  test('leaves out private, hidden and NSFW GIFs', async (t) => {
    const site = await startSite(t)
    const { id, headers } = await site.signUp('owner@example.org')
    await site.add({ title: 'Secret', visibility: 'private', ownerId: id })
    await site.add({ title: 'Hidden', hidden: true, ownerId: id })
    await site.add({ title: 'Spicy', rating: 'r' })
    await site.add({ title: 'Shown' })
    assert.deepEqual((await pageOf(site.url, { headers })).cards(), ['Shown'])
  })

  test('shows NSFW GIFs on request, marked, and every link keeps the choice', async (t) => {
    const site = await startSite(t)
    for (let number = 0; number < 30; number++)
      await site.add({ title: `Spicy ${number}`, rating: number > 0 ? 'r' : null })
    const usual = await pageOf(`${site.url}/?q=spicy`)
    assert.deepEqual(usual.cards(), ['Spicy 0'])
    const wish = usual.elements('a').find((a) => usual.wordsOf(a) === 'Show NSFW')?.attribs.href
    assert.equal(wish, '/?q=spicy&nsfw=1')
    const asked = await pageOf(site.url + wish)
    assert.equal(asked.cards().length, 24)
    assert.equal(asked.elements('span').filter(({ attribs }) => attribs.class === 'card__mark').length, 24)
    assert.equal(asked.link('next'), '/?q=spicy&nsfw=1&page=2')
    const links = asked.all('a', 'href')
    assert.ok(links.includes('/?q=spicy&category=animals&nsfw=1'))
    assert.ok(links.includes('/random?nsfw=1'))
    assert.ok(links.includes('/?q=spicy'))
    assert.ok(asked.elements('input').some(({ attribs }) => attribs.name === 'nsfw' && attribs.value === '1'))
    assert.ok(
      asked
        .elements('meta')
        .some(({ attribs }) => attribs.name === 'robots' && attribs.content === 'noindex'),
    )
  })

  test('reports when all GIFs are NSFW and therefore hidden', async (t) => {
    const site = await startSite(t)
    await site.add({ title: 'Spicy', rating: 'r' })
    const page = await pageOf(site.url)
    assert.match(page.text('main'), /All GIFs here are marked NSFW/)
    assert.ok(page.all('a', 'href').includes('/?nsfw=1'))
    assert.deepEqual((await pageOf(`${site.url}/?nsfw=1`)).cards(), ['Spicy'])
  })

  test('reserves the room of every card by its classes, within limits', async (t) => {
    const site = await startSite(t)
    const shapes: [number, number, string][] = [
      [480, 480, 't4 u8'],
      [480, 270, 't2 u7'],
      [270, 480, 't8 u5'],
      [1000, 10, 't2 u0'],
      [10, 1000, 't8 u6'],
    ]
    for (const [width, height] of shapes) await site.add({ width, height })
    const page = await pageOf(site.url)
    const classes = page.elements('li').flatMap(({ attribs }) => attribs.class ?? [])
    assert.deepEqual(classes, shapes.map(([, , rows]) => `card ${rows}`).toReversed())
  })

  test('loads the first row immediately, and all other stills when they are near', async (t) => {
    const site = await startSite(t)
    for (let number = 0; number < 10; number++) await site.add()
    const stills = (await pageOf(site.url))
      .elements('img')
      .filter(({ attribs }) => attribs.src?.endsWith('thumb.jpg'))
    assert.deepEqual(
      stills.map(({ attribs }) => attribs.loading),
      [...Array(8).fill(undefined), ...Array(2).fill('lazy')],
    )
  })
})

describe('the random link', () => {
  test('leads to a public GIF of the category, a different one each time', async (t) => {
    const site = await startSite(t)
    const codes = new Set<string>()
    for (let number = 0; number < 3; number++) codes.add((await site.add({ categoryId: 1 })).code)
    const other = await site.add({ categoryId: 2 })
    const spicy = await site.add({ categoryId: 2, rating: 'r' })
    const { id } = await site.signUp('owner@example.org')
    await site.add({ categoryId: 2, visibility: 'private', ownerId: id })
    const { body } = await site.json('/api/categories')
    const ask = async (query: string) => {
      const answer = await site.fetch(`/random${query}`, { redirect: 'manual' })
      assert.equal(answer.status, 303)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      return answer.headers.get('location')?.slice(1) ?? ''
    }
    const led = new Set<string>()
    for (let turn = 0; turn < 40; turn++) led.add(await ask(`?category=${body.categories[0]?.code}`))
    assert.deepEqual(led, codes)
    const inSecond = `?category=${body.categories[1]?.code}`
    for (let turn = 0; turn < 10; turn++) assert.equal(await ask(inSecond), other.code)
    const asked = new Set<string>()
    for (let turn = 0; turn < 40; turn++) asked.add(await ask(`${inSecond}&nsfw=1`))
    assert.deepEqual(asked, new Set([other.code, spicy.code]))
    assert.equal((await site.fetch('/random?category=nothing-such')).status, 404)
  })
})

describe('suggestions', () => {
  test('are JSON that may be cached for a minute, each with its link', async (t) => {
    const site = await startSite(t)
    const gif = await site.add({ title: 'A <frog>', tags: ['frog pond'] })
    const answer = await site.fetch('/search/suggestions?q=fro')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=60')
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    assert.deepEqual(await answer.json(), {
      suggestions: [
        { kind: 'search', text: 'frog', path: '/?q=frog' },
        { kind: 'tag', text: 'frog pond', path: '/?q=frog+pond' },
        {
          kind: 'gif',
          text: 'A <frog>',
          path: `/${gif.code}`,
          thumb: `${site.url}/media/gifs/${gif.mediaId}/thumb.jpg`,
        },
      ],
    })
    for (const query of ['', '?q=', '?q=%00', '?q=a&q=b', `?q=${'x'.repeat(5000)}`]) {
      assert.equal((await site.fetch(`/search/suggestions${query}`)).status, 200, query)
    }
  })

  test('leave out categories that have no GIFs to show', async (t) => {
    const site = await startSite(t)
    const { body } = await site.json('/api/categories')
    const [first] = body.categories ?? []
    const suggested = async () => {
      const answer = await site.json(`/search/suggestions?q=${encodeURIComponent(String(first?.name))}`)
      return answer.body
    }
    await site.add({ title: 'A frog', categoryId: Number(first?.id), rating: 'r' })
    assert.deepEqual(await suggested(), { suggestions: [] })
    await site.add({ title: 'A frog', categoryId: Number(first?.id) })
    // The list of categories is cached for a second.
    await until('the category', async () => JSON.stringify(await suggested()).includes('"kind":"category"'))
  })

  test('are the same for everyone: without private, hidden or NSFW GIFs', async (t) => {
    const site = await startSite(t)
    const { id, headers } = await site.signUp('owner@example.org')
    await site.add({ title: 'Frog one', tags: ['frogs'], visibility: 'private', ownerId: id })
    await site.add({ title: 'Frog two', tags: ['frogs'], hidden: true, ownerId: id })
    await site.add({ title: 'Frog three', tags: ['frogs'], rating: 'r', ownerId: id })
    const answer = await site.fetch('/search/suggestions?q=frog&nsfw=1', { headers })
    assert.deepEqual(await answer.json(), { suggestions: [] })
  })
})
