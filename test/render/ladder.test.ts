import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import test, { after, before, describe } from 'node:test'
import sharp from 'sharp'
import type { RenderPool } from '#src/adapters/render-pool/render-pool.ts'
import type { DerivedFiles, DerivePlan, Rendered, RenderedFile } from '#src/media/media-engine.ts'
import { type RenditionName, renditionMs, renditions, renditionShape } from '#src/media/rendition.ts'
import { coreRenditions, missingRenditions } from '#src/media/resolve-rendition.ts'
import { isFullRun } from '../support/full-run.ts'
import { makeAnimation } from '../support/media/animations.ts'
import { type Decoded, decode, gifLoops, played } from '../support/media/decoded.ts'
import { ffmpegOnce } from '../support/media/fixtures.ts'
import { makeFolder, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

/**
 * The files that `npm test` derives, while the full run derives every file: one of each codec and of each part of a
 * clip.
 */
const usual = new Set<RenditionName>([
  ...(['gif100w', 'gif200h6', 'gifSticker90', 'webp200w', 'webpStill90', 'webm', 'mp4200kb'] as const),
  ...(['mp4Preview', 'gifPreview', 'still100w'] as const),
])

type Cleanup = { after(action: () => Promise<void>): void }

/** Derives all missing files of a GIF, like the background task. */
async function deriveAll(
  t: Cleanup,
  pool: RenderPool,
  made: Rendered,
  from: DerivePlan['from'],
  names = missingRenditions({ ...made, renditions: made.files }).filter(
    (name) => isFullRun || usual.has(name),
  ),
): Promise<DerivedFiles> {
  const { width, height, frames, durationMs, hasAlpha } = made
  const gif = { width, height, frames, durationMs, hasAlpha }
  const plan: DerivePlan = { kind: 'derive', from, gif, loops: 3, renditions: names }
  const signal = AbortSignal.timeout(120_000)
  const files = await pool.derive(plan, await makeFolder(t), { signal, onProgress: () => {} })
  // Another one may represent one with a byte limit.
  const left = missingRenditions({ ...made, renditions: { ...made.files, ...files } })
  assert.deepEqual(
    names.filter((name) => left.includes(name)),
    [],
  )
  return files
}

/** Decodes a file, and asserts that it matches its description and the table. */
async function check(name: RenditionName, file: RenderedFile, made: Rendered): Promise<Decoded> {
  const { maxBytes, codec, frames } = renditions[name]
  const shape = renditionShape(name, made)
  const { path, bytes } = file
  const said = { width: file.width, height: file.height, frames: file.frames }
  assert.equal((await stat(path)).size, bytes, name)
  assert.ok((bytes ?? Infinity) <= (maxBytes ?? Infinity), `${name} takes ${bytes} bytes`)
  if (maxBytes === null) assert.deepEqual(said, shape, name)
  const decoded = await decode(path)
  assert.deepEqual([decoded.width, decoded.height], [file.width, file.height], name)
  const shownMs = decoded.delaysMs.reduce((sum, ms) => sum + ms, 0)
  const wantedMs = renditionMs(name, made)
  const frameMs = wantedMs / file.frames
  if (frames === 'first') assert.equal(decoded.frames.length, 1, name)
  else if (codec === 'gif' || codec === 'webp') {
    assert.ok(decoded.frames.length <= file.frames && decoded.frames.length > 1, name)
    assert.ok(Math.abs(shownMs - wantedMs) <= frameMs * 0.6 + 20, `${name}: ${shownMs} ms, not ${wantedMs}`)
  } else assert.equal(decoded.frames.length, file.frames, name)
  return decoded
}

/** The mean difference of the luma of two frames, the second scaled to the size of the first. */
async function difference(one: Decoded, two: Decoded, frame: number, other: number): Promise<number> {
  const luma = async ({ width, height, frames }: Decoded, index: number) =>
    sharp(frames.at(index), { raw: { width, height, channels: 4 } })
      .flatten({ background: 'white' })
      .resize(40, 30, { fit: 'fill' })
      .grayscale()
      .raw()
      .toBuffer()
  const [left, right] = [await luma(one, frame), await luma(two, other)]
  return left.reduce((sum, value, at) => sum + Math.abs(value - right[at]!), 0) / left.length
}

describe('the ladder of a GIF', () => {
  let clip = ''
  const pool = startPool({ after })
  before(async () => {
    // Hard enough that every byte limit is met only by encoding again.
    const source = 'mandelbrot=size=461x347:rate=10:start_scale=0.4,noise=alls=24:allf=t:all_seed=1'
    const coded = ['-t', '2.4', '-pix_fmt', 'yuv444p', '-c:v', 'ffv1']
    clip = await ffmpegOnce(['-f', 'lavfi', '-i', source, ...coded], 'mkv')
  })

  test('has every file with the declared size, frames and bytes', async (t) => {
    const plan = videoPlan(clip, { endSeconds: isFullRun ? 2.4 : 1.2 })
    const made = await render(t, pool, plan)
    const core = coreRenditions(made)
    assert.deepEqual(core, ['gif220w', 'gif200w', 'gif200h', 'still360w'])
    const derived = await deriveAll(t, pool, made, { kind: 'source', plan })
    const files = { ...made.files, ...derived }
    const names = Object.keys(files) as RenditionName[]
    assert.ok(names.includes('mp4200kb') && names.includes('webm'))
    if (isFullRun) assert.ok(names.includes('gif2mb'))
    const gif = played(await decode(made.files.gif.path), made.frames, made.durationMs)
    for (const name of names) {
      const file = files[name]!
      const decoded = await check(name, file, made)
      const isVideo = ['h264', 'vp9'].includes(renditions[name].codec)
      const { frames } = file
      const shown = frames === 1 || isVideo ? decoded : played(decoded, frames, renditionMs(name, made) || 1)
      assert.ok((await difference(shown, gif, 0, 0)) < 9, `${name} begins like the GIF`)
      // The duration that its last frame represents.
      const spread = renditions[name].frames === 'six' ? made.frames / 6 : 1
      const all = ['all', 'six'].includes(renditions[name].frames)
      const last = all ? Math.floor(((frames - 1) * made.frames) / frames) : (frames - 1) * spread
      if (frames > 1 && renditions[name].frames !== 'start')
        assert.ok((await difference(shown, gif, frames - 1, last)) < 12, `${name} ends like the GIF`)
    }
    assert.equal(await gifLoops(derived.gif100w!.path), 2, 'repeated twice after the first time')
  })

  test('can be derived from its stored MP4, and has the same sizes', async (t) => {
    const made = await render(t, pool, videoPlan(clip, { endSeconds: 1, gif: { boomerang: true } }))
    const names: RenditionName[] = ['gif220w', 'gif200h6', 'webp200w', 'mp4In150', 'still100w']
    const from = { kind: 'stored' as const, name: 'mp4' as const, input: made.files.mp4.path }
    const derived = await deriveAll(t, pool, made, from, names)
    const gif = played(await decode(made.files.gif.path), made.frames, made.durationMs)
    for (const name of names) {
      const decoded = await check(name, derived[name]!, made)
      assert.ok((await difference(decoded, gif, 0, 0)) < 9, name)
    }
  })

  test('has the size of a GIF that fits into its bytes, from the source', async (t) => {
    const plan = videoPlan(clip, { endSeconds: 1, gif: { maxBytes: 25_000 } })
    const made = await render(t, pool, plan)
    assert.ok(made.width < 461)
    for (const name of coreRenditions(made)) await check(name, made.files[name]!, made)
    const derived = await deriveAll(t, pool, made, { kind: 'source', plan }, ['gif100w', 'mp4100w'])
    for (const name of ['gif100w', 'mp4100w'] as const) await check(name, derived[name]!, made)
  })

  test('keeps transparency in GIF and WebP, from the stored WebP, with files of its own for stickers', async (t) => {
    const folder = await makeFolder(t)
    const delaysMs = Array.from({ length: 8 }, () => 100)
    const input = await makeAnimation(folder, 'webp', { delaysMs, width: 260, height: 240, hasAlpha: true })
    const made = await render(t, pool, videoPlan(input))
    assert.equal(made.hasAlpha, true)
    const from = { kind: 'stored' as const, name: 'webp' as const, input: made.files.webp.path }
    const derived = await deriveAll(t, pool, made, from)
    const names = Object.keys(derived) as RenditionName[]
    assert.ok(names.includes('gifSticker90') && names.includes('webpStill90') && names.includes('webm'))
    for (const name of names) {
      const { width, height, frames } = await check(name, derived[name]!, made)
      const alpha = (x: number) => frames[0]![((height >> 1) * width + x) * 4 + 3]!
      const isSeenThrough = ['gif', 'webp'].includes(renditions[name].codec)
      assert.equal(alpha(Math.floor(width * 0.8)) < 30, isSeenThrough, name)
      assert.ok(alpha(Math.floor(width * 0.2)) > 225, name)
      // Formats without alpha show white there.
      const right = ((height >> 1) * width + Math.floor(width * 0.8)) * 4
      const shown = frames[0]!.subarray(right, right + 3)
      if (!isSeenThrough) assert.ok(Math.min(...shown) > 245, `${name} shows ${shown.join()}`)
    }
  })

  test('contains nothing enlarged for a GIF smaller than all sizes', async (t) => {
    const plan = videoPlan(clip, { endSeconds: 0.6, clip: { width: 80 } })
    const made = await render(t, pool, plan)
    assert.deepEqual(Object.keys(made.files).toSorted(), ['gif', 'mp4', 'still360w', 'thumb', 'webp'])
    const missing = missingRenditions({ ...made, renditions: made.files })
    const derived = await deriveAll(t, pool, made, { kind: 'source', plan }, missing)
    assert.deepEqual(Object.keys(derived).toSorted(), ['gifRough', 'webm'])
    for (const name of ['gifRough', 'webm'] as const) await check(name, derived[name]!, made)
  })
})
