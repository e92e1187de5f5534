import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { Rendered } from '#src/media/media-engine.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { makeFolder, picturesPlan, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const run = promisify(execFile)

/** A placeholder for a name, a place or a script that someone did not mean to publish. */
const mark = 'Gw1vTraceMark'

describe('metadata left in a file', () => {
  const pool = startPool({ after })
  let fixtures = ''
  before(async () => {
    fixtures = await ensureFixtures()
  })

  const pictures = [
    ['jpeg', 'exif, profile, words and what follows its end'],
    ['png', 'exif, profile, words and what follows its end'],
    ['webp', 'exif, profile and what follows its end'],
    ['avif', 'exif and bytes after its end'],
    ['gif', 'comments and bytes after its end'],
  ] as const
  for (const [format, what] of pictures) {
    test(`is not in the GIF of a ${format}: ${what}`, async (t) => {
      const path = join(await makeFolder(t), 'in')
      const marked = await markedPicture(format)
      assert.ok(marked.toString('latin1').split(mark).length > 2, 'the file has the mark in it')
      await writeFile(path, marked)
      await assertNoTrace(await render(t, pool, picturesPlan([path, path])))
    })
  }

  for (const extension of ['mp4', 'mkv', 'avi', 'ts', 'gif']) {
    test(`is not in the GIF of a video in ${extension}: tags, chapters, attached files, bytes after its end`, async (t) => {
      const folder = await makeFolder(t)
      const path = join(folder, `in.${extension}`)
      await writeMarkedVideo(folder, path)
      assert.ok((await readFile(path, 'latin1')).split(mark).length > 2, 'the file has the mark in it')
      await assertNoTrace(await render(t, pool, videoPlan(path)))
    })
  }

  async function markedPicture(format: (typeof pictures)[number][0]): Promise<Buffer> {
    const flat = sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } })
    const place = { GPSLatitude: '48/1 51/1 0/1', GPSLatitudeRef: 'N' }
    const words = { Artist: mark, Copyright: mark, ImageDescription: `<script>${mark}</script>` }
    const marked = await flat.withExif({ IFD0: words, IFD3: place }).toFormat(format).toBuffer()
    return Buffer.concat([withComment(marked, format), Buffer.from(`<script>${mark}</script>`)])
  }

  function withComment(bytes: Buffer, format: string): Buffer {
    const words = Buffer.from(mark)
    const put = (place: number, ...parts: (Buffer | number[])[]) =>
      Buffer.concat([
        bytes.subarray(0, place),
        ...parts.map((part) => Buffer.from(part)),
        bytes.subarray(place),
      ])
    if (format === 'jpeg') return put(2, [0xff, 0xfe, 0, words.length + 2], words)
    if (format === 'gif')
      return put(bytes.indexOf(Buffer.from([0x21])), [0x21, 0xfe, words.length], words, [0])
    return bytes
  }

  async function writeMarkedVideo(folder: string, path: string): Promise<void> {
    const chapters = join(folder, 'chapters')
    const tags = ['title', 'comment', 'artist', 'location', 'copyright'].map((name) => `${name}=${mark}`)
    const chapter = `[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=${mark}\n`
    await writeFile(chapters, `;FFMETADATA1\n${tags.join('\n')}\n${chapter}`)
    const name = path.endsWith('.gif') ? 'still.gif' : 'h264.mp4'
    const coded = path.endsWith('.avi') ? ['-c:v', 'mpeg4'] : ['-c', 'copy']
    const attached = path.endsWith('.mkv')
      ? ['-attach', chapters, '-metadata:s:t', 'mimetype=text/plain']
      : []
    const inputs = ['-i', join(fixtures, name), '-i', chapters, '-map', '0:v', '-map_metadata', '1']
    await run('ffmpeg', [
      '-v',
      'error',
      ...inputs,
      ...attached,
      ...coded,
      '-metadata:s:v',
      `title=${mark}`,
      path,
    ])
    const written = await readFile(path)
    const withWords = path.endsWith('.gif') ? withComment(written, 'gif') : written
    const end = path.endsWith('.mp4')
      ? Buffer.from(`\0\0\0\x40free${mark.padEnd(56)}`, 'latin1')
      : Buffer.from(mark)
    await writeFile(path, Buffer.concat([withWords, end]))
  }

  async function assertNoTrace({ files }: Rendered): Promise<void> {
    for (const [name, { path }] of Object.entries(files)) {
      const bytes = await readFile(path)
      const text = bytes.toString('latin1')
      assert.ok(
        !text.includes(mark) && !bytes.toString('utf16le').includes(mark),
        `${name} has the mark in it`,
      )
      assert.doesNotMatch(text, /Exif\0|ICC_PROFILE|<\?xpacket|GPSLatitude/, name)
    }
  }
})
