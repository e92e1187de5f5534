import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { before, describe } from 'node:test'
import { sniffBytes, sniffPicture, sniffVideo } from '#src/media/file-type.ts'
import { makeAnimation } from '../support/media/animations.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

describe('the type of a file by its first bytes', () => {
  let folder = ''
  before(async () => {
    folder = await ensureFixtures()
  })
  const head = async (name: string) => (await readFile(join(folder, name))).subarray(0, sniffBytes)

  const pictures: [name: string, type: ReturnType<typeof sniffPicture>][] = [
    ['plain.png', 'png'],
    ['exif-6.jpg', 'jpeg'],
    ['cmyk.jpg', 'jpeg'],
    ['animated.webp', 'webp'],
    ['plain.avif', 'avif'],
    ['animated.gif', 'gif'],
    ['drawing.svg', null],
    ['picture.tiff', null],
    ['page.html', null],
    ['words.txt', null],
  ]
  for (const [name, type] of pictures) {
    test(`${name} is ${type ?? 'not an accepted picture'}`, async () => {
      const bytes = await head(`pictures/${name}`)
      assert.equal(sniffPicture(bytes), type)
      assert.equal(sniffVideo(bytes), name.startsWith('animated') ? type : null)
    })
  }

  const videos: [name: string, type: ReturnType<typeof sniffVideo>][] = [
    ['h264.mp4', 'mp4'],
    ['h264.mov', 'mp4'],
    ['h264.mkv', 'matroska'],
    ['numbered-live.webm', 'matroska'],
    ['mpeg4.avi', 'avi'],
    ['still.gif', 'gif'],
    ['h264.ts', 'mpegts'],
    ['h264.mts', 'mpegts'],
    ['h264.3gp', 'mp4'],
    ['mpeg4.3g2', 'mp4'],
    ['h264.m4v', 'mp4'],
    ['flv1.flv', 'flv'],
    ['wmv2.wmv', 'asf'],
    ['theora.ogv', 'ogg'],
    ['mpeg1.mpg', 'mpegps'],
    ['mpeg2.vob', 'mpegps'],
  ]
  for (const [name, type] of videos) {
    test(`${name} is ${type}`, async () => assert.equal(sniffVideo(await head(name)), type))
  }

  for (const [type, sniffed, video] of [
    ['apng', 'png', 'apng'],
    ['webp', 'webp', 'webp'],
    ['avif', 'avif', 'mp4'],
    ['gif', 'gif', 'gif'],
  ] as const) {
    test(`an animated ${type} is a picture and a video`, async (t) => {
      const path = await makeAnimation(await makeFolder(t), type, { delaysMs: [100, 100, 100] })
      const bytes = (await readFile(path)).subarray(0, sniffBytes)
      assert.deepEqual([sniffPicture(bytes), sniffVideo(bytes)], [sniffed, video])
    })
  }

  test('an animated PNG that declares it after its color profile is one, and one of a single frame is not', async (t) => {
    const path = await makeAnimation(await makeFolder(t), 'apng', { delaysMs: [100, 100, 100] })
    const bytes = await readFile(path)
    const begin = bytes.indexOf('acTL') - 4
    const profile = Buffer.concat([Buffer.from([0, 0, 8, 0]), Buffer.from('iCCP'), Buffer.alloc(2052)])
    const late = Buffer.concat([bytes.subarray(0, begin), profile, bytes.subarray(begin)])
    assert.equal(sniffVideo(late.subarray(0, sniffBytes)), 'apng')
    bytes.writeUInt32BE(2, begin + 8)
    assert.equal(sniffVideo(bytes.subarray(0, sniffBytes)), 'apng')
    bytes.writeUInt32BE(1, begin + 8)
    assert.equal(sniffVideo(bytes.subarray(0, sniffBytes)), null)
  })

  test('an empty file, and any beginning of a file, is unknown or of its type', async () => {
    for (const [name, type] of [
      ...videos,
      ...pictures.map(([name, type]) => [`pictures/${name}`, type] as const),
    ]) {
      const bytes = await head(name)
      for (let length = 0; length < 64; length += 1) {
        const found = [sniffVideo(bytes.subarray(0, length)), sniffPicture(bytes.subarray(0, length))]
        assert.ok(
          found.every((one) => one === null || one === type),
          `${length} bytes of ${name}`,
        )
      }
    }
  })
})
