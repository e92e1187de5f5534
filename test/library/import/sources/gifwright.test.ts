import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createFetchAnswer } from '#src/adapters/sources/fetch/fetch-answer.ts'
import { guardedClient } from '#src/adapters/sources/source-fetcher.ts'
import { type ImportItem, isRefused, type RefusedItem } from '#src/library/import/import-item.ts'
import { openImportSource } from '#src/library/import/open-source.ts'
import { type FetchAnswer, openGifwright } from '#src/library/import/sources/gifwright.ts'
import { cleanUp } from '#test/support/clean-up.ts'
import { startApp } from '#test/support/app.ts'
import { publishGif } from '#test/support/stores/gifs.ts'
import { formatEnglish } from '#src/lib/errors/error-text.ts'

const signal = new AbortController().signal

async function readAll(source: Awaited<ReturnType<typeof openGifwright>>) {
  const items: ImportItem[] = []
  const refused: RefusedItem[] = []
  for await (const item of source.items(signal)) {
    if (isRefused(item)) refused.push(item)
    else items.push(item)
  }
  return { items, refused, count: source.count }
}

type Reply = { status?: number; value?: unknown; text?: string; retryAfterSeconds?: number }

/** An instance that answers as `reply` specifies. `asked` are the calls, `waited` the seconds it made others wait. */
async function readInstance(address: string, reply: (url: URL, call: number) => Reply) {
  const asked: string[] = []
  const waited: number[] = []
  const fetchAnswer: FetchAnswer = async (url) => {
    asked.push(url.pathname + url.search)
    const { status = 200, value, text, retryAfterSeconds = null } = reply(url, asked.length)
    return { status, body: Buffer.from(text ?? JSON.stringify(value)), retryAfterSeconds }
  }
  const wait = async (seconds: number) => void waited.push(seconds)
  const read = await openGifwright(address, { fetchAnswer, wait }).then(readAll)
  return { items: read.items, refused: read.refused, count: read.count, asked, waited }
}

const record = (code: string) => ({
  code,
  title: code,
  gif_url: `https://other.example/media/${code}.gif`,
  tags: [],
})
const page = (codes: string[], total = codes.length): Reply => ({
  value: { status: 'done', total, match: 'exact', result: codes.map(record) },
})
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `c${from + index}`)

test('another instance is read completely, category by category or by a search, with the details of its records', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const [cat, dog] = await app.withStores(async (stores) => {
    const [first, second] = await stores.catalogue.listCategories()
    const one = await publishGif(stores, {
      title: 'A cat',
      tags: ['x y'],
      alt: 'A cat sits.',
      rating: 'r',
      categoryId: first?.id ?? 0,
    })
    await publishGif(stores, { title: 'Secret', visibility: 'unlisted' })
    return [one, await publishGif(stores, { title: 'A dog', categoryId: second?.id ?? 0 })]
  })
  await app.noticeChanges()
  const { host } = new URL(app.url)
  const { client } = guardedClient({ allowedHosts: [host], ports: [Number(new URL(app.url).port)] })
  const options = { folders: 'tags' as const, fetchAnswer: createFetchAnswer(client) }
  const all = await readAll(await openImportSource(`${app.url}/`, options))
  assert.equal(all.count, 2)
  assert.deepEqual(
    all.items.map(({ name, details }) => [name, details]),
    [
      [
        `${app.url}/${cat?.code}`,
        {
          code: cat?.code,
          title: 'A cat',
          alt: 'A cat sits.',
          rating: 'r',
          visibility: 'public',
          category: cat?.category.code,
          tags: ['x y'],
          createdAt: cat?.createdAt,
        },
      ],
      [
        `${app.url}/${dog?.code}`,
        {
          code: dog?.code,
          title: 'A dog',
          rating: 'g',
          visibility: 'public',
          category: dog?.category.code,
          tags: dog?.tags,
          createdAt: dog?.createdAt,
        },
      ],
    ],
  )
  assert.ok(all.items.every(({ from }) => from.kind === 'url' && from.url.startsWith(`${app.url}/media/`)))
  const found = await readAll(await openImportSource(`${app.url}/?q=dog`, options))
  assert.deepEqual(
    found.items.map(({ details }) => details.code),
    [dog?.code],
  )
  const private_ = createFetchAnswer(guardedClient({ allowedHosts: [], ports: [80] }).client)
  await assert.rejects(openImportSource(`${app.url}/`, { folders: 'tags', fetchAnswer: private_ }), {
    code: 'source_refused',
  })
})

test('an instance whose pages are endless, repeat or contradict its total ends by itself', async () => {
  const search = 'https://other.example/?category=cats'
  const all = numbered(0, 250)
  const whole = await readInstance(search, (url) => {
    const start = Number(url.searchParams.get('start'))
    return page(all.slice(start, start + 100), 0)
  })
  assert.equal(whole.items.length, 250)
  assert.equal(whole.asked.length, 3)
  const same = await readInstance(search, () => page(numbered(0, 100), 1e9))
  assert.deepEqual([same.items.length, same.asked.length], [100, 2])
  const empty = await readInstance(search, () => page([], 1e9))
  assert.deepEqual([empty.items.length, empty.asked.length], [0, 1])
  const tooMany = await readInstance(search, () => page(numbered(0, 5000)))
  assert.equal(tooMany.items.length, 100)
  let next = 0
  const endless = openGifwright(search, {
    fetchAnswer: async () => {
      next += 100
      return {
        status: 200,
        body: Buffer.from(JSON.stringify(page(numbered(next - 100, next)).value)),
        retryAfterSeconds: 1,
      }
    },
  })
  const stop = new AbortController()
  await assert.rejects(
    async () => {
      for await (const item of (await endless).items(stop.signal))
        if (item.name.endsWith('c450')) stop.abort()
    },
    { name: 'AbortError' },
  )
})

test('malformed records of an instance are refused one by one, malformed answers as not Gifwright', async () => {
  const result = [
    { code: 'a', gif_url: 'file:///etc/passwd' },
    { code: 'b' },
    { gif_url: 'https://other.example/x.gif' },
    'text',
    {
      code: '../../admin',
      gif_url: 'http://169.254.169.254/latest',
      title: 'x'.repeat(5000),
      tags: ['ok', 1, null, 'y'.repeat(5000)],
      created_at: 'never',
      category: 'none',
      rating: 7,
    },
  ]
  const { items, refused } = await readInstance('https://other.example/?q=a', () => ({
    value: { status: 'done', result },
  }))
  assert.deepEqual(
    refused.map(({ reason }) => formatEnglish(reason)),
    ['It has no address of a file.', 'It has no address of a file.'],
  )
  assert.equal(items.length, 1)
  assert.equal(items[0]?.name, 'https://other.example/..%2F..%2Fadmin')
  assert.equal(items[0]?.details.title?.length, 1000)
  assert.deepEqual(items[0]?.details.tags, ['ok', 'y'.repeat(1000)])
  assert.equal(items[0]?.details.createdAt, undefined)
  for (const reply of [
    { text: '<html>' },
    { text: '[]' },
    { value: { status: 'error' } },
    { text: '{"status":"done"' },
  ])
    await assert.rejects(
      readInstance('https://other.example/', () => reply),
      /is not a Gifwright server/,
    )
  await assert.rejects(
    readInstance('https://other.example/', () => ({ status: 404, text: '' })),
    /answered 404/,
  )
})

test('an instance whose answer is too long, or that redirects to an internal address, is refused', async (t) => {
  const server = createServer((request, response) => {
    if (request.url === '/long') response.end(Buffer.alloc(5000))
    else response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(t, () => void server.close())
  const { port } = server.address() as AddressInfo
  const { client } = guardedClient({ allowedHosts: [`127.0.0.1:${port}`], ports: [port] })
  const fetchAnswer = createFetchAnswer(client)
  const ask = (path: string) =>
    fetchAnswer(new URL(path, `http://127.0.0.1:${port}`), { signal, maxBytes: 4999 })
  await assert.rejects(ask('/long'), { code: 'source_too_large' })
  await assert.rejects(ask('/elsewhere'), { code: 'source_refused' })
})

test('a busy instance is called again after its Retry-After, and not forever', async () => {
  const busy = (call: number): Reply =>
    call < 3 ? { status: 429, text: '', retryAfterSeconds: call === 1 ? 3 : 1e9 } : page(['a'])
  const read = await readInstance('https://other.example/?q=a', (_, call) => busy(call))
  assert.deepEqual([read.items.length, read.waited], [1, [3, 120]])
  await assert.rejects(
    readInstance('https://other.example/?q=a', () => ({ status: 503, text: '' })),
    /answered 503/,
  )
})
