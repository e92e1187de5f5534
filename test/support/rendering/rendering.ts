import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pino from 'pino'
import { RenderPool, type RenderPoolOptions } from '#src/adapters/render-pool/render-pool.ts'
import { type ClipOptions, defaultClipOptions } from '#src/options/clip-options.ts'
import { type GifOptions, defaultGifOptions } from '#src/options/gif-options.ts'
import {
  type CreationPlan,
  type MediaLimits,
  type PicturesPlan,
  type Rendered,
  type VideoPlan,
} from '#src/media/media-engine.ts'
import { loadConfig } from '#src/config/config.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'

/** The limits of the tests' pools: the defaults of the service, adjusted for wide GIFs and slow machines. */
export const poolLimits: MediaLimits = {
  ...loadConfig({}).render.limits,
  maxFps: 50,
  maxWidth: 1920,
  timeoutSeconds: 120,
  maxFrameBytes: 2 ** 30,
}

/** A pool for a test: silent, and closed when the test ends. */
export function startPool(
  t: CleanUp,
  options: Partial<Omit<RenderPoolOptions, 'limits'> & MediaLimits> = {},
): RenderPool {
  const limits = Object.entries({ ...poolLimits, ...options }).filter(([name]) => name in poolLimits)
  const pool = new RenderPool({
    ...loadConfig({}).render,
    limits: Object.fromEntries(limits) as MediaLimits,
    concurrency: 1,
    folder: tmpdir(),
    log: pino({ level: 'silent' }),
    ...options,
  })
  cleanUp(t, () => pool.close())
  return pool
}

export async function makeFolder(t: CleanUp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-render-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Renders a plan in a folder of its own; returns the result and the reported fractions of progress. */
export async function render(
  t: CleanUp,
  pool: RenderPool,
  plan: CreationPlan,
): Promise<Rendered & { progress: number[] }> {
  const folder = await makeFolder(t)
  const progress: number[] = []
  const rendered = await pool.render(plan, folder, {
    signal: new AbortController().signal,
    onProgress: (fraction) => progress.push(fraction),
  })
  const left = (await readdir(folder)).toSorted()
  const files = Object.values(rendered.files).map(({ path }) => basename(path))
  if (left.join() !== files.toSorted().join()) throw new Error(`Left in the folder: ${left.join()}`)
  return { ...rendered, progress }
}

export function videoPlan(
  input: string,
  { gif, clip, ...plan }: Partial<Omit<VideoPlan, 'gif' | 'clip'>> & Options = {},
): VideoPlan {
  return {
    kind: 'video',
    input,
    startSeconds: 0,
    endSeconds: 60,
    watermarkText: null,
    ...plan,
    gif: { ...defaultGifOptions, ...gif },
    clip: { ...defaultClipOptions, ...clip },
  }
}

export function picturesPlan(
  inputs: string[],
  { gif, ...plan }: Partial<Omit<PicturesPlan, 'gif'>> & Pick<Options, 'gif'> = {},
): PicturesPlan {
  return {
    kind: 'pictures',
    width: 64,
    height: 48,
    resize: false,
    delayMs: 200,
    watermarkText: null,
    inputs,
    ...plan,
    gif: { ...defaultGifOptions, ...gif },
  }
}

type Options = { gif?: Partial<GifOptions>; clip?: Partial<ClipOptions> }
