import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { before, describe } from 'node:test'
import { sniffBytes, sniffPicture, sniffVideo } from '#src/media/file-type.ts'
import { ensureFixtures } from '../../support/fixtures.ts'

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
    test(`${name} is ${type ?? 'no picture that is accepted'}`, async () => {
      const bytes = await head(`pictures/${name}`)
      assert.equal(sniffPicture(bytes), type)
      assert.equal(sniffVideo(bytes), type === 'gif' ? 'gif' : null)
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
  ]
  for (const [name, type] of videos) {
    test(`${name} is ${type}`, async () => assert.equal(sniffVideo(await head(name)), type))
  }

  test('nothing, and every beginning of something, is nothing or that', async () => {
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
