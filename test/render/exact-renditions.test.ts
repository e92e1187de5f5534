import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Rendered, RenderedFile } from '#src/media/media-engine.ts'
import { type RenditionName, renditions } from '#src/media/rendition.ts'
import { asGif, storedFrames } from '#src/render/derive/gif-frames.ts'
import { openSource } from '#src/render/open-source.ts'
import { openKeptVideo } from '#src/render/keep/kept-video.ts'
import { FrameFile } from '#src/render/process/frame-file.ts'
import { assertExact } from '../support/color/assert-colors.ts'
import { colorClip } from '../support/color/color-clip.ts'
import { type ExactSource, exactFrames } from '../support/color/exact-frames.ts'
import { localJob, pipelineFrames, sourceFrames } from '../support/color/pipeline-frames.ts'
import { fading, h264 } from '../support/color/video-case.ts'
import { decode } from '../support/media/decoded.ts'
import { makeFolder, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const size = { width: 320, height: 240 }
/** The tolerance for the losses of codecs, without a color cast. */
const lossy = { signed: 0.5, absolute: 4.5 }
/** Color is blurred across the edges of patches in 4:2:0, and a codec loses some. */
const lossyPatch = 3

/** For lossless RGB. */
const rgb = { ...size, format: 'gbrp', matrix: 'bt601', isFullRange: true } as const

/** The frames that a rendition shows, decoded by its decoder or the standard for its colors. */
async function shownFrames(name: RenditionName, file: RenderedFile): Promise<readonly ArrayLike<number>[]> {
  const { codec } = renditions[name]
  if (codec !== 'h264' && codec !== 'vp9') return (await decode(file.path)).frames
  const video = { path: file.path, width: file.width, height: file.height }
  const colors = { format: 'yuv420p', matrix: 'bt709', isFullRange: false, chroma: 'left' } as const
  return exactFrames({ ...video, ...colors }, { to: video })
}

describe('renditions have the colors of the frames from which they are made', () => {
  const pool = startPool({ after })

  async function makeAll(
    t: Parameters<typeof render>[0],
    path: string,
    names: RenditionName[],
  ): Promise<Partial<Record<RenditionName, RenderedFile>>> {
    const plan = videoPlan(path, { clip: { fps: 10 } })
    const made: Rendered = await render(t, pool, plan)
    const { width, height, frames, durationMs, hasAlpha } = made
    const gif = { width, height, frames, durationMs, hasAlpha }
    const derivation = {
      kind: 'derive',
      from: { kind: 'source', plan },
      gif,
      loops: 0,
      renditions: names,
    } as const
    const options = { signal: AbortSignal.timeout(120_000), onProgress: () => {} }
    return { ...made.files, ...(await pool.derive(derivation, await makeFolder(t), options)) }
  }

  async function check(
    file: RenderedFile | undefined,
    name: RenditionName,
    source: ExactSource,
    isOnWhite = false,
  ): Promise<void> {
    assert.ok(file !== undefined, name)
    const to = { width: file.width, height: file.height }
    const shown = await shownFrames(name, file)
    const exact = (await exactFrames(source, { to })).slice(0, shown.length)
    const expected = isOnWhite ? exact.map(onWhite) : exact
    await test(name, () => assertExact(shown, expected, to, lossy, lossyPatch))
  }

  test('for opaque frames', async (t) => {
    const path = await colorClip(size, ['-vf', 'format=gbrp', '-c:v', 'ffv1'], 'mkv')
    const names = ['webm', 'mp4200h', 'webp220w', 'still200h'] as const
    const files = await makeAll(t, path, [...names])
    for (const name of ['mp4', 'webp', 'thumb', ...names] as const)
      await check(files[name], name, { ...rgb, path })
  })

  test('for partly transparent frames', async (t) => {
    const path = await colorClip(size, ['-vf', `${fading},format=gbrap`, '-c:v', 'ffv1'], 'mkv')
    const files = await makeAll(t, path, ['webpStill220', 'still200h'])
    const source = { ...rgb, format: 'gbrap', path }
    for (const name of ['mp4', 'thumb', 'still200h'] as const) await check(files[name], name, source, true)
    await check(files.webpStill220, 'webpStill220', source)
  })
})

/** Pixels on white. */
function onWhite(frame: Float64Array): Float64Array {
  return frame.map((level, at) => {
    const alpha = frame[at - (at % 4) + 3]! / 255
    return at % 4 === 3 ? 255 : level * alpha + 255 * (1 - alpha)
  })
}

describe('frames also have exact colors', () => {
  const sd = { format: 'yuv420p', matrix: 'bt601', isFullRange: false, chroma: 'left' } as const
  const hd = { ...sd, matrix: 'bt709' } as const

  test('in a video that is kept unchanged', async (t) => {
    const path = await colorClip(size, h264('yuv420p', {}), 'mp4')
    const job = localJob(await makeFolder(t))
    const { source } = await openKeptVideo(path, 'mp4', job, false)
    const frames = await sourceFrames(source, job)
    assertExact(frames, await exactFrames({ ...sd, path, ...size }, { to: size }), size)
  })

  test('in a stored MP4 from which renditions are derived', async (t) => {
    const path = await colorClip(size, h264('yuv420p', { matrix: 'bt709', range: 'tv' }), 'mp4')
    const gif = { ...size, width: 319, frames: 2, durationMs: 200, hasAlpha: false }
    const from = { kind: 'stored', name: 'mp4', input: path } as const
    const job = localJob(await makeFolder(t))
    const source = await storedFrames({ kind: 'derive', from, gif, loops: 0, renditions: [] }, job)
    const frames = await sourceFrames(source, job)
    const to = { width: 319, height: 240 }
    const crop = { x: 0, y: 0, ...to }
    assertExact(frames, await exactFrames({ ...hd, path, ...size }, { to, crop }), to)
  })

  test('in a source that is scaled to the size of its GIF', async (t) => {
    const path = await colorClip(size, ['-vf', 'format=gbrp', '-c:v', 'ffv1'], 'mkv')
    const job = localJob(await makeFolder(t))
    const to = { width: 201, height: 151 }
    const gif = { ...to, frames: 2, durationMs: 200, hasAlpha: false }
    const source = asGif(await openSource(videoPlan(path, { clip: { fps: 10 } }), job), gif)
    assertExact(await sourceFrames(source, job), await exactFrames({ ...rgb, path }, { to }), to)
  })

  test('under a watermark, which changes no other pixel', async (t) => {
    const path = await colorClip(size, h264('yuv420p', {}), 'mp4')
    const [plain, marked] = await Promise.all(
      [null, 'example.org'].map(async (watermarkText) => {
        const plan = videoPlan(path, { watermarkText, clip: { fps: 10 } })
        return pipelineFrames(plan, await makeFolder(t))
      }),
    )
    const changed = new Set<number>()
    for (const [at, level] of marked!.frames[0]!.entries())
      if (level !== plain!.frames[0]![at]) changed.add(Math.floor(at / 4 / size.width))
    assert.ok(changed.size > 5 && Math.min(...changed) > size.height - 40)
    const exact = await exactFrames({ ...sd, path, ...size }, { to: size })
    assertExact(marked!.frames, exact, size, { signed: 0.75, absolute: 1.5 })
  })

  test('for frames that are stored in little space', async (t) => {
    const path = await colorClip(size, ['-vf', 'format=gbrp', '-c:v', 'ffv1'], 'mkv')
    const folder = await makeFolder(t)
    const { frames } = await pipelineFrames(videoPlan(path, { clip: { fps: 10 } }), folder)
    const maxBytes = (frames.length * frames[0]!.length) / 40
    const file = await FrameFile.create(join(folder, 'frames'), size, { frames: frames.length, maxBytes })
    for (const frame of frames) await file.append(frame)
    const stored: Uint8Array[] = []
    for await (const frame of file.read([...frames.keys()])) stored.push(frame.slice())
    await file.close()
    const exact = await exactFrames({ ...rgb, path }, { to: size })
    assertExact(stored, exact, size, lossy, lossyPatch)
  })
})
