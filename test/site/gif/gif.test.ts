import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newCode } from '#src/catalogue/reserved-words.ts'
import { english } from '#src/site/messages/en/messages.ts'
import { type Page, pageOf } from '../../support/browser/page.ts'
import { type TestSite, startSite } from '../../support/site.ts'
import { renditionsOf } from '../../contract/stores.ts'

const withBytes = (bytes: Parameters<typeof renditionsOf>[1]) =>
  renditionsOf({ width: 480, height: 270, frames: 30 }, bytes)

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

  test('shows it with all its details, to copy and to download', async () => {
    const gif = await site.add({
      title: 'Frog & pond',
      tags: ['frog', 'big splash'],
      width: 480,
      height: 270,
      durationMs: 2400,
      renditions: withBytes({ gif: 1_234_567 }),
    })
    const page = await pageOf(`${site.url}/${gif.code}`)
    const media = `${site.url}/media/gifs/${gif.mediaId}`
    assert.equal(page.status, 200)
    assert.equal(page.text('h1'), 'Frog & pond')
    assert.match(page.text('main'), /480 × 270.*2\.4 s/s)
    assert.equal(page.count('video'), 0)
    const image = page.elements('img').find(({ attribs }) => attribs.src === `${media}/gif.gif`)
    assert.deepEqual([image?.attribs.width, image?.attribs.height], ['480', '270'])
    // For people who prefer less motion.
    assert.deepEqual(page.all('source', 'srcset'), [`${media}/thumb.jpg`])
    const links = page.all('a', 'href')
    assert.ok(links.includes(`/?q=big+splash`))
    assert.ok(links.includes(`/?category=${gif.category.code}`))
    for (const file of ['gif.gif', 'video.mp4', 'animation.webp'])
      assert.ok(links.includes(`${media}/${file}?download=1`))
    assert.match(page.text('main'), /1\.23 MB/)
    assert.deepEqual(
      page.elements('input').flatMap(({ attribs }) => ('readonly' in attribs ? (attribs.value ?? '') : [])),
      [
        `${site.url}/${gif.code}`,
        `${media}/gif.gif`,
        `${media}/video.mp4`,
        `[![Frog & pond](${media}/gif.gif)](${site.url}/${gif.code})`,
        `<iframe src="${site.url}/embed/${gif.code}" title="Frog &amp; pond" width="480" height="270" frameborder="0" loading="lazy" allowfullscreen=""></iframe>`,
      ],
    )
  })

  test('shows the video of a GIF that is too large to load immediately, and a link to the GIF', async () => {
    const large = await site.add({ renditions: withBytes({ gif: 12_300_000 }) })
    const page = await pageOf(`${site.url}/${large.code}`)
    const media = `${site.url}/media/gifs/${large.mediaId}`
    const [video] = page.elements('video')
    for (const attribute of ['autoplay', 'loop', 'muted', 'playsinline'])
      assert.ok(attribute in (video?.attribs ?? {}))
    assert.equal(video?.attribs.poster, `${media}/thumb.jpg`)
    assert.deepEqual(page.all('source', 'src'), [`${media}/video.mp4`])
    assert.match(page.text('main'), /Show the GIF \(12\.3 MB\)/)
    assert.ok(page.all('a', 'href').includes(`${media}/gif.gif`))
  })

  test('is the GIF itself when it is used as an image', async () => {
    const gif = await site.add({ title: 'A frog' })
    const secret = await site.add({ visibility: 'private' })
    const asked = (code: string, accept: string) =>
      fetch(`${site.url}/${code}`, { redirect: 'manual', headers: { accept } })
    for (const accept of ['image/avif,image/webp,image/*,*/*;q=0.8', 'image/gif', '*/*, IMAGE/*']) {
      const answer = await asked(gif.code, accept)
      assert.equal(answer.status, 302)
      assert.equal(answer.headers.get('location'), `${site.url}/media/gifs/${gif.mediaId}/gif.gif`)
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
      assert.match(answer.headers.get('vary') ?? '', /accept(,|$)/i)
      assert.equal((await asked(secret.code, accept)).status, 404)
    }
    for (const accept of ['text/html,image/webp,*/*;q=0.8', '*/*', 'application/json']) {
      const page = await asked(gif.code, accept)
      assert.equal(page.status, 200)
      assert.match(page.headers.get('vary') ?? '', /accept(,|$)/i)
    }
  })

  test('shows how much smaller the MP4 is, if by far', async () => {
    const small = await site.add({ renditions: withBytes({ gif: 5_000_000, mp4: 99_000 }) })
    const hint = english.kit.download.smaller(50)
    assert.ok((await pageOf(`${site.url}/${small.code}`)).text('main').includes(hint))
    for (const mp4Bytes of [1_700_000, 9_000_000, 0]) {
      const other = await site.add({
        renditions: withBytes({ gif: mp4Bytes === 0 ? 0 : 5_000_000, mp4: mp4Bytes }),
      })
      assert.doesNotMatch((await pageOf(`${site.url}/${other.code}`)).text('main'), /smaller/)
    }
  })

  test('gives chat programs a playable file', async () => {
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
      'twitter:card': 'player',
      'twitter:player': `${site.url}/embed/${gif.code}`,
      'twitter:player:width': '320',
      'twitter:player:stream': `${media}/video.mp4`,
      'twitter:player:stream:content_type': 'video/mp4',
      'twitter:image': `${media}/gif.gif`,
    }
    for (const [key, value] of Object.entries(expected)) assert.equal(meta[key], value, key)
    assert.equal(meta['og:video:secure_url'], undefined)
    const rels = Object.fromEntries(page.elements('link').map(({ attribs }) => [attribs.rel, attribs.href]))
    assert.equal(rels.canonical, `${site.url}/${gif.code}`)
    const answer = await fetch(rels.alternate ?? '')
    assert.equal(answer.status, 200)
  })

  test('gives chat programs the still when the GIF is too large for them', async () => {
    const gif = await site.add({ renditions: withBytes({ gif: 30_000_000 }) })
    const meta = metaOf(await pageOf(`${site.url}/${gif.code}`))
    assert.equal(meta['og:image'], `${site.url}/media/gifs/${gif.mediaId}/thumb.jpg`)
    assert.equal(meta['og:image:type'], 'image/jpeg')
    assert.equal(meta['og:video'], `${site.url}/media/gifs/${gif.mediaId}/video.mp4`)
  })

  test('shows similar GIFs, excluding private and NSFW ones', async () => {
    const { id } = await site.signUp('lemur@example.org')
    const gif = await site.add({ title: 'Lemur', tags: ['lemur'], categoryId: 7 })
    await site.add({ title: 'Lemur two', tags: ['lemur'], categoryId: 8 })
    await site.add({ title: 'Secret lemur', tags: ['lemur'], visibility: 'private', ownerId: id })
    await site.add({ title: 'Spicy lemur', tags: ['lemur'], rating: 'r' })
    await site.add({ title: 'Same category', categoryId: 7 })
    const page = await pageOf(`${site.url}/${gif.code}`)
    assert.deepEqual(page.cards(), ['Lemur two', 'Same category'])
  })

  test('is visible only to its owner when private, never cached, and not indexed by search engines', async () => {
    const owner = await site.signUp('one@example.org')
    const other = await site.signUp('two@example.org')
    const gif = await site.add({ title: 'My own secret', visibility: 'private', ownerId: owner.id })
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
    assert.match(mine.all('source', 'srcset')[0] ?? '', /\?expires=\d+&signature=/)
    for (const init of [{}, { headers: other.headers }]) {
      const page = await pageOf(address, init)
      assert.equal(page.status, 404)
      assert.equal(page.headers.get('cache-control'), 'no-store')
      const withoutCode = (body: string) =>
        body.replaceAll(/next=%2F[0-9A-Za-z]+|name="next" value="[^"]+"/g, '')
      const unknown = await pageOf(`${site.url}/${newCode()}`, init)
      assert.equal(withoutCode(page.body), withoutCode(unknown.body))
    }
  })

  test('is shown on demand when NSFW, and not in chats', async () => {
    const gif = await site.add({ title: 'Spicy', rating: 'r' })
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
