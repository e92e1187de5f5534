import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { sniffPicture } from '#src/media/file-type.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { blackPng } from '../support/media/hostile-files.ts'
import { makeFolder, picturesPlan, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'
const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n'

/** Files that ffmpeg, libvips or a browser would read as something other than an allowed video or picture. */
const others: Record<string, Buffer | string> = {
  'an SVG': svg,
  'an SVG with its XML header': `<?xml version="1.0"?>\n${svg}`,
  'a compressed SVG': gzipSync(svg),
  'a page': '<!doctype html><script>alert(1)</script>',
  'an HLS playlist': playlist,
  'a DASH manifest': '<?xml version="1.0"?><MPD><BaseURL>file:///etc/passwd</BaseURL></MPD>',
  'a session description': 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n',
  'a concat script': 'ffconcat version 1.0\nfile /etc/passwd\n',
  'an image sequence': 'in-%d.png\n',
  'a list of subtitles': 'WEBVTT\n\n00:00.000 --> 00:01.000\nhello\n',
  'a ZIP': Buffer.concat([Buffer.from('PK\x03\x04\x14\0', 'latin1'), deflateRawSync(Buffer.alloc(1000))]),
  'a gzip': gzipSync(Buffer.alloc(1000)),
  'a tar': Buffer.concat([
    Buffer.from('in.gif'),
    Buffer.alloc(251),
    Buffer.from('ustar\0'),
    Buffer.alloc(1000),
  ]),
  'a PDF': '%PDF-1.7\n',
  PostScript: '%!PS-Adobe-3.0 EPSF-3.0\n',
  'a PSD': '8BPS\0\x01',
  'a TIFF': 'II*\0\x08\0\0\0',
  'a BMP': 'BM\x3e\0\0\0',
  'an icon': Buffer.from([0, 0, 1, 0, 1, 0]),
  'a JPEG XL': Buffer.from([0xff, 0x0a, 0xfa, 0x7f]),
  'a JPEG 2000': Buffer.from('\0\0\0\x0cjP  \r\n\x87\n', 'latin1'),
  'a picture of libvips': Buffer.from([0x08, 0xf2, 0xa6, 0xb6]),
  'an OpenEXR': Buffer.from([0x76, 0x2f, 0x31, 0x01]),
  'a Netpbm picture': 'P6 1 1 255\n\0\0\0',
  'a program of this machine': '\x7fELF\x02\x01\x01',
  'a shell script': '#!/bin/sh\ntouch /tmp/x\n',
  'a sound': 'RIFF\x24\0\0\0WAVEfmt ',
  'a Flash program': 'FWS\x05\0\0\0\0',
  'a RealMedia file': '.RMF\0\0\0\x12',
  'an MPEG video without a container': Buffer.from([0, 0, 1, 0xb3, 0x09, 0, 0x20, 0x15]),
  JSON: '{"url":"file:///etc/passwd"}',
  nothing: '',
}

describe('a file of a type that is not allowed', () => {
  const pool = startPool({ after })
  let fixtures = ''
  before(async () => {
    fixtures = await ensureFixtures()
  })

  test('is refused as a video and as a picture, whatever its type and name', async (t) => {
    const folder = await makeFolder(t)
    const first = join(folder, 'first.png')
    await writeFile(first, blackPng({ width: 8, height: 8 }))
    for (const [what, bytes] of Object.entries(others)) {
      for (const name of ['clip.mp4', 'picture.png']) {
        await writeFile(join(folder, name), typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
      }
      const video = render(t, pool, videoPlan(join(folder, 'clip.mp4')))
      await assert.rejects(video, { code: 'media_unsupported', retry: false }, `${what} as a video`)
    }
    for (const [what, bytes] of Object.entries(others))
      assert.equal(sniffPicture(Buffer.from(bytes)), null, what)
    // Some read it as text, others as a complete picture.
    for (const [what, bytes] of Object.entries(others).slice(0, 3)) {
      await writeFile(join(folder, 'picture.png'), bytes)
      const plan = picturesPlan([first, join(folder, 'picture.png')])
      const expected = { code: 'media_unsupported', message: /^Picture 2 /, retry: false }
      await assert.rejects(render(t, pool, plan), expected, `${what} as a picture`)
    }
  })

  const dressed: [what: string, bytes: () => Promise<Buffer>][] = [
    ['an MPEG transport stream', async () => everyPacket(188, playlist)],
    [
      'an MP4',
      async () =>
        Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), Buffer.from(playlist)]),
    ],
    [
      'a Matroska file',
      async () => Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from(playlist)]),
    ],
    ['an Ogg', async () => Buffer.from(`OggS\0\x02${playlist}`)],
    ['a Flash video', async () => Buffer.from(`FLV\x01\x05\0\0\0\x09\0\0\0\0${playlist}`, 'latin1')],
    [
      'a Windows Media file',
      async () =>
        Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.from(playlist)]),
    ],
    [
      'an MPEG program stream',
      async () => Buffer.concat([Buffer.from([0, 0, 1, 0xba, 0x44, 0, 4, 0]), Buffer.from(playlist)]),
    ],
    ['an animated WebP', async () => Buffer.from(`RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02${playlist}`)],
    [
      'an animated PNG',
      async () =>
        Buffer.concat([
          Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x08acTL\0\0\0\x05', 'latin1'),
          Buffer.from(playlist),
        ]),
    ],
    ['a GIF', async () => Buffer.from(`GIF89a\n${playlist}`)],
    ['an AVI', async () => Buffer.from(`RIFF\x24\0\0\0AVI ${playlist}`, 'latin1')],
  ]
  for (const [what, bytes] of dressed) {
    test(`a playlist dressed as ${what} opens nothing, and is an error`, async (t) => {
      const input = join(await makeFolder(t), 'in')
      await writeFile(input, await bytes())
      await assert.rejects(render(t, pool, videoPlan(input)), (error: Error & { code?: string }) => {
        assert.match(error.code ?? '', /^media_(?:broken|unsupported|too_large)$/, String(error.cause))
        assert.doesNotMatch(String(error.cause), /passwd|hls|Opening/i)
        return true
      })
    })
  }

  test('a video that no allowed decoder reads is refused, in ffprobe and in ffmpeg', async (t) => {
    const input = join(await makeFolder(t), 'in')
    const bytes = (await readFile(join(fixtures, 'h264.mp4'))).toString('latin1')
    for (const other of ['SVQ3', 'rpza', 'cvid', 'jp2 ', 'WRAW']) {
      await writeFile(input, Buffer.from(bytes.replaceAll('avc1', other), 'latin1'))
      const expected = { code: 'media_unsupported', message: /^The video is coded in a way/ }
      await assert.rejects(render(t, pool, videoPlan(input)), expected, other)
    }
  })
})

/** The text, with the start code of a packet wherever one has to begin. */
function everyPacket(size: number, text: string): Buffer {
  const bytes = Buffer.alloc(size * 10, '\n')
  bytes.write(text, 1)
  for (let place = 0; place < bytes.length; place += size) bytes[place] = 0x47
  return bytes
}
