import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RenderPool } from '#src/adapters/render-pool/render-pool.ts'
import { AppError, type ErrorCode } from '#src/lib/app-error.ts'
import type { GifOptions } from '#src/options/gif-options.ts'
import type { MediaLimits, Rendered, RenderPlan } from '#src/media/media-engine.ts'
import { renditions } from '#src/media/rendition.ts'
import { defaultWidth } from '#src/options/format-limits.ts'
import { maxHeight, defaultMaxRate } from '#src/options/rules/gif-frames.ts'
import { groupMembers, renderProcesses } from '../../support/processes/processes.ts'
import { poolLimits } from '../../support/rendering/rendering.ts'
import { expect } from '../fault.ts'
import type { MediaCase } from './cases.ts'
import { checkRenditions } from './renditions.ts'

/** The allowed outcomes of a file. Any other is an internal error. */
const knownCodes: ReadonlySet<ErrorCode> = new Set([
  'media_unsupported',
  'media_broken',
  'media_too_large',
  'clip_outside_video',
  'timed_out',
  'invalid_value',
])

/** The limits of tests, but a shorter time: whatever the file declares, a job must end within it. */
export const fuzzLimits: MediaLimits = { ...poolLimits, timeoutSeconds: 60, maxFrameBytes: 500 * 2 ** 20 }

/** The margin after the limit in which a case may end: processes have to be killed and files removed. */
const graceSeconds = 120

/**
 * Makes a GIF of untrusted files in the production pool. Returns the outcome: `done`, or the code of its error. Throws
 * a Fault if a promise is broken.
 */
export async function renderCase(pool: RenderPool, { files, plan }: MediaCase): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-fuzz-'))
  try {
    const inputs = await writeInputs(folder, files)
    const given: RenderPlan =
      plan.kind === 'video' ? { ...plan, input: inputs[0] ?? '' } : { ...plan, inputs }
    const begun = performance.now()
    const outcome = await pool
      .render(given, folder, { signal: new AbortController().signal, onProgress: () => {} })
      .then(async (rendered) => {
        await checkDone(given, rendered)
        return 'done'
      }, checkError)
    const seconds = (performance.now() - begun) / 1000
    expect(
      seconds < fuzzLimits.timeoutSeconds + graceSeconds,
      `it took ${seconds} seconds, over the limit of ${fuzzLimits.timeoutSeconds}`,
    )
    await checkLeftovers(folder, files.length)
    return outcome
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function writeInputs(folder: string, files: Buffer[]): Promise<string[]> {
  return Promise.all(
    files.map(async (bytes, index) => {
      const path = join(folder, `in-${index}`)
      await writeFile(path, bytes)
      return path
    }),
  )
}

async function checkDone(plan: RenderPlan, rendered: Rendered): Promise<void> {
  const { width, height, frames, files } = rendered
  if (plan.kind === 'pictures') {
    const most = framesWith(plan.gif, plan.inputs.length)
    expect(
      width === plan.width && height === plan.height && frames === most,
      `made ${width}x${height}, ${frames} frames, from ${plan.inputs.length} pictures for ${plan.width}x${plan.height}`,
    )
  } else {
    const { speed, fps, width: askedWidth } = plan.clip
    const seconds = (plan.endSeconds - plan.startSeconds) / speed
    const most = framesWith(plan.gif, Math.round(seconds * (fps ?? defaultMaxRate.over)))
    expect(
      width >= 1 && width <= (askedWidth ?? defaultWidth) && height >= 1 && height <= maxHeight,
      `made ${width}x${height} from a video`,
    )
    expect(frames >= 1 && frames <= Math.max(1, most), `made ${frames} frames where ${most} are most`)
  }
  await checkRenditions(
    {
      gif: files.gif.path,
      mp4: files.mp4.path,
      webp: files.webp.path,
      thumb: files.thumb.path,
    },
    rendered,
  )
}

/** A boomerang, without the turning points. */
function framesWith({ boomerang }: GifOptions, frames: number): number {
  return boomerang ? Math.max(frames, 2 * frames - 2) : frames
}

function checkError(error: unknown): string {
  expect(error instanceof AppError, `no AppError: ${error instanceof Error ? error.stack : String(error)}`)
  const { code, message, retry, cause } = error
  expect(knownCodes.has(code), `${code} for a damaged file: ${String(cause)}`)
  expect(/^[A-Z][^/\\]{5,150}\.$/.test(message), `not a sentence for a person: ${message}`)
  return retry ? `${code}, the decoder stopped` : code
}

/** No tool keeps running, and the folder contains only the inputs and the results. */
async function checkLeftovers(folder: string, inputs: number): Promise<void> {
  const known = new Set<string>(Object.values(renditions).map(({ file }) => file))
  const left = (await readdir(folder)).filter((name) => !known.has(name) && !name.startsWith('in-'))
  expect(left.length === 0, `left in the folder besides ${inputs} inputs: ${left.join()}`)
  for (const group of await renderProcesses(process.pid)) {
    const tools = (await groupMembers(group)).filter((name) => name.startsWith('ff'))
    expect(tools.length === 0, `still running: ${tools.join()}`)
  }
}
