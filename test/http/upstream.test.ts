import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { gifListSchema } from './giphy/schemas.ts'
import { pageAnswer } from './tenor/answers.ts'
import { type TestSite, startSite } from '../support/site.ts'

type TenorPage = {
  results: { id: string; title: string; media_formats: Record<string, { url: string }> }[]
  next: string
}
type GiphyPage = {
  data: { id: string; title: string; images: Record<string, { url: string }> }[]
  pagination: { total_count: number; count: number }
}

const isTenorPage = Compile(pageAnswer)
const isGiphyPage = Compile(gifListSchema)

/** Another instance of this program is the upstream server. */
describe('with an upstream server, the compatible interfaces', () => {
  let far: TestSite
  let near: TestSite
  const endings: (() => Promise<void>)[] = []
  before(async () => {
    const each = () => ({ after: (action: () => Promise<void>) => endings.push(action) })
    far = await startSite(each())
    for (let number = 1; number <= 29; number += 1)
      await far.add({ title: `Far cat ${number}`, createdAt: number * 1000 })
    await far.addWithFiles({ title: 'Far cat with files' })
    await far.add({ title: 'Far cat of the night', rating: 'r' })
    near = await startSite(each(), {
      UPSTREAM_URL: `${far.url}/v2`,
      SOURCE_ALLOWED_HOSTS: new URL(far.url).host,
    })
    for (let number = 1; number <= 7; number += 1) await near.add({ title: `Near cat ${number}` })
  })
  after(async () => {
    for (const end of endings.toReversed()) await end()
  })

  const tenor = async (path: string): Promise<TenorPage> => {
    const answer: unknown = await (await near.fetch(`/v2/${path}`)).json()
    assert.ok(isTenorPage.Check(answer), JSON.stringify(isTenorPage.Errors(answer)).slice(0, 500))
    return answer as TenorPage
  }
  const giphy = async (path: string): Promise<GiphyPage> => {
    const answer: unknown = await (await near.fetch(`/v1/gifs/${path}`)).json()
    assert.ok(isGiphyPage.Check(answer), JSON.stringify(isGiphyPage.Errors(answer)).slice(0, 500))
    return answer as unknown as GiphyPage
  }

  test('return its GIFs after their own, to the end and without duplicates', async () => {
    for (const list of ['search?q=cat', 'featured?']) {
      const ids: string[] = []
      const titles: string[] = []
      let next = ''
      do {
        const page = await tenor(`${list}&limit=10&contentfilter=high&pos=${next}`)
        ids.push(...page.results.map(({ id }) => id))
        titles.push(...page.results.map(({ title }) => title))
        next = page.next
      } while (next !== '')
      assert.equal(ids.length, 37, list)
      assert.equal(new Set(ids).size, 37)
      assert.ok(titles.slice(0, 7).every((title) => title.startsWith('Near')))
      assert.ok(titles.slice(7).every((title) => title.startsWith('Far') && !/night/.test(title)))
    }
  })

  test('count only their own GIFs in totals of GIPHY, but still fill the pages', async () => {
    const { data, pagination } = await giphy('search?q=cat&limit=10&rating=g')
    assert.deepEqual([data.length, pagination.count, pagination.total_count], [10, 10, 7])
    const rest = await giphy('trending?limit=50&offset=10&rating=g')
    assert.equal(rest.data.length, 27)
    assert.equal(new Set([...data, ...rest.data].map(({ id }) => id)).size >= 30, true)
    const { data: chosen } = (await (
      await near.fetch('/v1/gifs/search?q=files&fields=id,images.original.url')
    ).json()) as GiphyPage
    assert.deepEqual(Object.keys(chosen[0]?.images ?? {}), ['original'])
  })

  test('name only addresses of this server, which serve the same files', async () => {
    const { results } = await tenor('search?q=files&media_filter=gif,tinymp4,preview,webm')
    const [found] = results
    assert.deepEqual(Object.keys(found?.media_formats ?? {}).toSorted(), [
      'gif',
      'preview',
      'tinymp4',
      'webm',
    ])
    const types: Record<string, string> = {
      gif: 'image/gif',
      tinymp4: 'video/mp4',
      preview: 'image/jpeg',
      webm: 'video/mp4',
    }
    for (const [format, { url }] of Object.entries(found?.media_formats ?? {})) {
      assert.ok(url.startsWith(`${near.url}/media/upstream/`))
      const answer = await fetch(url)
      assert.equal(answer.headers.get('content-type'), types[format])
      assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/)
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      const bytes = await answer.arrayBuffer()
      assert.equal(answer.headers.get('content-length'), String(bytes.byteLength))
    }
    const { data } = await giphy('search?q=files')
    const text = JSON.stringify(data)
    assert.doesNotMatch(text, new RegExp(new URL(far.url).host))
  })

  test("leave this server's own interface unchanged", async () => {
    const answer = await near.fetch('/api/find?q=cat&limit=100')
    const { total } = (await answer.json()) as { total: number }
    assert.equal(total, 7)
    const page = await (await near.fetch('/?q=cat')).text()
    assert.doesNotMatch(page, /Far cat/)
  })

  test('continue with their own GIFs when it is gone', async () => {
    await endings[0]?.()
    endings.shift()
    const { results, next } = await tenor('search?q=cat+near&limit=10')
    assert.deepEqual([results.length, next], [7, ''])
  })
})
