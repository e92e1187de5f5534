import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import type { AppError } from '#src/lib/app-error.ts'
import { defaultLayerLimits } from '#src/layers/layer-limits.ts'
import type { Overlay } from '#src/layers/layer.ts'
import { parseLayers } from '#src/layers/parse-layers.ts'
import type { CreationPlan } from '#src/media/media-engine.ts'
import type { CleanUp } from '../support/clean-up.ts'
import { decode } from '../support/media/decoded.ts'
import { makeVideo } from '../support/media/media.ts'
import { makeFolder, picturesPlan, render, startPool, videoPlan } from '../support/rendering/rendering.ts'
import { drawStickers } from '../layers/stickers.ts'

const pool = startPool({ after })
const red = { r: 255, g: 0, b: 0 }

async function overlayOf(
  t: CleanUp,
  layers: object[],
  stickers: Uint8Array[] = [],
): Promise<Overlay<string>> {
  const folder = await makeFolder(t)
  const paths = stickers.map((_, index) => join(folder, `sticker-${index}`))
  for (const [index, bytes] of stickers.entries()) await writeFile(paths[index]!, bytes)
  return {
    layers: parseLayers(layers, { limits: defaultLayerLimits, stickers: stickers.length }),
    stickers: paths,
  }
}

async function redSquare(): Promise<Uint8Array> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: red } })
    .png()
    .toBuffer()
}

/** The frames in which the middle is red: one character per frame. */
async function redFrames(path: string): Promise<string> {
  const { width, height, frames } = await decode(path)
  const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
  return frames
    .map((pixels) =>
      pixels[middle]! > 200 && pixels[middle + 1]! < 80 && pixels[middle + 2]! < 80 ? 'R' : '-',
    )
    .join('')
}

test('a layer is visible for its time of the source in every file, for any options of the clip', async (t) => {
  const input = await makeVideo(t, { seconds: 2, fps: 10 })
  const spans = { type: 'picture', picture: 0, width: 0.3, start: 0.5, end: 1 }
  const overlay = await overlayOf(t, [spans], [await redSquare()])
  const shown = async (plan: CreationPlan, names: ('gif' | 'mp4' | 'webp')[] = ['gif']) => {
    const { files } = await render(t, pool, plan)
    const seen = []
    for (const name of names) seen.push(await redFrames(files[name].path))
    return seen
  }
  const ofClip = { startSeconds: 0.2, endSeconds: 1.4, overlay }
  assert.deepEqual(
    await shown(videoPlan(input, ofClip), ['gif', 'mp4', 'webp']),
    Array.from({ length: 3 }, () => '---RRRRR----'),
  )
  assert.deepEqual(
    [
      ...(await shown(videoPlan(input, { ...ofClip, watermarkText: 'gifwright', clip: { speed: 2 } }))),
      ...(await shown(videoPlan(input, { ...ofClip, gif: { reverse: true } }))),
      ...(await shown(videoPlan(input, { ...ofClip, gif: { maxBytes: 60_000 } }))),
    ],
    ['---RRR---', '----RRRRR---', '---RRRRR----'],
  )
})

test('layers are drawn over pictures and animated WebP, and animated stickers move', async (t) => {
  const [still, moving] = await drawStickers()
  const folder = await makeFolder(t)
  const inputs = await Promise.all(
    [0, 1, 2, 3].map(async (index) => {
      const path = join(folder, `${index}.png`)
      const background = { r: 30 * index, g: 40, b: 40 }
      await sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toFile(path)
      return path
    }),
  )
  // Red, green and blue for 200 ms each.
  const overlay = await overlayOf(t, [{ type: 'picture', picture: 1, width: 0.5 }], [still!, moving!])
  const plan = picturesPlan(inputs, { width: 64, height: 64, delayMs: 200, overlay })
  const { files } = await render(t, pool, plan)
  assert.equal(await redFrames(files.gif.path), 'R--R')

  const webp = join(folder, 'source.webp')
  await writeFile(webp, moving!)
  const span = { type: 'picture', picture: 0, start: 0.2, end: 0.4 }
  const onWebp = videoPlan(webp, { overlay: await overlayOf(t, [span], [await redSquare()]) })
  const made = await render(t, pool, onWebp)
  // Its first frame is red itself.
  assert.equal(await redFrames(made.files.gif.path), 'RR-')
})

test('texts are drawn in the sandbox, with a box for uncovered characters', async (t) => {
  const input = await makeVideo(t, { seconds: 0.5, width: 320, height: 180 })
  const overlay = await overlayOf(t, [
    {
      type: 'text',
      text: 'A\u{10fffe}',
      size: 0.3,
      color: '#ff0000',
      outline: null,
      box: '#ff0000',
      width: 1,
    },
  ])
  const { files } = await render(t, pool, videoPlan(input, { overlay }))
  assert.match(await redFrames(files.gif.path), /^R+$/)
})

test('stickers that are no pictures, damaged, or bombs are refused with a message', async (t) => {
  const input = await makeVideo(t, { seconds: 0.5 })
  const [png = new Uint8Array()] = await drawStickers()
  const huge = Uint8Array.from(png)
  new DataView(huge.buffer).setUint32(16, 60_000)
  new DataView(huge.buffer).setUint32(20, 60_000)
  const cases: [Uint8Array, string, string][] = [
    [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
      'media_unsupported',
      'must be a PNG, WebP or GIF file',
    ],
    [huge, 'media_too_large', 'may have at most 16 megapixels'],
    [png.slice(0, 60), 'media_broken', 'could not be decoded'],
  ]
  for (const [bytes, code, rule] of cases) {
    const overlay = await overlayOf(t, [{ type: 'picture', picture: 0 }], [bytes])
    await assert.rejects(render(t, pool, videoPlan(input, { overlay })), (error: AppError) => {
      assert.deepEqual(
        [error.code, error.field, error.message],
        [code, 'stickers[]', `Picture 1 of \`stickers[]\` ${rule}.`],
      )
      return true
    })
  }
})
