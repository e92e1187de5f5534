import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { bodyKind } from '../../src/adapters/sources/fetch/opened-body.ts'
import { htmlText } from '../../src/adapters/sources/page/html-text.ts'
import { findPageVideo } from '../../src/adapters/sources/page/page-video.ts'
import { cleanTitle, titleFromFile } from '../../src/adapters/sources/page/source-title.ts'
import { randomRuns } from '../support/full-run.ts'

const here = new URL('https://site.example.com/posts/1')
const titleOf = (html: string) => findPageVideo(html, here).title
const bytes = (text: string) => Buffer.from(text, 'latin1')
const kind = (start: string, type = '') => bodyKind(type, bytes(start))
const title = (given: string, final = given, disposition?: string) =>
  titleFromFile(new URL(given), new URL(final), disposition)
const candidates = (html: string) => findPageVideo(html, here).candidates.map(({ href }) => href)

const markups: Record<string, [html: string, found: string[]]> = {
  'Open Graph, the secure address first': [
    `<meta property="og:video" content="http://cdn.example.com/a.mp4"><meta property="og:video:secure_url"
      content="https://cdn.example.com/a.mp4"><meta property="og:video:type" content="video/mp4">`,
    ['https://cdn.example.com/a.mp4', 'http://cdn.example.com/a.mp4'],
  ],
  'og:video:url, also as a name': [
    '<meta name="OG:video:url" content="/a.mp4?x=1&amp;y=2">',
    ['https://site.example.com/a.mp4?x=1&y=2'],
  ],
  'several Open Graph videos, without the player among them': [
    `<meta property="og:video:url" content="https://site.example.com/embed/1"><meta property="og:video:type" content="text/html">
     <meta property="og:video:url" content="https://cdn.example.com/b.webm"><meta property="og:video:type" content="video/webm">`,
    ['https://cdn.example.com/b.webm'],
  ],
  'a Twitter card': [
    `<meta name="twitter:player" content="https://site.example.com/embed"><meta name="twitter:player:stream"
      content="https://cdn.example.com/t.mp4"><meta name="twitter:player:stream:content_type" content="video/mp4; codecs=x">`,
    ['https://cdn.example.com/t.mp4'],
  ],
  'a video element': [
    '<video src=" a.mp4 " poster="p.jpg"></video>',
    ['https://site.example.com/posts/a.mp4'],
  ],
  'sources of a video element, MP4 before WebM before others': [
    `<source src="/no.mp4"><picture><source src="/no2.mp4"></picture><video><source src="/c.ogv"><source src="/b.webm">
     <source src="/a?1" type="video/mp4"><source src="/list.m3u8"><source src="/l" type="application/x-mpegURL"></video>`,
    ['/a?1', '/b.webm', '/c.ogv'].map((path) => `https://site.example.com${path}`),
  ],
  'JSON-LD': [
    '<script type="application/ld+json">{"@type":"VideoObject","contentUrl":"https://cdn.example.com/j.mp4"}</script>',
    ['https://cdn.example.com/j.mp4'],
  ],
  'JSON-LD in arrays, graphs and other things': [
    `<script type="application/ld+json">not json</script><script type='application/ld+json; charset=utf-8'>
     [{"@graph":[{"@type":["CreativeWork","http://schema.org/VideoObject"],"contentUrl":"/1.mp4"}]},
      {"@type":"Article","video":{"@type":"VideoObject","contentUrl":"/2.mp4"}},{"@type":"ImageObject","contentUrl":"/3.jpg"}]</script>`,
    ['https://site.example.com/1.mp4', 'https://site.example.com/2.mp4'],
  ],
  'a base address': [
    '<base href="//cdn.example.com/x/"><base href="/ignored/"><video src="../a.mp4">',
    ['https://cdn.example.com/a.mp4'],
  ],
  'the same video named twice': [
    '<meta property="og:video" content="/a.mp4"><meta property="og:video:url" content="/a.mp4"><video src="/a.mp4">',
    ['https://site.example.com/a.mp4'],
  ],
  'addresses that are not http': [
    '<video src="blob:https://x/1"><source src="data:video/mp4,x"><source src="file:///etc/passwd"><source src="http://[">',
    [],
  ],
  'comments, scripts and text': [
    '<!-- <video src="/a.mp4"> --><script>var x = \'<video src="/a.mp4">\'</script><textarea><video src="/b.mp4"></textarea>',
    [],
  ],
}

for (const [kind, [html, found]] of Object.entries(markups)) {
  test(`a page is read: ${kind}`, () => assert.deepEqual(candidates(html), found))
}

test('Open Graph takes precedence over the Twitter card, elements and JSON-LD', () => {
  const html = `<script type="application/ld+json">{"@type":"VideoObject","contentUrl":"/4"}</script><video src="/3"></video>
    <meta name="twitter:player:stream" content="/2"><meta property="og:video" content="/1">`
  assert.deepEqual(
    candidates(html),
    ['/1', '/2', '/3', '/4'].map((path) => `https://site.example.com${path}`),
  )
})

test('preview pictures are found where they may move: Open Graph, Twitter card, a linked picture', () => {
  const pictures = (html: string) => findPageVideo(html, here).pictures.map(({ href }) => href)
  const cat = 'https://cdn.example.com/cat.gif'
  assert.deepEqual(pictures(`<meta property="og:image" content="${cat}">`), [cat])
  assert.deepEqual(
    pictures(`<meta property="og:image" content="/a"><meta property="og:image:secure_url" content="${cat}">
      <meta property="og:image:type" content="image/gif"><meta property="og:image:width" content="300">`),
    [cat, 'https://site.example.com/a'],
  )
  assert.deepEqual(pictures(`<meta name="twitter:image" content="${cat}?x=1">`), [`${cat}?x=1`])
  assert.deepEqual(pictures('<link rel="image_src" href="/b.webp">'), ['https://site.example.com/b.webp'])
  assert.deepEqual(pictures('<meta property="og:image" content="/photo.JPG"><img src="/c.gif">'), [])
  assert.deepEqual(
    pictures('<meta property="og:image" content="/d"><meta property="og:image:type" content="image/jpeg">'),
    [],
  )
  assert.equal(
    pictures('<meta property="og:image" content="/1"><link rel=image_src href="/2">'.repeat(50)).length,
    2,
  )
})

test('no more than ten candidates are tried', () => {
  const html = Array.from({ length: 500 }, (_, index) => `<video src="/${index}.mp4"></video>`).join('')
  assert.equal(candidates(html).length, 10)
})

test('the title comes from Open Graph, else JSON-LD, else the page', () => {
  const named =
    '<script type="application/ld+json">{"@type":"VideoObject","contentUrl":"/a","name":"B"}</script>'
  assert.equal(
    titleOf(`<title>C</title>${named}<meta property="og:title" content=" A&#39;s\n frog ">`),
    "A's frog",
  )
  assert.equal(titleOf(`<title>C</title>${named}`), 'B')
  assert.equal(titleOf('<svg><title>icon</title></svg><title>C &lt;3</title><title>D</title>'), 'C <3')
  assert.equal(titleOf('<meta property="og:title" content="  "><title></title>'), null)
})

test('no page can make the reader fail', () => {
  const piece = fc.constantFrom(
    '<video src="',
    '<meta property="og:video" content="',
    '<script type="application/ld+json">',
    '{"@type":"VideoObject","contentUrl":',
    '<base href="',
    '">',
    '</script>',
    '<svg>',
    '</video>',
    '&#x',
    '"',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), (parts) => void findPageVideo(parts.join(''), here)),
    randomRuns(100),
  )
  const deep = `<script type="application/ld+json">${'['.repeat(100_000)}${']'.repeat(100_000)}</script>`
  assert.deepEqual(candidates(deep), [])
  assert.deepEqual(candidates('<div>'.repeat(100_000)), [])
})

test('a page cannot make the reader work endlessly', () => {
  // The work of the parser grows with the depth, that of reading an address with its length, for each of them.
  const late = '<meta property="og:video" content="/late">'
  assert.deepEqual(candidates('<table><tr><td>'.repeat(20_000) + late), [])
  assert.deepEqual(candidates(`${'<table><tr><td>'.repeat(30)}${late}`), ['https://site.example.com/late'])
  assert.deepEqual(candidates(`${'<p>text<br>'.repeat(20_000)}${late}`), ['https://site.example.com/late'])
  assert.deepEqual(
    candidates(`<base href="https://x.example.com/${'a'.repeat(5000)}/"><video src="b.mp4">`),
    ['https://site.example.com/posts/b.mp4'],
  )
  assert.deepEqual(candidates(`<video src="/${'a'.repeat(5000)}"><source src="/b.mp4">`), [
    'https://site.example.com/b.mp4',
  ])
  const folder = `<base href="https://x.example.com/${'a'.repeat(4000)}/">`
  assert.deepEqual(candidates(`${folder}<video src="${'b'.repeat(500)}.mp4">`), [])
  assert.deepEqual(candidates(`<video src="${' '.repeat(5000)}/b.mp4">`), [])
  for (const html of [
    ...['<video src="data:,x"></video>', '<meta property="og:video" content="data:,x">'],
    '<script type="application/ld+json">{"@type":"VideoObject","contentUrl":"data:,x"}</script>',
  ]) {
    const distinct = Array.from({ length: 300 }, (_, index) => html.replace('x', `x${index}`)).join('')
    assert.deepEqual(candidates(distinct + html.replace('data:,x', '/late')), [], html)
  }
})

test('the text of a page is read in its charset', () => {
  assert.equal(htmlText(bytes('\xe9'), 'text/html; charset="ISO-8859-1"'), 'é')
  assert.equal(htmlText(bytes('\xef\xbb\xbf\xc3\xa9'), 'text/html; charset=iso-8859-1'), 'é')
  assert.match(
    htmlText(bytes('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">\xeb'), 'text/html'),
    /К$/,
  )
  assert.equal(htmlText(Buffer.from('\ufeffé', 'utf16le'), ''), 'é')
  assert.equal(htmlText(Buffer.from('é'), 'text/html; charset=no-such'), 'é')
})

test('the type of a body follows from its first bytes', () => {
  const videos = [
    '\0\0\0 ftypqt  ',
    '\0\0\0\bwide',
    '\x1a\x45\xdf\xa3',
    'RIFF\0\0\0\0AVI ',
    'OggS\0\x02',
    '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa\0\x62\xce\x6c',
    '\0\0\0 ftypavis',
    'RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02',
    '\x89PNG\r\n\x1a\n\0\0\0\x08acTL\0\0\0\x05',
    'FLV\x01',
    'GIF87a',
    '\0\0\x01\xba\x44',
    '\0\0\x01\xba\x21',
  ]
  for (const start of videos) assert.equal(kind(start, 'text/html'), 'video', start)
  assert.equal(kind(`G${'\0'.repeat(187)}`.repeat(3)), 'video')
  assert.equal(kind(`\0\0\0\0G${'\0'.repeat(187)}`.repeat(3)), 'video', 'packets with timestamps')
  assert.equal(kind('\0\0\0 ftypavif', 'image/avif'), 'other', 'a picture in the boxes of MP4')
  for (const start of ['<!DOCTYPE html>', '\xef\xbb\xbf \n<HTML>', '<head>'])
    assert.equal(kind(start, 'video/mp4'), 'page')
  assert.equal(kind('<!-- x --><p>', 'text/html;charset=utf-8'), 'page')
  assert.equal(kind('RIFF\0\0\0\0WEBP', 'image/webp'), 'other')
  assert.equal(kind('\0\0\x01\xb3mpeg', 'video/mpeg'), 'video')
  assert.equal(kind('#EXTM3U', 'text/plain'), 'playlist')
})

test('the title of a file is its name, without folder and extension', () => {
  const cdn = 'https://cdn.example.com/8f3e2a'
  assert.equal(title('https://example.com/a/Frog%20in%20rain.webm?x=/y.mp4'), 'Frog in rain')
  assert.equal(title('https://example.com/frog.mp4', cdn), 'frog')
  assert.equal(title('https://example.com/download', 'https://cdn.example.com/toad.mp4'), 'toad')
  assert.equal(title('https://example.com/watch/v1.2 final', cdn), 'v1.2 final')
  assert.equal(title('https://example.com/', 'https://example.com/'), null)
  assert.equal(title('https://example.com/%E0%A4%A.mp4'), '%E0%A4%A')
  assert.equal(title(cdn, cdn, 'attachment; filename="My \\"best\\" cat.mp4"'), 'My "best" cat')
  assert.equal(title(cdn, cdn, "attachment; filename=x.mp4; filename*=UTF-8''%e2%82%ac%20cat.mp4"), '€ cat')
  assert.equal(title(cdn, cdn, 'attachment; filename="../../etc/cat.mp4"'), 'cat')
  assert.equal(title(cdn, cdn, 'attachment; filename=""'), '8f3e2a')
})

test('names that services give to files are not used as titles', () => {
  for (const address of [
    'https://media.giphy.com/media/EBaCc5MjS9xu/giphy-downsized-large.gif',
    'https://media.tenor.com/images/0123456789abcdef/tenor.gif',
    'https://i.imgur.com/AbCdEfG.gif',
    'https://thumbs.gfycat.com/VictoriousHappyCat-size_restricted.gif',
    'https://v.redd.it/abc123/DASH_720.mp4',
    'https://example.com/200w.gif',
  ])
    assert.equal(title(address), null, address)
  assert.equal(title('https://i.imgur.com/AbCdEfG.gif', undefined, 'inline; filename=cat.gif'), 'cat')
})

test('a title is one clean line of at most 200 characters', () => {
  assert.equal(cleanTitle(' a\r\n\tb\u0000\u202e c\u200b '), 'a b c')
  assert.equal(cleanTitle('👩‍👩‍👧'), '👩‍👩‍👧')
  assert.equal(cleanTitle('\u0007 \u2028'), null)
  assert.equal([...(cleanTitle('🐸'.repeat(300)) ?? '')].length, 200)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      const title = cleanTitle(text)
      assert.ok(
        title === null || (title.isWellFormed() && title === title.trim() && [...title].length <= 200),
      )
    }),
    randomRuns(100),
  )
})
