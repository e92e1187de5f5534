import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import { type RenditionFile, type RenditionName, renditions } from '#src/media/rendition.ts'
import { deriveRenditions } from '#src/render/derive/derive-renditions.ts'
import { GifThread } from '#src/render/encode/gif-thread.ts'
import type { Outputs } from '#src/render/encode/outputs.ts'
import { keepAnimation } from '#src/render/keep/keep-animation.ts'
import type { Made } from '#src/render/encode/encode-outputs.ts'
import { runPipeline } from '#src/render/pipeline.ts'
import type { Job } from '#src/render/job.ts'
import { poolLimits } from '#test/support/rendering/rendering.ts'
import type { DerivePlan, VideoPlan } from '#src/media/media-engine.ts'
import type { Clip } from '../gif/clips.ts'
import { cpuSeconds } from '../measure.ts'

const seconds = 5

/** The plan of a creation of a clip, with defaults except for its length. */
export function clipPlan({ path, startSeconds }: Clip): VideoPlan {
  return {
    kind: 'video',
    input: path,
    startSeconds,
    endSeconds: startSeconds + seconds,
    watermarkText: null,
    gif: defaultGifOptions,
    clip: defaultClipOptions,
  }
}

/** A job in this process, in a folder. */
function benchJob(folder: string): Job {
  return {
    folder: () => folder,
    limits: {
      ...poolLimits,
      maxFps: 30,
      maxWidth: 800,
      timeoutSeconds: 600,
      maxFrameBytes: 4e9,
      maxDamagedShare: 1,
    },
    maxCpuSeconds: 1200,
    startedMs: performance.now(),
    endsAtMs: Infinity,
    onProgress: () => {},
    reserve: async () => {},
  }
}

const thread = new GifThread()

/** Ends the thread that is kept warm, as in the service. */
export async function closeThread(): Promise<void> {
  await thread.close()
}

/** The files that a creation in this process makes in `folder`, and the CPU seconds of it and its tools. */
export async function create(
  clip: Clip,
  outputs: Outputs,
  folder: string,
): Promise<{ made: Made; cpu: number }> {
  const before = cpu()
  const made = await runPipeline(clipPlan(clip), outputs, thread, benchJob(folder))
  return { made, cpu: cpu() - before }
}

/** The files that keeping a GIF in this process makes in `folder`, and the CPU seconds of it and its tools. */
export async function keep(
  input: string,
  outputs: Outputs,
  folder: string,
): Promise<{ made: Made; cpu: number }> {
  const before = cpu()
  const made = await keepAnimation({ kind: 'keep', input }, outputs, thread, benchJob(folder))
  return { made: { ...made, loop: null }, cpu: cpu() - before }
}

/** The files that a derivation in this process makes in `folder`, and the CPU seconds of it and its tools. */
export async function derive(
  plan: DerivePlan,
  folder: string,
): Promise<{ files: Partial<Record<RenditionName, RenditionFile>>; cpu: number }> {
  const before = cpu()
  const shapes = await deriveRenditions(plan, thread, benchJob(folder))
  const used = cpu() - before
  const files: Partial<Record<RenditionName, RenditionFile>> = {}
  for (const [name, shape] of Object.entries(shapes) as [RenditionName, Omit<RenditionFile, 'bytes'>][])
    files[name] = { ...shape, bytes: (await stat(join(folder, renditions[name].file))).size }
  return { files, cpu: used }
}

/** CPU seconds of this process and of its children that have ended. */
function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + cpuSeconds('self', 'with children') - cpuSeconds('self')
}

/** A folder that is removed after the work. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
