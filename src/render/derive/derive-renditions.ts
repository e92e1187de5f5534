import { stat } from 'node:fs/promises'
import { LookMaker } from '../../looks/look-maker.ts'
import { streamFrames } from '../decode/frame-stream.ts'
import { AppError } from '../../lib/app-error.ts'
import type { DerivePlan, KeepPlan } from '../../media/media-engine.ts'
import {
  maxRenditionBytes,
  type RenditionName,
  type Renditions,
  renditions,
  renditionShape,
} from '../../media/rendition.ts'
import { missingRenditions } from '../../media/resolve-rendition.ts'
import type { GifMaker } from '../encode/gif-maker.ts'
import { frameBytes, type FrameSource, intermediatePath, type Job, partOfJob, renditionPath } from '../job.ts'
import { openKept } from '../keep/keep-animation.ts'
import { openSource } from '../open-source.ts'
import { valueOf } from '../probe/ratio.ts'
import { FrameFile } from '../process/frame-file.ts'
import { readStoredFrames, type StoredClip, storeFrames } from '../process/stored-frames.ts'
import type { DerivedShapes } from '../protocol.ts'
import { arrangeFrames, needsAllFrames } from '../steps.ts'
import { boundedRendition } from './bounded-rendition.ts'
import { asGif, planOf, storedFrames } from './gif-frames.ts'
import { ScaledClips } from './scaled-clips.ts'
import { streamRenditions } from './stream-renditions.ts'

/** A high estimate of the bytes of a file per pixel. */
const bytesPerPixel = { gif: 0.35, h264: 0.05, vp9: 0.05, webp: 0.15, jpeg: 1 } as const

/** Returns the approximate disk space of the files of a derivation. */
function derivedBytes({ renditions: names, gif }: DerivePlan): number {
  const bytes = names.map((name) => {
    const { codec, maxBytes } = renditions[name]
    const { width, height, frames } = renditionShape(name, gif)
    const most = maxBytes ?? maxRenditionBytes
    return Math.min(most, Math.ceil(width * height * frames * bytesPerPixel[codec]))
  })
  return bytes.reduce((sum, each) => sum + each, 0)
}

/** The progress at which the frames are decoded, if files of limited size are made from them afterward. */
const streamedShare = 0.4

/**
 * Makes further renditions of a GIF: those without a size limit as the frames arrive, the others from stored frames,
 * since they may be encoded more than once. Omits those that cannot be made small enough, and those that an earlier one
 * made here can replace. Throws AppError.
 */
export async function deriveRenditions(asked: DerivePlan, maker: GifMaker, job: Job): Promise<DerivedShapes> {
  const { gif } = asked
  const isBounded = (name: RenditionName) => renditions[name].maxBytes !== null
  const bounded = asked.renditions.filter(isBounded)
  const streamed = asked.renditions.filter((name) => !isBounded(name))
  const shapes: DerivedShapes = Object.fromEntries(streamed.map((name) => [name, renditionShape(name, gif)]))
  const given = await openFrames(asked, bounded.length > 0, job)
  const plan = { ...asked, loops: given.loops ?? asked.loops }
  const budget = { frames: gif.frames, maxBytes: job.limits.maxFrameBytes }
  let kept: FrameFile | undefined
  let scaled: ScaledClips | undefined
  try {
    const source = given.source
    const streaming = bounded.length > 0 ? partOfJob(job, 0, streamedShare) : job
    kept =
      bounded.length > 0 ? await FrameFile.create(intermediatePath(job, 'derived'), gif, budget) : undefined
    await streamRenditions(source, plan, streamed, maker, streaming, (frame) => kept?.append(frame))
    if (kept === undefined) return shapes
    const clip: StoredClip = {
      source: { ...source, decoding: null, watermarkText: null },
      file: kept,
      loop: null,
    }
    scaled = new ScaledClips(clip, gif, job)
    for (const [index, name] of bounded.entries()) {
      const missing = missingRenditions({ ...gif, renditions: await withBytes(shapes, job) })
      if (!missing.includes(name)) continue
      const step = (1 - streamedShare) / bounded.length
      const part = partOfJob(job, streamedShare + index * step, streamedShare + (index + 1) * step)
      const shape = await boundedRendition(name, scaled, plan, part)
      if (shape !== null) shapes[name] = shape
    }
    return shapes
  } finally {
    await scaled?.close()
    await kept?.close()
    await given.close()
  }
}

/** Returns the packed look of a GIF, decoding its frames only for that. Throws AppError. */
export async function lookOfGif(plan: DerivePlan, job: Job): Promise<Uint8Array> {
  const { source, close } = await openFrames(plan, false, job)
  try {
    const look = new LookMaker(source)
    await streamFrames(source, job, (frame) => look.add(frame))
    return look.finish()
  } finally {
    await close()
  }
}

/** Returns the renditions made, with their bytes. */
async function withBytes(shapes: DerivedShapes, job: Job): Promise<Renditions> {
  const entries = (Object.entries(shapes) as [RenditionName, DerivedShapes[RenditionName] & object][]).map(
    async ([name, shape]) => [name, { ...shape, bytes: (await stat(renditionPath(job, name))).size }],
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** Opens the frames of the GIF, and reserves disk space for them. */
async function openFrames(
  plan: DerivePlan,
  isStored: boolean,
  job: Job,
): Promise<{ source: FrameSource; loops?: number; close: () => Promise<void> }> {
  const { gif } = plan
  const renderPlan = await planOf(plan)
  if (renderPlan?.kind === 'keep') return openKeptFrames(renderPlan, plan, isStored, job)
  const source = renderPlan === null ? await storedFrames(plan, job) : await openSource(renderPlan, job)
  const isArranged = renderPlan !== null && needsAllFrames(renderPlan)
  const copies = [...(isArranged ? [source] : []), ...(isStored ? [gif, gif, gif] : [])]
  const frames = copies.map((size) => Math.min(frameBytes(size) * size.frames, job.limits.maxFrameBytes))
  await job.reserve(derivedBytes(plan) + frames.reduce((sum, bytes) => sum + bytes, 0))
  if (renderPlan === null || !isArranged) return { source: asGif(source, gif), close: async () => {} }
  const stored = await storeFrames(source, false, { ...job, onProgress: () => {} })
  const window = { firstFrame: 0, frameCount: stored.file.count }
  const order = arrangeFrames(window, renderPlan, valueOf(source.rate))
  return { source: asGif(readStoredFrames(stored, order), gif), close: () => stored.file.close() }
}

/** Opens the frames of a kept animation, which are already those of the GIF. */
async function openKeptFrames(
  { input }: KeepPlan,
  plan: DerivePlan,
  isStored: boolean,
  job: Job,
): Promise<{ source: FrameSource; loops: number; close: () => Promise<void> }> {
  const { gif } = plan
  const { source, loops } = await openKept(input, job)
  const isSame = source.width === gif.width && source.height === gif.height && source.frames === gif.frames
  if (!isSame) throw new AppError('media_broken', 'The stored GIF is not the one that was kept.')
  const stored = isStored ? 3 * Math.min(frameBytes(gif) * gif.frames, job.limits.maxFrameBytes) : 0
  await job.reserve(derivedBytes(plan) + stored)
  return { source, loops, close: async () => {} }
}
