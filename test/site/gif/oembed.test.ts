import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCode } from '#src/catalogue/reserved-words.ts'
import { startSite } from '../../support/site.ts'

test('oEmbed describes a GIF as a photo that plays, in JSON and in XML', async (t) => {
  const site = await startSite(t)
  const gif = await site.add({ title: 'Frog <&> "pond"\u0001', width: 480, height: 270 })
  const page = `${site.url}/${gif.code}`
  const ask = (more = '') => site.fetch(`/oembed?url=${encodeURIComponent(page)}${more}`)
  const answer = await ask()
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.deepEqual(await answer.json(), {
    version: '1.0',
    type: 'photo',
    title: 'Frog <&> "pond"\u0001',
    provider_name: 'Gifwright',
    provider_url: `${site.url}/`,
    cache_age: 3600,
    url: `${site.url}/media/gifs/${gif.mediaId}/gif.gif`,
    width: 480,
    height: 270,
    thumbnail_url: `${site.url}/media/gifs/${gif.mediaId}/thumb.jpg`,
    thumbnail_width: 480,
    thumbnail_height: 270,
  })

  const smaller: unknown = await (await ask('&maxwidth=100&maxheight=100')).json()
  assert.partialDeepStrictEqual(smaller, { width: 100, height: 56, thumbnail_width: 100 })

  const xml = await ask('&format=xml')
  assert.match(xml.headers.get('content-type') ?? '', /^text\/xml/)
  const text = await xml.text()
  assert.match(
    text,
    /^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed><version>1\.0<\/version>/,
  )
  assert.match(text, /<title>Frog &lt;&amp;&gt; &quot;pond&quot; <\/title>/)
  assert.match(text, /<width>480<\/width>/)

  assert.equal((await ask('&format=yaml')).status, 501)

  // In the form of GIPHY's addresses.
  const slug = `${site.url}/gifs/frog-pond-${gif.code}`
  const other = await site.fetch(`/services/oembed?url=${encodeURIComponent(slug)}`)
  assert.equal(((await other.json()) as { width: number }).width, 480)
  for (const path of [`/gifs/frog-pond-${gif.code}`, `/gifs/${gif.code}`]) {
    const redirect = await site.fetch(path, { redirect: 'manual' })
    assert.deepEqual([redirect.status, redirect.headers.get('location')], [301, `/${gif.code}`])
  }
  assert.equal((await site.fetch('/gifs/frog-%2e%2e')).status, 404)
  const html = await (await site.fetch(`/${gif.code}`)).text()
  const [, link] = /type="application\/json\+oembed" href="([^"]+)"/.exec(html) ?? []
  const linked = await fetch(link!.replaceAll('&amp;', '&'))
  assert.equal(((await linked.json()) as { type: string }).type, 'photo')
})

test('oEmbed knows only addresses of public GIFs', async (t) => {
  const site = await startSite(t)
  const { id, headers } = await site.signUp('owner@example.org')
  const secret = await site.add({ visibility: 'private', ownerId: id })
  const spicy = await site.add({ rating: 'r', title: 'Spicy' })
  const open = await site.add()
  const ask = (url: string) => site.fetch(`/oembed?url=${encodeURIComponent(url)}`, { headers })
  const unknown = [
    '',
    'nonsense',
    site.url,
    `${site.url}/${newCode()}`,
    `${site.url}/${secret.code}`,
    `${site.url}/api/gif/${open.code}`,
    `https://elsewhere.test/${open.code}`,
    `ftp://${new URL(site.url).host}/${open.code}`,
    `/${open.code}`,
  ]
  for (const url of unknown) assert.equal((await ask(url)).status, 404, url)
  assert.equal((await site.fetch('/oembed')).status, 404)
  assert.equal((await ask(`${site.url}/${open.code}?utm=x#y`)).status, 200)
  const link: unknown = await (await ask(`${site.url}/${spicy.code}`)).json()
  assert.partialDeepStrictEqual(link, { type: 'link', title: 'Spicy' })
  assert.ok(!JSON.stringify(link).includes('/media/'))
})
