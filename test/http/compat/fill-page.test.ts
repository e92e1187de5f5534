import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type UpstreamFile,
  type UpstreamGif,
  upstreamHeader,
  type UpstreamQuery,
} from '#src/catalogue/upstream.ts'
import { fillPage, type LocalPage } from '#src/http/compat/fill-page.ts'

const query = { text: 'cat', maxRating: 'g', stickers: false, shape: null } as const
const file: UpstreamFile = { url: 'https://far.test/a', width: 2, height: 1, durationMs: 10, bytes: 5 }

function gifNumber(number: number): UpstreamGif {
  const files = new Map([...['gif', 'tinymp4', 'preview'].map((format) => [format, file] as const)])
  return { id: String(number), title: '', description: '', tags: [], createdAt: 0, isSticker: false, files }
}

/** An upstream server with the given number of GIFs, and the requests it got. */
function upstreamWith(total: number) {
  const asked: UpstreamQuery[] = []
  const all = Array.from({ length: total }, (_, index) => gifNumber(index))
  const upstream = {
    find: async (wanted: UpstreamQuery) => {
      asked.push(wanted)
      const { skip, limit } = wanted
      return { gifs: all.slice(skip, skip + limit), hasMore: total > skip + limit }
    },
    fetchFile: () => Promise.reject(new Error('not requested')),
  }
  const urls = { urlOf: (url: string, name: string) => `here/${url.slice(-1)}/${name}`, read: () => null }
  return { asked, files: { upstream, urls } }
}

async function fill(total: number, page: LocalPage, headers: Record<string, string> = {}) {
  const { asked, files } = upstreamWith(total)
  const { gifs, hasMore } = await fillPage(files, { headers, ip: '192.0.2.1' }, query, page)
  return { ids: gifs.map(({ id }) => Number(id)), hasMore, asked: asked.length, gifs }
}

describe('a page that the upstream server fills up', () => {
  test('gets the missing GIFs after the last one of this server, and the next pages continue from there', async () => {
    const first = await fill(20, { start: 0, limit: 10, total: 7, count: 7 })
    assert.deepEqual([first.ids, first.hasMore], [[0, 1, 2], true])
    const second = await fill(20, { start: 10, limit: 10, total: 7, count: 0 })
    assert.deepEqual([second.ids, second.hasMore], [[3, 4, 5, 6, 7, 8, 9, 10, 11, 12], true])
    const last = await fill(20, { start: 20, limit: 10, total: 7, count: 0 })
    assert.deepEqual([last.ids, last.hasMore], [[13, 14, 15, 16, 17, 18, 19], false])
  })

  test('is not filled while there is another page of this server', async () => {
    const { ids, hasMore, asked } = await fill(20, { start: 0, limit: 10, total: 25, count: 10 })
    assert.deepEqual([ids, hasMore, asked], [[], false, 0])
  })

  test('reports on a full last page whether another one follows', async () => {
    const page = { start: 0, limit: 10, total: 10, count: 10 }
    assert.deepEqual((await fill(20, page)).hasMore, true)
    assert.deepEqual((await fill(0, page)).hasMore, false)
    assert.deepEqual((await fill(20, page)).ids, [])
  })

  test('is not filled for a server that itself calls as upstream of another one', async () => {
    const { asked } = await fill(20, { start: 0, limit: 10, total: 0, count: 0 }, { [upstreamHeader]: '1' })
    assert.equal(asked, 0)
  })

  test('has only file addresses of this server', async () => {
    const { gifs } = await fill(1, { start: 0, limit: 10, total: 0, count: 0 })
    const urls = [...(gifs[0]?.files.values() ?? [])].map(({ url }) => url)
    assert.deepEqual(urls, ['here/a/gif.gif', 'here/a/tinymp4.mp4', 'here/a/preview.png'])
  })
})
