import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test, { after, describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { mainRenditions } from '#src/media/rendition.ts'
import { readX264Build } from '#src/render/probe/x264-build.ts'
import { assertAlike, framesFromStart, psnr } from '../support/media/damage.ts'
import { decode, gifLoops, played } from '../support/media/decoded.ts'
import { picturesPlan, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const media = fileURLToPath(new URL('../../../shared/media', import.meta.url))

const clips: [name: string, size: [number, number], clip: [number, number], frames: number][] = [
  ['bbb.mp4', [480, 270], [12, 13], 15],
  ['frog.mp4', [480, 320], [7.9, 20], 6],
  ['talking.mkv', [480, 360], [1, 2], 15],
  ['screencast.mp4', [480, 270], [2, 3], 15],
  ['pixelart.mp4', [480, 480], [1, 2], 15],
  ['glow.webm', [480, 270], [2, 3], 15],
  ['hevc1080.mp4', [480, 270], [0.5, 1.5], 15],
  ['rotated.mp4', [480, 854], [0, 1], 15],
  ['sar2x1.mp4', [480, 136], [1, 2], 15],
  ['vfr.mp4', [480, 220], [1, 2], 15],
]

describe('real media', { skip: existsSync(media) ? false : 'the folder of real clips is missing' }, () => {
  const pool = startPool({ after })

  for (const [name, size, [startSeconds, endSeconds], frames] of clips) {
    test(`${name} gives four renditions that decode`, async (t) => {
      const watermarkText = 'gifs.example'
      const made = await render(
        t,
        pool,
        videoPlan(join(media, name), { startSeconds, endSeconds, watermarkText }),
      )
      assert.deepEqual([made.width, made.height], size)
      assert.equal(made.frames, frames)
      for (const rendition of mainRenditions) {
        const decoded = await decode(made.files[rendition].path)
        assert.deepEqual([decoded.width, decoded.height], size)
        if (rendition === 'mp4') assert.equal(decoded.frames.length, frames)
      }
      assert.equal(await gifLoops(made.files.gif.path), 0)
    })
  }

  test('the version of x264 is found', async () => {
    assert.equal(await readX264Build(join(media, 'h264-444.mp4')), 142)
  })

  test('a 4:4:4 clip of an old x264 looks the same after a seek as from the start', async (t) => {
    const clip = join(media, 'h264-444.mp4')
    const made = await render(t, pool, videoPlan(clip, { startSeconds: 6, endSeconds: 8 }))
    const expected = await framesFromStart(clip, [6, 8], '480x270')
    await assertAlike(made.files.mp4.path, expected, 30)
    const { frames } = await decode(made.files.gif.path)
    for (const [index, frame] of frames.entries()) assert.ok(psnr(frame, expected[index]!) > 25)
  })

  test('photos of every kind give one GIF', async (t) => {
    const names = [
      'exif-landscape-3.jpg',
      'exif-portrait-5.jpg',
      'cmyk.jpg',
      'fox.png',
      'fox-8bpc.avif',
      'animated.gif',
    ]
    const more = [
      'animated.webp',
      'flag-16bit.png',
      'gray-alpha-16bit.png',
      'alpha-paper.png',
      'photo-4.webp',
    ]
    const inputs = [...names, ...more, 'fox-progressive.jpg', 'exif-landscape-6.jpg'].map((name) =>
      join(media, 'pictures', name),
    )
    const made = await render(t, pool, picturesPlan(inputs, { width: 320, height: 240, resize: true }))
    const shown = played(await decode(made.files.gif.path), inputs.length, made.durationMs)
    assert.equal(new Set(shown.frames.map((frame) => frame.toString('latin1'))).size, inputs.length)
  })

  for (const [name, code] of [
    ['corrupt-header.jpg', 'media_broken'],
    ['cielab.tiff', 'media_broken'],
  ] as const) {
    test(`${name} is refused`, async (t) => {
      const inputs = [join(media, 'pictures/fox.png'), join(media, 'pictures', name)]
      await assert.rejects(render(t, pool, picturesPlan(inputs)), { code, message: /^Picture 2 / })
    })
  }
})
