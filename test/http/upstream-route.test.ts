import type { UpstreamFiles } from '../../src/catalogue/upstream.ts'
import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import fastify from 'fastify'
import { upstreamRoute } from '#src/http/media/upstream-route.ts'
import { AppError } from '#src/lib/app-error.ts'
import { createUpstreamUrls } from '#src/media/upstream-urls.ts'
import { serveSurfaces } from '../support/http/surfaces.ts'
import { presentContractError } from '#src/http/plugins/errors.ts'

const bytes = Buffer.from('GIF89a and the rest of it')

async function startRoute(t: TestContext, fetchFile: UpstreamFiles['upstream']['fetchFile']) {
  const server = fastify()
  let base = ''
  const urls = createUpstreamUrls(() => `${base}/media`, 'a secret of the test')
  const upstream = { fetchFile, find: async () => ({ gifs: [], hasMore: false }) }
  serveSurfaces(server, [
    {
      prefix: '',
      methods: ['GET', 'HEAD'],
      authentication: null,
      presentError: presentContractError,
      leniency: 'strict',
      routes: (scope) =>
        void scope.register(async (media) => upstreamRoute(media, { upstream, urls }), { prefix: '/media' }),
    },
  ])
  base = await server.listen({ port: 0 })
  t.after(() => server.close())
  return { urls, base }
}

describe('files of an upstream server', () => {
  test('are served whole and in parts, under signed addresses of this server', async (t) => {
    const asked: string[] = []
    const { urls, base } = await startRoute(t, async (url) => {
      asked.push(url)
      return { bytes, contentType: 'image/gif' }
    })
    const url = urls.urlOf('https://media.example.org/a b.gif?x=ü', 'gif.gif')
    assert.ok(url.startsWith(`${base}/media/upstream/`) && url.endsWith('/gif.gif'))
    const whole = await fetch(url)
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes)
    assert.equal(whole.headers.get('content-length'), String(bytes.length))
    const part = await fetch(url, { headers: { range: 'bytes=3-5' } })
    assert.deepEqual(
      [part.status, part.headers.get('content-range'), await part.text()],
      [206, `bytes 3-5/${bytes.length}`, '89a'],
    )
    const head = await fetch(url, { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), String(bytes.length))
    assert.equal((await fetch(url, { headers: { range: 'bytes=99-' } })).status, 416)
    assert.equal(asked[0], 'https://media.example.org/a b.gif?x=ü')
  })

  test('are never fetched from an address that was not signed here', async (t) => {
    let asked = 0
    const { urls, base } = await startRoute(t, async () => {
      asked += 1
      return { bytes, contentType: 'image/gif' }
    })
    const signed = new URL(urls.urlOf('https://media.example.org/a.gif', 'gif.gif'))
    const [, , , signature = '', encoded = ''] = signed.pathname.split('/')
    const other = Buffer.from('http://169.254.169.254/').toString('base64url')
    for (const path of [
      `${signature}/${other}/gif.gif`,
      `${signature.slice(1)}/${encoded}/gif.gif`,
      `x/${encoded}/gif.gif`,
      `${signature}/${encoded}x/gif.gif`,
    ])
      assert.equal((await fetch(`${base}/media/upstream/${path}`)).status, 404, path)
    assert.equal(asked, 0)
  })

  test('that cannot be fetched reveal nothing of their address', async (t) => {
    const { urls } = await startRoute(t, async (url) => {
      const isTemporary = url.endsWith('later')
      throw new AppError(
        'source_unreachable',
        { detail: 'hostSilent', host: 'secret.example.org' },
        { retry: isTemporary },
      )
    })
    for (const [name, status] of [
      ['later', 503],
      ['never', 404],
    ] as const) {
      const answer = await fetch(urls.urlOf(`https://secret.example.org/${name}`, 'gif.gif'))
      assert.equal(answer.status, status)
      assert.doesNotMatch(await answer.text(), /secret/)
    }
  })
})
