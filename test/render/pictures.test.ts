import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import sharp from 'sharp'
import { corners } from '../../scripts/fixture-pictures.ts'
import { type Color, colorAt, decode, distance, gifLoops, played } from '../support/media/decoded.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { makeFolder, picturesPlan, render, startPool } from '../support/rendering/rendering.ts'

const places: [keyof typeof corners, [number, number]][] = [
  ['topLeft', [0.25, 0.25]],
  ['topRight', [0.75, 0.25]],
  ['bottomLeft', [0.25, 0.75]],
  ['bottomRight', [0.75, 0.75]],
]
const accepted = [
  ...['plain.png', 'interlaced.png', 'palette.png', '16bit.png', 'plain.jpg', 'progressive.jpg', 'cmyk.jpg'],
  ...['plain.webp', 'plain.avif', 'plain.gif', 'animated.gif', 'animated.webp'],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => `exif-${orientation}.jpg`),
]

describe('a GIF from pictures', () => {
  let folder = ''
  const pool = startPool({ after })
  before(async () => {
    folder = join(await ensureFixtures(), 'pictures')
  })
  const at = (name: string) => join(folder, name)

  test('every accepted kind of picture is a frame: upright, in its colors, in order', async (t) => {
    const inputs = accepted.map(at)
    const made = await render(t, pool, picturesPlan(inputs, { delayMs: 100 }))
    assert.deepEqual([made.width, made.height, made.frames], [64, 48, accepted.length])
    assert.equal(made.durationMs, accepted.length * 100)
    for (const rendition of ['gif', 'mp4'] as const) {
      const decoded = played(await decode(made.files[rendition].path), accepted.length, made.durationMs)
      for (const [frame, name] of accepted.entries()) {
        for (const [corner, place] of places) {
          const { color } = colorAt(decoded, frame, place)
          // CMYK inks cannot print these colors exactly.
          const tolerance = name === 'cmyk.jpg' ? 60 : 22
          const off = distance(color, corners[corner])
          assert.ok(
            off <= tolerance,
            `${name} as ${rendition}, ${corner}: ${color} is not ${corners[corner]}`,
          )
        }
      }
    }
    assert.equal(await gifLoops(made.files.gif.path), 0)
    assert.equal(made.progress.at(-1), 1)
  })

  test('grays stay gray, at every depth', async (t) => {
    const made = await render(t, pool, picturesPlan(['gray.png', 'gray.jpg', 'gray.png'].map(at)))
    const gif = played(await decode(made.files.gif.path), 3, made.durationMs)
    for (const frame of [0, 1, 2]) {
      const { color, alpha } = colorAt(gif, frame, [0.75, 0.75])
      assert.ok(distance(color, corners.bottomRight) <= 6, `${color}`)
      assert.equal(alpha, 255)
    }
  })

  test('identical pictures still make an animation', async (t) => {
    const same = at('plain.png')
    const { files } = await render(t, pool, picturesPlan([same, same, same]))
    const webp = await sharp(await readFile(files.webp.path), { animated: true }).metadata()
    assert.deepEqual([webp.pages, webp.loop, webp.delay], [2, 0, [300, 300]])
  })

  test('transparent areas show nothing of the previous pictures', async (t) => {
    const paths: string[] = []
    const place = await makeFolder(t)
    for (const background of ['#f00', '#0000', '#0f0', '#0000']) {
      const path = join(place, `${paths.length}.png`)
      await sharp({ create: { width: 64, height: 48, channels: 4, background } })
        .png()
        .toFile(path)
      paths.push(path)
    }
    const { files } = await render(t, pool, picturesPlan(paths))
    const gif = await readFile(files.gif.path)
    const alphas = await Promise.all(
      paths.map(async (_, page) => {
        const { data } = await sharp(gif, { page }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
        return [data[3], data[(24 * 64 + 32) * 4 + 3]]
      }),
    )
    assert.deepEqual(alphas, [
      [255, 255],
      [0, 0],
      [255, 255],
      [0, 0],
    ])
  })

  for (const name of ['alpha.png', 'gray-alpha.png', ...(isFullRun ? ['alpha.webp'] : [])]) {
    test(`transparency in ${name} is kept in GIF and WebP, and is white in MP4 and thumbnail`, async (t) => {
      const made = await render(t, pool, picturesPlan([at(name), at(name)]))
      for (const [rendition, { path }] of Object.entries(made.files)) {
        const decoded = await decode(path)
        assert.equal(colorAt(decoded, 0, [0.25, 0.25]).alpha, 255)
        const { color, alpha } = colorAt(decoded, 0, [0.75, 0.25])
        if (rendition === 'gif' || rendition === 'webp') assert.equal(alpha, 0)
        else assert.ok(distance(color, [255, 255, 255]) <= 6, `${rendition}: ${color}`)
      }
    })
  }

  for (const delayMs of isFullRun ? [100, 200, 330, 1000] : [330]) {
    test(`a delay of ${delayMs} ms applies to every frame of the GIF, the MP4 and the WebP`, async (t) => {
      const inputs = ['plain.png', 'gray.png', 'plain.gif', 'gray.jpg'].map(at)
      const { files } = await render(t, pool, picturesPlan(inputs, { delayMs }))
      for (const rendition of ['gif', 'mp4', 'webp'] as const) {
        const { delaysMs } = await decode(files[rendition].path)
        assert.deepEqual(delaysMs, [delayMs, delayMs, delayMs, delayMs], rendition)
      }
    })
  }

  test('a delay that GIF cannot express is kept over the whole', async (t) => {
    const inputs = Array.from({ length: 6 }, (_, index) => at(index % 2 === 0 ? 'plain.png' : 'gray.png'))
    const { files } = await render(t, pool, picturesPlan(inputs, { delayMs: 125 }))
    const { delaysMs } = await decode(files.gif.path)
    assert.equal(
      delaysMs.reduce((sum, delay) => sum + delay),
      750,
    )
    assert.ok(delaysMs.every((delay) => delay === 120 || delay === 130))
  })

  /** The positions at which a frame is black, and at which it shows the picture. */
  async function layout(t: Parameters<typeof render>[0], plan: Parameters<typeof picturesPlan>[1]) {
    const made = await render(t, pool, picturesPlan([at('exif-6.jpg'), at('exif-6.jpg')], plan))
    const gif = await decode(made.files.gif.path)
    assert.deepEqual([gif.width, gif.height], [plan?.width, plan?.height])
    return (x: number, y: number): Color => colorAt(gif, 0, [x, y]).color
  }

  test('resize fits the picture into the frame, keeping its proportions, centered on black', async (t) => {
    const seen = await layout(t, { width: 256, height: 96, resize: true })
    for (const x of [0.1, 0.2, 0.8, 0.9])
      assert.ok(distance(seen(x, 0.5), [0, 0, 0]) <= 4, `${x}: ${seen(x, 0.5)}`)
    assert.ok(distance(seen(0.3, 0.2), corners.topLeft) <= 14)
    assert.ok(distance(seen(0.7, 0.8), corners.bottomRight) <= 14)
  })

  test('without resize a small picture keeps its pixels, centered on black', async (t) => {
    const seen = await layout(t, { width: 200, height: 100, resize: false })
    for (const [x, y] of [
      [0.1, 0.5],
      [0.9, 0.5],
      [0.5, 0.1],
      [0.5, 0.9],
    ] as const) {
      assert.ok(distance(seen(x, y), [0, 0, 0]) <= 4, `${x}, ${y}: ${seen(x, y)}`)
    }
    assert.ok(distance(seen(0.4, 0.35), corners.topLeft) <= 14)
  })

  test('without resize a large picture is cropped around its middle', async (t) => {
    const seen = await layout(t, { width: 33, height: 17, resize: false })
    for (const [corner, [x, y]] of places)
      assert.ok(distance(seen(x, y), corners[corner]) <= 30, `${corner}: ${seen(x, y)}`)
  })

  test('an upright photo is rotated before it is placed', async (t) => {
    const inputs = ['exif-1.jpg', 'exif-5.jpg', 'exif-8.jpg'].map(at)
    const made = await render(t, pool, picturesPlan(inputs, { width: 128, height: 96, resize: true }))
    const gif = played(await decode(made.files.gif.path), 3, made.durationMs)
    for (const frame of [0, 1, 2]) {
      for (const [corner, place] of places)
        assert.ok(distance(colorAt(gif, frame, place).color, corners[corner]) <= 14)
    }
  })

  test('the watermark is on every frame', async (t) => {
    const plan = picturesPlan([at('plain.png'), at('gray.png')], { width: 320, height: 240, resize: false })
    const made = await render(t, pool, { ...plan, watermarkText: 'gifs.example' })
    const { frames, width, height } = await decode(made.files.gif.path)
    for (const frame of frames) {
      const bright = Array.from({ length: width * height }, (_, place) => place).filter(
        (place) => frame[place * 4]! > 170,
      )
      const marks = bright.filter(
        (place) => place % width > width * 0.66 && Math.floor(place / width) > height * 0.85,
      )
      assert.ok(marks.length > 20, `${marks.length} bright pixels in the corner`)
    }
  })

  const refused: [name: string, code: string, message: RegExp][] = [
    ['drawing.svg', 'media_unsupported', /^Picture 2 must be one of these/],
    ['page.html', 'media_unsupported', /^Picture 2 must be one of these/],
    ['words.txt', 'media_unsupported', /^Picture 2 must be one of these/],
    ['cut-plain.png', 'media_broken', /^Picture 2 is damaged/],
    ['cut-plain.jpg', 'media_broken', /^Picture 2 is damaged/],
    ['cut-plain.webp', 'media_broken', /^Picture 2 is damaged/],
    ['cut-plain.avif', 'media_broken', /^Picture 2 is damaged/],
  ]
  for (const [name, code, message] of refused) {
    if (!isFullRun && !['drawing.svg', 'cut-plain.png', 'cut-plain.avif'].includes(name)) continue
    test(`${name} is refused with ${code}, and by its position`, async (t) => {
      const plan = picturesPlan([at('plain.png'), at(name)])
      await assert.rejects(render(t, pool, plan), { code, message, field: 'pictures[]', retry: false })
    })
  }
})
