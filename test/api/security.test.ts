import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Gif } from '#src/catalogue/gif.ts'
import { hashSecret, makeToken } from '#src/accounts/tokens.ts'
import { mainRenditions, renditions } from '#src/media/rendition.ts'
import { isFullRun } from '../support/full-run.ts'
import { requestExactly } from '../support/http/exact-request.ts'
import { startSite, type TestSite } from '../support/site.ts'

const nowhere = 'Zz0123456789'
const endings: (() => Promise<void>)[] = []

describe('an API token', () => {
  let site: TestSite
  let token: string
  let own: Gif
  before(async () => {
    site = await startSite({ after: (end) => void endings.push(end) })
    token = await site.token('anna@example.org')
    const account = await site.withStores(({ accounts }) => accounts.byEmail('anna@example.org'))
    own = await site.add({ ownerId: account?.id ?? null, visibility: 'private', title: 'For her alone' })
  })
  after(() => Promise.all(endings.map((end) => end())))

  const statusWith = async (authorization: string) =>
    (await requestExactly(site.url, { path: `/api/gif/${own.code}`, headers: { authorization } })).status

  test('is accepted complete and exact, from the Authorization header only', async () => {
    assert.equal(await statusWith(`Bearer ${token}`), 200)
    assert.equal(await statusWith(`bearer   ${token} `), 200, 'as specified by RFC 9110')
    const flipped = token.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))
    const wrong = [
      ...['', 'gw_', token.slice(0, -1), `${token}x`, token.slice(3), token.toUpperCase(), flipped],
      ...[hashSecret(token), createHash('sha256').update(token).digest('base64url'), `${token}\t${token}`],
      ...['x'.repeat(201), 'x'.repeat(12_000), `${token},${token}`, `"${token}"`, "' or 1=1 --", '%00'],
      ...['null', 'undefined', '__proto__', `${token}\u00e9`, '*'],
    ]
    for (const one of wrong) assert.equal(await statusWith(`Bearer ${one}`), 401, one)
    for (const header of [token, `Token ${token}`, `Basic ${btoa(`x:${token}`)}`, `Bearer ${token} ${token}`])
      assert.equal(await statusWith(header), 401, header)
  })

  test('in an address, a body, a cookie or another header opens nothing', async () => {
    const address = `/api/gif/${own.code}`
    for (const query of ['token', 'access_token', 'authorization', 'api_key', 'Bearer']) {
      const path = `${address}?${query}=${encodeURIComponent(query === 'authorization' ? `Bearer ${token}` : token)}`
      assert.equal((await requestExactly(site.url, { path })).status, 404, query)
    }
    for (const headers of [
      { cookie: `token=${token}; gifwright=${token}; __Host-gifwright=${token}; authorization=${token}` },
      { 'x-api-key': token },
      { 'proxy-authorization': `Bearer ${token}` },
      { 'x-forwarded-authorization': `Bearer ${token}` },
    ])
      assert.equal((await requestExactly(site.url, { path: address, headers })).status, 404)
    const asked = { url: 'http://example.org/a.mp4', start: 0, end: 1, category: 1, private: 1 }
    const refused = await site.post('/api/create-gif/source/url', { ...asked, token, access_token: token })
    assert.equal(refused.status, 401)
  })

  test('has the rights of its account, whatever else the body says', async () => {
    const harm = {
      owner_id: 99,
      ownerId: 99,
      account: 1,
      accountId: 1,
      admin: 1,
      premium: 1,
      hidden: 1,
      blocked: 0,
      id: 'mine',
      code: 'mine00000000',
      status: 'done',
      media_id: '../x',
      uploads: ['incoming/x'],
      watermark: false,
      kind: 'video',
      __proto__: { premium: true },
    }
    const asked = { url: 'http://example.org/a.mp4', start: 0, end: 1, category: 1 }
    const bearer = { authorization: `Bearer ${token}` }
    const { body } = await site.post('/api/create-gif/source/url', { ...asked, ...harm }, bearer)
    const task = await site.withStores(({ tasks }) => tasks.submissions.read(body.id))
    assert.partialDeepStrictEqual(
      { ...task },
      {
        ownerId: own.ownerId,
        status: 'waiting',
        request: { kind: 'url', uploads: [], watermark: true, visibility: 'public' },
      },
    )
    assert.notEqual(task?.code, harm.code)
    const paid = await site.post(
      '/api/create-gif/source/url',
      { ...asked, ...harm, watermark_type: 'none' },
      bearer,
    )
    assert.equal(paid.status, 403)
  })

  test('is stored as a hash, and appears in no answer', async () => {
    const rows = await site.withStores(({ db }) => db.selectFrom('api_token').selectAll().execute())
    assert.ok(rows.every((row) => !JSON.stringify(row).includes(token.slice(7))))
    assert.equal(rows[0]?.hash, hashSecret(token))
  })
})

test('no header changes the method of a call', async (t) => {
  const site = await startSite(t)
  const gif = await site.add()
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    for (const method of ['DELETE', 'POST', 'PUT'])
      assert.equal(
        (await requestExactly(site.url, { path: `/api/gif/${gif.code}`, headers: { [name]: method } }))
          .status,
        200,
      )
    const posted = await requestExactly(site.url, {
      path: `/${gif.code}?_method=DELETE`,
      method: 'POST',
      headers: { [name]: 'DELETE', origin: site.url },
    })
    assert.ok([404, 405].includes(posted.status), `${posted.status}`)
  }
  assert.equal((await site.fetch(`/${gif.code}`)).status, 200)
})

test('another site reads the API without the browser’s cookies, and cannot send any', async (t) => {
  const site = await startSite(t)
  const headers = { origin: 'https://evil.example', cookie: 'gifwright=x' }
  for (const path of ['/api/categories', '/api/find?q=x', '/api/nothing', '/api/gif/none']) {
    for (const method of ['GET', 'OPTIONS']) {
      const asked = { ...headers, 'access-control-request-method': 'POST' }
      const answer = await requestExactly(site.url, { path, method, headers: asked })
      assert.equal(answer.headers['access-control-allow-origin'] ?? '*', '*', path)
      assert.equal(answer.headers['access-control-allow-credentials'], undefined, path)
    }
  }
  for (const path of ['/', '/login', '/settings', '/create', '/search/suggestions?q=x'])
    assert.equal(
      (await requestExactly(site.url, { path, headers })).headers['access-control-allow-origin'],
      undefined,
    )
})

test('no address leads outside the served files', async (t) => {
  const site = await startSite(t)
  const gif = await site.addWithFiles()
  const ups = ['..', '%2e%2e', '.%2e', '%2e.', '%252e%252e', '..%5c', '..\\', '%c0%ae%c0%ae', '%00', '....//']
  const folders = ['/', '/media/', `/media/gifs/`, `/media/gifs/${gif.mediaId}/`, '/api/docs/', '/static/']
  const rooms = [...folders, '/api/gif/', '/api/status/', '/embed/', '/create/']
  let number = 0
  const files = ['gifwright.db', 'etc/passwd', 'package.json', 'gif.gif', 'proc/self/environ']
  for (const room of rooms) {
    number++
    for (const up of ups) {
      for (const slash of ['/', '%2f', '%5c']) {
        for (const file of isFullRun ? files : [files[number++ % files.length]]) {
          const path = `${room}${`${up}${slash}`.repeat(4)}${file}`
          const { status, body, headers } = await requestExactly(site.url, { path })
          assert.ok([400, 404].includes(status), `${path} ${status}`)
          assert.doesNotMatch(String(body), /root:|SQLite format|"dependencies"|PATH=|\/tmp\//, path)
          assert.equal(headers['x-content-type-options'], 'nosniff', path)
        }
      }
    }
  }
  for (const path of [`//evil.example/`, '/\\evil.example', '/%5cevil.example', '/%2f%2fevil.example/..']) {
    const { status, headers } = await requestExactly(site.url, { path })
    assert.deepEqual([[400, 404].includes(status), headers.location], [true, undefined], path)
  }
})

describe('the files of a private GIF', () => {
  let site: TestSite
  let own: Gif
  let other: Gif
  const ends: (() => Promise<void>)[] = []
  before(async () => {
    site = await startSite({ after: (end) => void ends.push(end) })
    const { id } = await site.signUp('anna@example.org')
    own = await site.addWithFiles({ ownerId: id, visibility: 'private' })
    other = await site.addWithFiles({ ownerId: id, visibility: 'private' })
  })
  after(() => Promise.all(ends.map((end) => end())))

  const signedFor = async (gif: Gif) => {
    const token = await site.withStores(async ({ accounts }) => {
      return (await makeToken(accounts, gif.ownerId ?? 0, 'x')).token
    })
    const { body } = await site.json(`/api/gif/${gif.code}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return new URL(body.result[0]?.gif_url ?? '')
  }

  test('reveal nothing without a signature, for any request', async () => {
    const signed = await signedFor(own)
    const etag = (await fetch(signed)).headers.get('etag') ?? ''
    const modified = (await fetch(signed)).headers.get('last-modified') ?? ''
    const conditions = [
      ...[
        {},
        { range: 'bytes=0-1' },
        { range: 'bytes=999999999-' },
        { range: 'bytes=0-1', 'if-range': etag },
      ],
      ...[{ 'if-none-match': '*' }, { 'if-none-match': etag }, { 'if-match': etag }, { 'if-match': '"x"' }],
      ...[{ 'if-modified-since': modified }, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
    ]
    const answerOf = async (mediaId: string, file: string, method: string, headers: object) => {
      const path = `/media/gifs/${mediaId}/${file}`
      const { date: _date, ...answer } = await requestExactly(site.url, {
        path,
        method,
        headers: { ...headers },
      }).then(({ status, headers: { date, ...rest }, body }) => ({ status, rest, body, date }))
      return answer
    }
    for (const name of mainRenditions) {
      for (const method of ['GET', 'HEAD']) {
        for (const headers of conditions) {
          const { file } = renditions[name]
          const missing = await answerOf('AAAAAAAAAAAAAAAA', file, method, headers)
          assert.equal(missing.status, 404)
          assert.deepEqual(
            await answerOf(own.mediaId, file, method, headers),
            missing,
            JSON.stringify(headers),
          )
        }
      }
    }
  })

  test('open with their own signature only, complete and unchanged', async () => {
    const signed = await signedFor(own)
    const { searchParams } = await signedFor(other)
    const statusOf = async (change: (url: URL) => void) => {
      const url = new URL(signed)
      change(url)
      return (await fetch(url)).status
    }
    assert.equal(await statusOf(() => {}), 200)
    const signature = signed.searchParams.get('signature') ?? ''
    const expires = signed.searchParams.get('expires') ?? ''
    assert.equal(await statusOf((url) => (url.search = `?${searchParams.toString()}`)), 404, 'of another GIF')
    for (const wrong of [
      '',
      signature.slice(1),
      `${signature}A`,
      signature.toLowerCase(),
      `${signature}=`,
      '*',
    ])
      assert.equal(await statusOf((url) => url.searchParams.set('signature', wrong)), 404, wrong)
    for (const wrong of [
      `${expires}0`,
      `0${expires}`,
      `${expires}.0`,
      ` ${expires}`,
      '+1',
      '1e99',
      '-1',
      'NaN',
      '',
    ])
      assert.equal(await statusOf((url) => url.searchParams.set('expires', wrong)), 404, wrong)
    for (const key of ['expires', 'signature'])
      assert.equal(
        await statusOf((url) => url.searchParams.append(key, url.searchParams.get(key) ?? '')),
        404,
        key,
      )
    assert.equal(await statusOf((url) => (url.search = url.search.replaceAll('=', '[]='))), 404)
    assert.equal(await statusOf((url) => (url.hash = '#x')), 200)
  })

  test('have no permanent address after they were public and are private again', async () => {
    const plain = await signedFor(own)
    plain.search = ''
    await site.withStores(({ catalogue }) => catalogue.change(own.id, { visibility: 'public' }))
    assert.equal((await fetch(plain)).status, 200)
    await site.withStores(({ catalogue }) => catalogue.change(own.id, { visibility: 'private' }))
    const gone = await fetch(plain, { headers: { range: 'bytes=0-1' } })
    assert.deepEqual([gone.status, gone.headers.get('cache-control')], [404, 'no-store'])
  })

  test('leave no trace in the counts, results and suggestions of search', async () => {
    const words = {
      title: 'Quokka parade',
      tags: ['quokka'],
      visibility: 'private' as const,
      ownerId: own.ownerId,
    }
    await site.add(words)
    for (const path of [
      '/api/find?q=WORD',
      '/search/suggestions?q=WORD',
      '/?q=WORD',
      '/api/find?q=WORD&nsfw=1',
    ]) {
      const said = async (word: string) =>
        (await (await site.fetch(path.replace('WORD', word))).text())
          .replaceAll(word, 'WORD')
          .replace(/\s+/g, ' ')
      assert.equal(await said('quokka'), await said('axolotl'), path)
    }
    assert.equal((await site.fetch(`/${nowhere}`)).status, 404)
  })
})
