import assert from 'node:assert/strict'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { newCode } from '#src/catalogue/code.ts'
import { linksFor } from '#src/site/links.ts'
import { reservedWords } from '#src/catalogue/reserved-words.ts'
import { type Page, pageOf } from '../support/page.ts'
import { type TestSite, startSite } from '../support/site.ts'

describe('the front page', () => {
  test('of a fresh instance says how the first GIF is made, with its own address', async (t) => {
    const site = await startSite(t)
    const page = await pageOf(site.url)
    assert.equal(page.status, 200)
    assert.match(page.text('h1'), /first GIF/)
    assert.match(page.text('code'), new RegExp(`^curl ${site.url}/api/create-gif/source/video `))
    assert.ok(page.all('a', 'href').includes('/api/docs'))
  })

  test('shows the newest first, a page at a time', async (t) => {
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
    assert.equal(beyond.status, 200)
    assert.match(beyond.text('main'), /fewer pages/)
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
    assert.match((await pageOf(`${site.url}/?q=nothing+such`)).text('main'), /Nothing here matches/)
    assert.match((await pageOf(`${site.url}/?category=nothing-such`)).text('main'), /Nothing here matches/)
  })

  test('shows what was typed as text, whatever it is', async (t) => {
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
      assert.equal(page.status, 200)
      assert.equal(page.count('script'), 1)
    }
    const found = await pageOf(`${site.url}/?q=alert`)
    assert.deepEqual(found.cards(), [`<script>alert(1)</script>"' onerror=x`])
    assert.equal(found.count('script'), 1)
  })

  test('leaves out what is private or not safe for work', async (t) => {
    const site = await startSite(t)
    const { id, headers } = await site.signUp('owner@example.org')
    await site.add({ title: 'Hidden', private: true, ownerId: id })
    await site.add({ title: 'Spicy', nsfw: true })
    await site.add({ title: 'Shown' })
    assert.deepEqual((await pageOf(site.url, { headers })).cards(), ['Shown'])
  })
})

describe("a GIF's page", () => {
  let site: TestSite
  const endings: (() => Promise<void>)[] = []
  before(async () => {
    site = await startSite({ after: (action) => endings.push(action) })
  })
  after(async () => {
    for (const end of endings) await end()
  })

  const metaOf = (page: Page) => {
    const keys = [...page.elements('meta')].map((meta) => [
      meta.attribs.property ?? meta.attribs.name,
      meta.attribs.content,
    ])
    return Object.fromEntries(keys) as Record<string, string | undefined>
  }

  test('shows it with all there is to know, to copy and to download', async () => {
    const gif = await site.add({
      title: 'Frog & pond',
      tags: ['frog', 'big splash'],
      width: 480,
      height: 270,
      durationMs: 2400,
      gifBytes: 1_234_567,
    })
    const page = await pageOf(`${site.url}/${gif.code}`)
    const media = `${site.url}/media/gifs/${gif.mediaId}`
    assert.equal(page.status, 200)
    assert.equal(page.text('h1'), 'Frog & pond')
    assert.match(page.text('main'), /480 × 270.*2\.4 s/s)
    const [video] = page.elements('video')
    for (const attribute of ['autoplay', 'loop', 'muted', 'playsinline'])
      assert.ok(attribute in (video?.attribs ?? {}))
    assert.equal(video?.attribs.poster, `${media}/thumb.jpg`)
    assert.deepEqual(page.all('source', 'src'), [`${media}/video.mp4`])
    assert.ok(page.all('img', 'src').includes(`${media}/gif.gif`))
    const links = page.all('a', 'href')
    assert.ok(links.includes(`/?q=big+splash`))
    assert.ok(links.includes(`/?category=${gif.category.code}`))
    for (const file of ['gif.gif', 'video.mp4', 'animation.webp'])
      assert.ok(links.includes(`${media}/${file}?download=1`))
    assert.match(page.text('main'), /1\.23 MB/)
    assert.deepEqual(page.all('input', 'value').slice(-2), [`${site.url}/${gif.code}`, `${media}/gif.gif`])
  })

  test('tells chat programs what plays', async () => {
    const gif = await site.add({ title: 'A "quoted" <title>', width: 320, height: 240 })
    const page = await pageOf(`${site.url}/${gif.code}`)
    const meta = metaOf(page)
    const media = `${site.url}/media/gifs/${gif.mediaId}`
    const expected = {
      'og:type': 'video.other',
      'og:title': 'A "quoted" <title>',
      'og:site_name': 'Gifwright',
      'og:url': `${site.url}/${gif.code}`,
      'og:image': `${media}/gif.gif`,
      'og:image:type': 'image/gif',
      'og:image:width': '320',
      'og:image:height': '240',
      'og:video': `${media}/video.mp4`,
      'og:video:type': 'video/mp4',
      'og:video:width': '320',
      'og:video:height': '240',
      'twitter:card': 'summary_large_image',
      'twitter:image': `${media}/gif.gif`,
    }
    for (const [key, value] of Object.entries(expected)) assert.equal(meta[key], value, key)
    assert.equal(meta['og:video:secure_url'], undefined)
    const rels = Object.fromEntries(page.elements('link').map(({ attribs }) => [attribs.rel, attribs.href]))
    assert.equal(rels.canonical, `${site.url}/${gif.code}`)
    const answer = await fetch(rels.alternate ?? '')
    assert.equal(answer.status, 200)
  })

  test('that is private is there for its owner alone, kept by no cache, found by no search engine', async () => {
    const owner = await site.signUp('one@example.org')
    const other = await site.signUp('two@example.org')
    const gif = await site.add({ title: 'My own secret', private: true, ownerId: owner.id })
    const address = `${site.url}/${gif.code}`
    const mine = await pageOf(address, { headers: owner.headers })
    assert.equal(mine.status, 200)
    assert.equal(mine.headers.get('cache-control'), 'private, no-store')
    const meta = metaOf(mine)
    assert.equal(meta.robots, 'noindex')
    assert.deepEqual(
      Object.keys(meta).filter((key) => /^(og|twitter):/.test(key)),
      [],
    )
    assert.match(mine.all('source', 'src')[0] ?? '', /\?expires=\d+&signature=/)

    const unknown = await pageOf(`${site.url}/${newCode()}`)
    for (const init of [{}, { headers: other.headers }]) {
      const page = await pageOf(address, init)
      assert.equal(page.status, 404)
      assert.equal(page.headers.get('cache-control'), 'private, no-store')
      assert.equal(page.body, unknown.body)
    }
  })

  test('that is not safe for work is shown on demand, and not in chats', async () => {
    const gif = await site.add({ title: 'Spicy', nsfw: true })
    const page = await pageOf(`${site.url}/${gif.code}`)
    const [details] = page.elements('details')
    assert.ok(details !== undefined && !('open' in details.attribs))
    assert.equal(page.count('video'), 1)
    const meta = metaOf(page)
    assert.equal(meta['og:image'], undefined)
    assert.equal(meta['og:video'], undefined)
    assert.equal(meta.rating, 'adult')
  })
})

describe('the site', () => {
  test('answers unknown addresses with a page, and unknown API addresses with JSON', async (t) => {
    const site = await startSite(t)
    for (const path of [
      `/${newCode()}`,
      '/favicon.ico',
      '/a/b/c',
      '/%00',
      '/..%2f..%2fetc',
      '/static/0/x.js',
      `/${'x'.repeat(150)}`,
    ]) {
      const page = await pageOf(site.url + path)
      assert.equal(page.status, 404, path)
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
      assert.equal(page.text('h1'), 'Not found')
    }
    const api = await site.fetch('/api/nothing')
    assert.equal(api.status, 404)
    assert.match(api.headers.get('content-type') ?? '', /^application\/json/)
  })

  test('sends a strict policy with every page and allows nothing inline', async (t) => {
    const site = await startSite(t, { MEDIA_URL: 'https://media.example.org/files' })
    const gif = await site.add()
    for (const path of ['/', `/${gif.code}`, '/nothing', '/oembed', '/robots.txt']) {
      const { headers, body } = await pageOf(site.url + path)
      assert.equal(
        headers.get('content-security-policy'),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https://media.example.org; " +
          "media-src 'self' https://media.example.org; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('referrer-policy'), 'same-origin')
      assert.doesNotMatch(body, /<style|<script(?! type="module" src=)| style=| on[a-z]+=/)
    }
  })

  test('takes its addresses from the settings, never from the request', async (t) => {
    const site = await startSite(t)
    const gif = await site.add()
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }
    const body = await new Promise<string>((resolve, reject) => {
      get(`${site.url}/${gif.code}`, { headers }, (response) => resolve(text(response))).on('error', reject)
    })
    assert.match(body, new RegExp(`${site.url}/${gif.code}`))
    assert.doesNotMatch(body, /evil\.test/)
  })

  test('can live under a path of a shared host', () => {
    const links = linksFor('https://example.org/gifs')
    assert.equal(links.path('/abc'), '/gifs/abc')
    assert.equal(links.absolute('/abc'), 'https://example.org/gifs/abc')
    assert.equal(links.search({ text: 'a b', page: 2 }), '/gifs/?q=a+b&page=2')
    assert.equal(links.search({}), '/gifs/')
    assert.equal(links.codeOf('https://example.org/gifs/abc'), 'abc')
    assert.equal(links.codeOf('https://example.org/abc'), null)
  })

  test('serves script and style to be kept for ever, packed when that is wanted', async (t) => {
    const site = await startSite(t)
    const page = await pageOf(site.url)
    const paths = [
      ...page.all('script', 'src'),
      page.elements('link').find(({ attribs }) => attribs.rel === 'stylesheet')?.attribs.href ?? '',
    ]
    assert.equal(paths.length, 2)
    for (const path of paths) {
      assert.match(path, /^\/static\/[0-9a-f]{12}\/site\.(js|css)$/)
      const packed = await site.fetch(path, { headers: { 'accept-encoding': 'br' } })
      const plain = await site.fetch(path, { headers: { 'accept-encoding': 'identity' } })
      assert.equal(packed.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(packed.headers.get('content-encoding'), 'br')
      assert.equal(plain.headers.get('content-encoding'), null)
      assert.equal(await packed.text(), await plain.text())
    }
    assert.equal((await site.fetch('/favicon.svg')).headers.get('content-type'), 'image/svg+xml')
    assert.match(await (await site.fetch('/robots.txt')).text(), /^User-agent: \*\nDisallow: \/api\/\n$/)
  })

  test('has no address of its own that could be the code of a GIF', () => {
    for (const word of [
      'api',
      'media',
      'static',
      'oembed',
      'embed',
      'create',
      'login',
      'signup',
      'settings',
      'admin',
      'developers',
    ]) {
      assert.ok(reservedWords.has(word))
    }
    for (const word of reservedWords)
      assert.doesNotMatch(word, new RegExp(`^[0-9A-Za-z]{${newCode().length}}$`))
  })
})
