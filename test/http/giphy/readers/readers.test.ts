import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageNames } from '#src/http/giphy/image-renditions.ts'
import { startGiphySite } from '../giphy-site.ts'
import * as giphyRs from './giphy-rs.ts'
import * as giphyTrending from './giphy-trending.ts'
import * as mattermost from './mattermost.ts'
import * as streamChat from './stream-chat-swift.ts'

test('apps in Go, Kotlin, Rust, Swift and TypeScript read the answers of the interface', async (t) => {
  const site = await startGiphySite(t)
  const createdAt = Date.UTC(2026, 10, 22, 21, 50, 11)
  const [gif] = await site.add([
    { title: 'Frog <&> "pond"', createdAt, rating: 'g' },
    { title: 'Frog sticker', hasAlpha: true, width: 90, height: 90, rating: 'g' },
  ])
  const { code, mediaId } = gif!
  const ask = async (path: string) => (await site.fetch(`/v1${path}`)).json()
  const lists = [
    '/gifs/search?q=frog&rating=g',
    '/gifs/trending',
    `/gifs?ids=${code}`,
    '/gifs/search?q=zebrafish',
  ]

  await t.test('Go: moussetc/mattermost-plugin-giphy', async () => {
    const renditions = imageNames.filter(
      (name) => !/^(original_mp4|downsized_small|looping|preview|hd|4k)$/.test(name),
    )
    const found = await ask('/gifs/search?q=frog&offset=0&lang=en')
    const random = await ask('/gifs/random?tag=frog&rating=g')
    for (const rendition of renditions) {
      const { urls, cursor } = mattermost.readSearch(found, rendition)
      assert.deepEqual([urls.length, cursor], [2, '1'], rendition)
      assert.equal(mattermost.readRandom(random, rendition).length, 1)
    }
    assert.deepEqual(mattermost.readRandom(await ask('/gifs/random?tag=zebrafish'), 'fixed_height'), [])
    assert.deepEqual(mattermost.readSearch(await ask('/gifs/search?q=zebrafish'), 'fixed_height').urls, [])
  })

  await t.test('Kotlin: ryanw-mobile/giphy-trending', async () => {
    for (const path of lists) giphyTrending.readList(await ask(path))
    const [read] = giphyTrending.readList(await ask(`/gifs?ids=${code}`))
    assert.equal(read?.imported.getTime(), createdAt)
    assert.equal(read.gif.images.original.hash, mediaId)
  })

  await t.test('Rust: maciej-makowski/giphy-rs', async () => {
    for (const path of lists) giphyRs.readPaginatedGifs(await ask(path))
    for (const path of [`/gifs/${code}`, '/gifs/random', '/gifs/translate?s=frog&weirdness=10'])
      assert.match(giphyRs.readSingleGif(await ask(path)).title, /^Frog/)
  })

  await t.test('Swift: timeless-space/stream-chat-swift', async () => {
    const models = streamChat.readModels(await ask('/gifs/search?q=frog'))
    assert.deepEqual(models.map(({ type }) => type).toSorted(), ['gif', 'sticker'])
    assert.deepEqual(streamChat.readModels(await ask('/stickers/search?q=frog')).length, 1)
    assert.deepEqual(streamChat.readModels(await ask('/gifs/search?q=zebrafish')), [])
  })

  // React Native and web, react/features/gifs/function.any.ts: the id is the part after the last slash of `embed_url`,
  // of a GIF or of an answer with one.
  await t.test('TypeScript: jitsi/jitsi-meet', async () => {
    type JitsiGif = { data?: { embed_url: string }; embed_url?: string }
    const idOf = (found: JitsiGif) => {
      const address = found.embed_url ?? found.data?.embed_url ?? ''
      return address.slice(address.lastIndexOf('/') + 1)
    }
    assert.equal(idOf((await ask(`/gifs/${code}`)) as JitsiGif), code)
    const { data } = (await ask(`/gifs?ids=${code}`)) as { data: JitsiGif[] }
    assert.equal(idOf(data[0]!), code)
  })
})
