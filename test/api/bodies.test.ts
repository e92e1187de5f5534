import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { post, postForm, postJson, refused, send } from '../support/http/body-client.ts'
import { type BodyServer, dataUrl, limits, sha256, startBodyServer } from '../support/http/body-server.ts'
import { type Encoded, encodings } from '../support/http/body-encodings.ts'

let server: BodyServer
before(async () => {
  server = await startBodyServer()
})
after(async () => {
  assert.deepEqual(await server.leftFiles(), [], 'no request leaves a file')
  await server.close()
})

describe('the three encodings give the same values', () => {
  const video = randomBytes(300_001)
  const pictures = [randomBytes(70_000), Buffer.from([0xff, 0xff, 0xff]), Buffer.from('x')]

  for (const { name, encode } of encodings) {
    test(`${name}: texts, lists and accents`, async () => {
      const pairs: [string, string][] = [
        ['q', 'Käse & "crème" 100%=+ 🎉'],
        ['tags[]', 'a b'],
        ['tags[]', 'c/d'],
        ['empty', ''],
      ]
      const { status, body } = await post(`${server.url}/uploads`, encode(pairs))
      assert.equal(status, 200)
      assert.deepEqual(body, { q: 'Käse & "crème" 100%=+ 🎉', tags: ['a b', 'c/d'], empty: '' })
    })

    test(`${name}: a video and pictures arrive byte for byte`, async () => {
      const pairs: [string, string][] = [
        ['title', 'T'],
        ['video', dataUrl('Video/MP4;codecs=avc1', video)],
        ['start', '0.5'],
      ]
      const sent = await post(`${server.url}/uploads`, encode(pairs))
      assert.equal(sent.status, 200, JSON.stringify(sent.body))
      const file = { sha256: sha256(video), bytes: video.length, declaredType: 'video/mp4', fileName: null }
      assert.deepEqual(sent.body, { title: 'T', video: file, start: '0.5' })

      const frames = await post(
        `${server.url}/uploads`,
        encode(pictures.map((picture) => ['pictures[]', dataUrl('image/png', picture)])),
      )
      assert.deepEqual(
        frames.body['pictures'],
        pictures.map((content) => ({
          sha256: sha256(content),
          bytes: content.length,
          declaredType: 'image/png',
          fileName: null,
        })),
      )
    })

    test(`${name}: a data-URL is a plain value where there are no uploads`, async () => {
      const { body } = await post(`${server.url}/plain`, encode([['video', 'data:video/mp4;base64,AAAA']]))
      assert.deepEqual(body, { video: 'data:video/mp4;base64,AAAA' })
    })

    test(`${name}: a value that is not a base64 data-URL is refused by name`, async () => {
      const wrong = [
        '',
        'hello',
        'data:',
        'data:video/mp4,plain',
        'data:nonsense;base64,AAAA',
        `data:${'x'.repeat(300)}/y;base64,AAAA`,
        'data:video/mp4;base64,',
        'data:video/mp4;base64,A',
        'data:video/mp4;base64,AA$A',
        'data:video/mp4;base64,AA=A',
        'data:video/mp4;base64,AAA==',
        'data:video/mp4;base64,AAAAé',
      ]
      for (const value of wrong) {
        const pairs: [string, string][] = [['pictures[]', dataUrl('image/png', pictures[0] ?? video)]]
        refused(
          await post(`${server.url}/uploads`, encode([...pairs, ['video', value]])),
          422,
          'invalid_value',
          'video',
        )
        refused(
          await post(`${server.url}/uploads`, encode([...pairs, ['pictures[]', value]])),
          422,
          'invalid_value',
          'pictures[]',
        )
      }
    })

    test(`${name}: both alphabets, missing padding and line breaks are accepted`, async () => {
      const content = Buffer.from('fbefbeffffff00', 'hex')
      const standard = content.toString('base64')
      for (const text of [
        standard,
        content.toString('base64url'),
        standard.replace(/(..)/g, '$1\r\n'),
        standard.replace(/=+$/, ''),
      ]) {
        const { body } = await post(`${server.url}/uploads`, encode([['video', `data:;base64,${text}`]]))
        const file = {
          sha256: sha256(content),
          bytes: 7,
          declaredType: 'application/octet-stream',
          fileName: null,
        }
        assert.deepEqual(body, { video: file })
      }
    })

    test(`${name}: the limits of a file, of all files and of their number are enforced`, async () => {
      const atLimit = Buffer.alloc(limits.maxFileBytes)
      const kept = await post(`${server.url}/uploads`, encode([['video', dataUrl('video/mp4', atLimit)]]))
      assert.equal(kept.status, 200)
      const over = await post(
        `${server.url}/uploads`,
        encode([['video', dataUrl('video/mp4', Buffer.alloc(limits.maxFileBytes + 1))]]),
      )
      refused(over, 413, 'too_large', 'video')
      assert.match(over.body.error?.message ?? '', /1 MB/)
      const half: [string, string] = [
        'pictures[]',
        dataUrl('image/png', Buffer.alloc(limits.maxTotalBytes / 2 + 1)),
      ]
      refused(await post(`${server.url}/uploads`, encode([half, half])), 413, 'too_large', 'pictures[]')
      const small: [string, string] = ['pictures[]', dataUrl('image/png', Buffer.from('x'))]
      refused(
        await post(`${server.url}/uploads`, encode([small, small, small, small])),
        422,
        'invalid_value',
        'pictures[]',
      )
      refused(await post(`${server.url}/uploads`, encode([['title', 'x'.repeat(300_000)]])), 413, 'too_large')
    })
  }
})

test('commas that recorders write into the type do not change where the data begins', async () => {
  const { body } = await postJson(
    `${server.url}/uploads`,
    '{"video":"data:video/webm;codecs=vp9,opus;base64,AAAA"}',
  )
  assert.deepEqual(Object(body['video']).declaredType, 'video/webm')
})

test('array suffixes, repeated keys and lists are one key', async () => {
  assert.deepEqual((await postForm(`${server.url}/plain`, 'tags=a&tags[]=b&tags%5B3%5D=c')).body, {
    tags: ['a', 'b', 'c'],
  })
  assert.deepEqual(
    (await postJson(`${server.url}/plain`, '{"tags":["a"],"tags[]":"b","tags[0]":["c"]}')).body,
    {
      tags: ['a', 'b', 'c'],
    },
  )
  assert.deepEqual((await postJson(`${server.url}/plain`, '{"tags[]":"a"}')).body, { tags: 'a' })
})

test('JSON keeps its types', async () => {
  const text = '{"a":1.5,"b":true,"c":null,"d":{"video":"data:x"},"video":7,"e":[]}'
  assert.deepEqual((await postJson(`${server.url}/uploads`, text)).body, JSON.parse(text))
  const nested = '{"video":{"video":"data:x"},"pictures":[["data:x"],{"a":"b"},3]}'
  assert.deepEqual((await postJson(`${server.url}/uploads`, nested)).body, JSON.parse(nested))
})

test('JSON keys are recognized however they are escaped, and a byte order mark is dropped', async () => {
  const { body } = await postJson(
    `${server.url}/uploads`,
    '\ufeff{"vid\\u0065o" : "\\u0064ata:video\\/mp4;base64,AAAA" }',
  )
  assert.equal(Object(body['video']).bytes, 3)
})

test('a repeated JSON key gives an array, as in a form', async () => {
  const video =
    '{"video":"data:a/b;base64,AAAA","tags":"x","video":"data:c/d;base64,AAAAAAAA","tags[]":["y","z"],"tags":"w"}'
  const { body } = await postJson(`${server.url}/uploads`, video)
  assert.deepEqual(
    (body['video'] as { declaredType: string }[]).map(({ declaredType }) => declaredType),
    ['a/b', 'c/d'],
  )
  assert.deepEqual(body['tags'], ['x', 'y', 'z', 'w'])
})

test('no value of a request is taken for a file or reaches a prototype', async () => {
  const forged = '{"video":{"path":"/etc/passwd","bytes":1},"__proto__":{"admin":1},"constructor":1}'
  assert.deepEqual((await postJson(`${server.url}/uploads`, forged)).body, {
    video: { path: '/etc/passwd', bytes: 1 },
  })
  assert.deepEqual(
    (await postForm(`${server.url}/plain`, '__proto__=1&constructor[]=2&a[__proto__]=3')).body,
    {
      'a[__proto__]': '3',
    },
  )
})

test('file parts of a browser or of curl are accepted unchanged', async () => {
  const content = randomBytes(200_000)
  const files = new FormData()
  files.append('title', 'T')
  files.append('video', new Blob([content], { type: 'Video/WebM; codecs=vp9' }), 'C:\\clips/my "clip".webm')
  const { status, body } = await send(`${server.url}/uploads`, files)
  assert.equal(status, 200, JSON.stringify(body))
  const file = { sha256: sha256(content), bytes: content.length, declaredType: 'video/webm' }
  assert.deepEqual(body, { title: 'T', video: { ...file, fileName: 'my %22clip%22.webm' } })

  const looksLikeText = new FormData()
  looksLikeText.append('pictures[]', new Blob(['data:image/png;base64,AAAA']), 'a.png')
  looksLikeText.append('pictures[]', new Blob(['x\r\n----x\r\n--']), '')
  const shown = await send(`${server.url}/uploads`, looksLikeText)
  assert.deepEqual(
    Object(shown.body['pictures']).map((one: unknown) => Object(one).bytes),
    [26, 12],
  )
})

test('a file input without a chosen file counts as not sent, an empty file does not', async () => {
  const disposition = 'Content-Disposition: form-data; name="video"; filename=""'
  const unchosen = `--b\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--b--\r\n`
  assert.deepEqual(
    (await send(`${server.url}/uploads`, unchosen, { 'content-type': 'multipart/form-data; boundary=b' }))
      .body,
    {},
  )
  const empty = new FormData()
  empty.append('video', new Blob([]), 'empty.mp4')
  refused(await send(`${server.url}/uploads`, empty), 422, 'invalid_value', 'video')
})

function partOfType(type: string, content: string): Encoded {
  return {
    contentType: 'multipart/form-data; boundary="b c"',
    body: Buffer.from(
      `preamble\r\n--b c  \r\ncontent-disposition: Form-Data; NAME=video\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--b c--\r\nepilogue`,
    ),
  }
}

test('a part without a file name is a file if it declares a type and is no data-URL', async () => {
  const raw = await post(`${server.url}/uploads`, partOfType('video/mp4', 'raw'))
  assert.deepEqual(raw.body, {
    video: { sha256: sha256(Buffer.from('raw')), bytes: 3, declaredType: 'video/mp4', fileName: null },
  })
  const text = await post(`${server.url}/uploads`, partOfType('video/mp4', 'DATA:image/gif;BASE64,AAAAAA'))
  assert.equal(Object(text.body['video']).declaredType, 'image/gif')
  refused(await post(`${server.url}/uploads`, partOfType('text/plain', 'raw')), 422, 'invalid_value', 'video')
})
