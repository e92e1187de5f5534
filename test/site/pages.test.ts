import assert from 'node:assert/strict'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { newCode, reservedWords } from '#src/catalogue/reserved-words.ts'
import { linksFor } from '#src/site/kit/page/links.ts'
import { pageOf } from '../support/browser/page.ts'
import { startSite } from '../support/site.ts'

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
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: https://media.example.org; " +
          "media-src 'self' blob: https://media.example.org; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
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

  test('serves script and style with permanent caching, compressed on request', async (t) => {
    const site = await startSite(t)
    const page = await pageOf(site.url)
    const paths = [
      ...page.all('script', 'src'),
      ...page
        .elements('link')
        .flatMap(({ attribs }) => (attribs.rel === 'stylesheet' ? [attribs.href ?? ''] : [])),
    ]
    assert.equal(paths.length, 4)
    for (const path of paths) {
      assert.match(path, /^\/static\/[0-9a-f]{12}\/(kit|browse)\.(en\.js|css)$/)
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
      'picker',
    ]) {
      assert.ok(reservedWords.has(word))
    }
    for (const word of reservedWords)
      assert.doesNotMatch(word, new RegExp(`^[0-9A-Za-z]{${newCode().length}}$`))
  })
})
