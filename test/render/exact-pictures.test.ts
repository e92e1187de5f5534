import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import type { Sharp } from 'sharp'
import { createCompositor } from '#src/layers/compositor.ts'
import { openPackagedEngine } from '#src/layers/node/open-engine.ts'
import { convertPicture } from '#src/render/preview/convert-picture.ts'
import { openPictures } from '#src/render/decode/picture-source.ts'
import { assertPatches, flatPatches, patchSize } from '../support/color/flat-patches.ts'
import { localJob, pipelineFrames, sourceFrames } from '../support/color/pipeline-frames.ts'
import { whyNoHeic } from '../support/media/heic.ts'
import { makeFolder, picturesPlan, videoPlan } from '../support/rendering/rendering.ts'

const run = promisify(execFile)

/** The frame of one picture. */
async function frameOf(
  t: TestContext,
  path: string,
  size: { width: number; height: number },
  resize = false,
): Promise<Uint8Array> {
  const job = localJob(await makeFolder(t))
  const source = await openPictures(picturesPlan([path], { ...size, resize }), job)
  const [frame] = await sourceFrames(source, job)
  assert.ok(frame !== undefined)
  return frame
}

/** A file with a picture in it. */
async function write(t: TestContext, name: string, picture: Sharp): Promise<string> {
  const path = join(await makeFolder(t), name)
  await writeFile(path, await picture.toBuffer())
  return path
}

const inP3 = () => flatPatches().withIccProfile('p3')

const noHeic = await whyNoHeic()

describe('pictures with a profile are converted to sRGB', () => {
  const files: Record<string, () => Sharp> = {
    'picture.png': () => inP3().png(),
    'picture.jpg': () => inP3().jpeg({ quality: 98, chromaSubsampling: '4:4:4' }),
    'picture.webp': () => inP3().webp({ lossless: true }),
    'picture.avif': () => inP3().avif({ quality: 95, chromaSubsampling: '4:4:4' }),
    'picture.tiff': () => inP3().tiff({ compression: 'lzw' }),
  }
  for (const [name, make] of Object.entries(files)) {
    test(`Display P3 in ${name}`, async (t) => {
      const path = await write(t, name, make())
      assertPatches(await frameOf(t, path, patchSize), patchSize, 2, name)
    })
  }

  test('Display P3 in PNG of 16 bits', async (t) => {
    const narrow = await write(t, 'narrow.png', inP3().png())
    const path = join(await makeFolder(t), 'wide.png')
    await run('ffmpeg', ['-v', 'error', '-i', narrow, '-pix_fmt', 'rgb48be', path])
    assertPatches(await frameOf(t, path, patchSize), patchSize, 2, 'wide.png')
  })

  test('Display P3 in HEIC, and in its preview', { skip: noHeic ?? false }, async (t) => {
    const png = await write(t, 'picture.png', inP3().png())
    const path = join(await makeFolder(t), 'picture.heic')
    await run('heif-enc', ['-q', '98', '-p', 'chroma=444', png, '-o', path])
    assertPatches(await frameOf(t, path, patchSize), patchSize, 3, 'picture.heic')
    const job = localJob(await makeFolder(t))
    await convertPicture({ kind: 'convert', input: path }, job)
    const preview = join(job.folder(), 'preview')
    assertPatches(await frameOf(t, preview, patchSize), patchSize, 4, 'the preview')
  })

  test('Display P3 in stickers', async () => {
    const { width, height } = patchSize
    for (const picture of [inP3().png(), inP3().webp({ lossless: true })]) {
      const layer = { type: 'picture', picture: 0, x: 0.5, y: 0.5, width: 1, rotation: 0 } as const
      const compositor = await createCompositor([{ ...layer, opacity: 1, start: null, end: null }], {
        ...patchSize,
        pictures: [await picture.toBuffer()],
        openEngine: openPackagedEngine,
      })
      const frame = new Uint8Array(width * height * 4)
      compositor.draw(frame, 0)
      compositor.close()
      assertPatches(frame, patchSize, 2, 'a sticker')
    }
  })
})

test('levels of pictures of 16 bits are rounded to the nearest', async (t) => {
  const [width, height] = [256, 256]
  const pixels = Buffer.alloc(width * height * 6)
  for (let at = 0; at < width * height * 3; at += 1) pixels.writeUInt16BE(Math.floor(at / 3), at * 2)
  const folder = await makeFolder(t)
  const [raw, path] = [join(folder, 'levels.raw'), join(folder, 'levels.png')]
  await writeFile(raw, pixels)
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb48be', '-s', `${width}x${height}`, '-i', raw]
  await run('ffmpeg', ['-v', 'error', ...input, path])
  const frame = await frameOf(t, path, { width, height })
  const wrong = Array.from({ length: width * height }, (_, level) => level).filter(
    (level) => frame[level * 4] !== Math.round(level / 257),
  )
  assert.equal(wrong.length, 0, `level ${wrong[0]} becomes ${frame[(wrong[0] ?? 0) * 4]}`)
})

test('partly transparent pictures keep their colors when they are scaled', async (t) => {
  const path = await write(t, 'half.png', flatPatches().ensureAlpha(0.7).png())
  const size = { width: 40, height: 30 }
  assertPatches(await frameOf(t, path, size, true), size, 0, 'half.png')
  const frames = await Promise.all(
    [0, 0.5].map((share) =>
      flatPatches()
        .ensureAlpha(0.6 + share / 5)
        .raw()
        .toBuffer(),
    ),
  )
  const animation = join(await makeFolder(t), 'half.webp')
  const input = join(await makeFolder(t), 'half.raw')
  await writeFile(input, Buffer.concat(frames))
  const { width, height } = patchSize
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', '10', '-i', input]
  await run('ffmpeg', ['-v', 'error', ...raw, '-c:v', 'libwebp_anim', '-lossless', '1', animation])
  const plan = videoPlan(animation, { clip: { width: 40, fps: 10 } })
  const made = await pipelineFrames(plan, await makeFolder(t))
  for (const frame of made.frames) assertPatches(frame, size, 0, 'half.webp')
})
