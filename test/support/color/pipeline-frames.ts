import { streamFrames } from '#src/render/decode/frame-stream.ts'
import type { FrameSource, Job } from '#src/render/job.ts'
import { openSource } from '#src/render/open-source.ts'
import type { RenderPlan } from '#src/media/media-engine.ts'
import { configureTools } from '#src/render/tools/run-tool.ts'
import { poolLimits } from '../rendering/rendering.ts'

/** A job in this process whose tools are not sandboxed. */
export function localJob(folder: string): Job {
  configureTools({ sandbox: { args: [] }, isLimited: false, env: process.env })
  return {
    folder: () => folder,
    limits: { ...poolLimits, anyFormat: true },
    maxCpuSeconds: 120,
    startedMs: performance.now(),
    endsAtMs: Infinity,
    onProgress: () => undefined,
    reserve: async () => undefined,
  }
}

/** The frames of a plan as the encoders get them: RGBA, straight alpha, before any palette or codec. */
export async function pipelineFrames(
  plan: RenderPlan,
  folder: string,
): Promise<{ source: FrameSource; frames: Uint8Array[] }> {
  const job = localJob(folder)
  const source = await openSource(plan, job)
  return { source, frames: await sourceFrames(source, job) }
}

/** The frames of a source, each in an array of its own. */
export async function sourceFrames(source: FrameSource, job: Job): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = []
  await streamFrames(source, job, (frame) => void frames.push(frame.slice()))
  return frames
}
