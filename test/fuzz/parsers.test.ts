import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { findJsonLdVideos } from '#src/adapters/sources/page/json-ld-video.ts'
import { htmlText } from '#src/adapters/sources/page/html-text.ts'
import { findPageVideo } from '#src/adapters/sources/page/page-video.ts'
import { endToEndHeaders } from '#src/adapters/sources/proxy/proxy-headers.ts'
import { titleFromFile } from '#src/adapters/sources/page/source-title.ts'
import { readRange } from '#src/http/send-range.ts'
import { checkPreconditions, rangeApplies } from '#src/http/preconditions.ts'
import { sniffBytes, sniffPicture, sniffVideo } from '#src/media/file-type.ts'
import { createMediaUrls } from '#src/media/media-urls.ts'
import { readRatio, valueOf, writeRatio } from '#src/render/probe/ratio.ts'
import { oddText } from './requests/odd-texts.ts'
import { randomRuns } from '../support/full-run.ts'

describe('untrusted headers', () => {
  const header = fc.option(
    fc.oneof(
      oddText,
      fc.tuple(fc.bigInt(), fc.bigInt()).map(([first, last]) => `bytes=${first}-${last}`),
      fc.tuple(fc.nat(20), fc.nat(20)).map(([first, last]) => `bytes=${first}-${last}`),
      fc.constantFrom(
        '*',
        '"tag"',
        'W/"tag"',
        '"a", "tag"',
        'Thu, 01 Jan 1970 00:00:00 GMT',
        '+275760-09-13',
      ),
    ),
    { nil: undefined },
  )

  test('a range is within the file, or undefined', () => {
    fc.assert(
      fc.property(header, fc.nat(20), (text, bytes) => {
        const range = readRange(text, bytes)
        if (range === null || range === 'unsatisfiable') return
        assert.ok(range.first >= 0 && range.first <= range.last && range.last < bytes)
      }),
      randomRuns(1000),
    )
  })

  test('conditions give a verdict', () => {
    const names = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'] as const
    const file = { bytes: 10, modifiedAt: 86_400_500, etag: '"tag"' }
    fc.assert(
      fc.property(fc.tuple(header, header, header, header), (texts) => {
        const given = Object.fromEntries(names.map((name, index) => [name, texts[index]]))
        assert.ok(['proceed', 'not-modified', 'failed'].includes(checkPreconditions(given, file)))
        assert.equal(typeof rangeApplies(texts[0], file), 'boolean')
      }),
      randomRuns(100),
    )
  })

  test('a proxy forwards no hop-by-hop headers, however they are named', () => {
    const name = fc.constantFrom(
      'te',
      'upgrade',
      'x-own',
      'cookie',
      'keep-alive',
      'content-length',
      '__proto__',
    )
    fc.assert(
      fc.property(fc.dictionary(name, oddText), fc.array(name), fc.boolean(), (headers, named, body) => {
        const passed = endToEndHeaders({ ...headers, connection: named.join(' , ').toUpperCase() }, { body })
        for (const gone of ['connection', 'te', 'upgrade', 'keep-alive', ...named])
          assert.ok(!Object.hasOwn(passed, gone), gone)
        assert.ok(body || !Object.hasOwn(passed, 'content-length'))
      }),
      randomRuns(100),
    )
  })
})

describe('signatures of media addresses', () => {
  const urls = createMediaUrls({
    mediaUrl: () => 'https://media.example',
    siteMediaUrl: () => 'https://site.example/media',
    secret: 'a secret',
    clock: { now: () => 1_000_000 },
    privateTtlSeconds: 60,
  })
  const gif = { mediaId: 'abc', visibility: 'private', hidden: false } as const
  const right = new URL(urls.urlOf(gif, 'gif')).searchParams
  const [expires, signature] = [right.get('expires'), right.get('signature')]

  test('are valid for their own file and time, and nothing else is accepted', () => {
    assert.ok(urls.isSigned('gifs/abc/gif.gif', expires, signature))
    const part = fc.oneof(
      oddText,
      fc.anything(),
      fc.constantFrom(expires, signature, `${signature}=`, [signature]),
    )
    fc.assert(
      fc.property(fc.constantFrom('gifs/abc/gif.gif', 'gifs/abd/gif.gif'), part, part, (key, one, other) => {
        const isOwn = key === 'gifs/abc/gif.gif' && one === expires && other === signature
        assert.equal(urls.isSigned(key, one, other), isOwn)
      }),
      randomRuns(500),
    )
  })
})

describe('untrusted bytes and pages', () => {
  test('the first bytes determine a known type or none, and the rest of the file changes nothing', () => {
    const beginning = fc.constantFrom(
      '',
      'GIF89a',
      '\x89PNG\r\n\x1a\n',
      'RIFF\0\0\0\0WEBP',
      '\0\0\0\x18ftypavif',
      '\x89PNG\r\n\x1a\n\0\0\0\x08acTL',
      '\0\0\x01\xba',
      'GGGG',
    )
    fc.assert(
      fc.property(beginning, fc.uint8Array({ maxLength: sniffBytes + 100 }), (start, rest) => {
        const bytes = Buffer.concat([Buffer.from(start, 'latin1'), rest])
        assert.equal(sniffPicture(bytes), sniffPicture(bytes.subarray(0, sniffBytes)))
        assert.equal(sniffVideo(bytes), sniffVideo(bytes.subarray(0, sniffBytes)))
      }),
      randomRuns(500),
    )
  })

  test('a ratio is above 0 and formatted as it was read, or is missing', () => {
    const number = fc.oneof(fc.nat(), fc.bigInt(), fc.constantFrom('0', '-1', '', '1e3', '9'.repeat(400)))
    fc.assert(
      fc.property(number, number, fc.constantFrom('/', ':', '//', ''), (over, under, sign) => {
        const ratio = readRatio(`${over}${sign}${under}`)
        if (ratio === null) return
        assert.ok(valueOf(ratio) > 0, writeRatio(ratio))
        assert.deepEqual(readRatio(writeRatio(ratio)), ratio)
      }),
      randomRuns(500),
    )
  })

  test('JSON-LD of any shape and depth gives addresses as text, quickly', () => {
    const node = fc.constantFrom(
      '{"@type":"VideoObject","contentUrl":"https://a.example/v.mp4"}',
      '{"@type":[]}',
      'null',
    )
    const wrap = fc.constantFrom(
      '[%]',
      '{"@graph":%}',
      '{"__proto__":%}',
      '{"@type":"VideoObject","contentUrl":%}',
    )
    fc.assert(
      fc.property(fc.array(wrap, { maxLength: 20 }), node, oddText, (wraps, inner, text) => {
        const script = wraps.reduce<string>((whole, one) => one.replace('%', () => whole), inner)
        for (const one of [script, text, '['.repeat(100_000), `[${'1,'.repeat(50_000)}1]`]) {
          for (const { url, type } of findJsonLdVideos(one))
            assert.equal(typeof url + typeof type, 'stringstring')
        }
      }),
      randomRuns(40),
    )
  })

  test('a page of any bytes is read in some charset, and names only http(s) files', () => {
    const bytes: fc.Arbitrary<Uint8Array> = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      oddText.map((text) => Buffer.from(text)),
    )
    const type = fc.oneof(
      oddText,
      fc.constantFrom('text/html; charset=utf-16', 'text/html;charset=x-odd', ''),
    )
    fc.assert(
      fc.property(bytes, type, oddText, (page, contentType, address) => {
        const tag = Buffer.from(`<meta charset="${contentType}"><video src="${address.replaceAll('"', '')}">`)
        const text = htmlText(Buffer.concat([tag, page]), contentType)
        const { candidates } = findPageVideo(text, new URL('https://a.example/page'))
        assert.ok(candidates.every(({ protocol }) => /^https?:$/.test(protocol)))
      }),
      randomRuns(300),
    )
  })

  test('the name of a file is a clean title or missing, for any headers and addresses', () => {
    const path = oddText.map((text) => new URL(`https://a.example/${encodeURI(text.toWellFormed())}`))
    const disposition = oddText.map((text) => `attachment; filename="${text}"; filename*=utf-8''${text}`)
    fc.assert(
      fc.property(path, path, fc.oneof(oddText, disposition), (given, final, header) => {
        const title = titleFromFile(given, final, header)
        if (title !== null) assert.doesNotMatch(title, /[\p{Cc}\p{Cs}\n]/u)
      }),
      randomRuns(500),
    )
  })
})
