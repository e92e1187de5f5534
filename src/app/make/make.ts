import type { ErrorText } from '../../lib/errors/error-text.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { creationSettings } from '../../config/settings/creation.ts'
import type { Overlay } from '../../layers/layer.ts'
import { AppError } from '../../lib/app-error.ts'
import { noSpace } from '../../lib/disk/disk-faults.ts'
import { hasSpareSpace } from '../../lib/disk/free-space.ts'
import { type ClipOptions, clipOptions, windowOptions } from '../../options/clip-options.ts'
import { frameMs } from '../../options/format-limits.ts'
import type { GifOptions } from '../../options/gif-options.ts'
import { flagNameOf, type OptionTable } from '../../options/option.ts'
import { pictureOptions } from '../../options/picture-options.ts'
import type { FrameList } from '../../options/rules/frames.ts'
import type { EditPlan, PicturesPlan, RenderPlan, VideoPlan } from '../../media/media-engine.ts'
import type { SourceLimits } from '../../render/job.ts'
import type { FileFormat } from '../../render/make-file.ts'
import { type MadeGif, type MakeJob, makeGif } from '../../render/make-gif.ts'
import type { OverlayRequest } from './make-overlay.ts'
import { headOf, isPicture, isStill, withNames } from './own-files.ts'

export type { FileFormat, MadeGif }

/*
 * The composition root of `make`: no database, no data folder. It loads only what the current job needs, so that the
 * first frame appears immediately.
 */

/** The options of `make`. Null: the default. */
export type MakeRequest = {
  /** Files, or a single address. */
  inputs: string[]
  startSeconds: number | null
  endSeconds: number | null
  gif: GifOptions
  clip: ClipOptions
  /** The height of frames made from pictures. */
  height: number | null
  delayMs: number | null
  watermarkText: string | null
  /** Keeps the frames and the size of an animation, except for changes by other options. */
  keep: boolean
  frames: FrameList | null
  /** Files to play after the input. */
  append: string[]
  /** True for the preset and the loops if they were chosen. */
  chosen: { preset: boolean; loops: boolean }
  format: FileFormat
  /** Missing: no layers. */
  overlay?: OverlayRequest
}

export type MakeRun = {
  /** The file descriptor for the GIF. */
  descriptor: number
  /** Ends everything immediately: once its listeners have run, no file and no process is left. */
  signal: AbortSignal
  /** True to detect flashes. */
  findsFlashes: boolean
  onFetched: (fraction: number) => void
  /** Called if all frames are stored before the first is encoded. */
  onRead: (frames: number, of: number | null) => void
  /** Called with the number of encoded frames; `of` is null if the total is unknown. */
  onFrames: (frames: number, of: number | null) => void
  /** Called with characters of captions that no font has. */
  onMissingCharacters?: (characters: string[]) => void
  /** Shows a message that is not an error. */
  notify: (sentence: string) => void
}

/** Limits for the user's own files, which can use whatever the machine has. */
const ownFileLimits: SourceLimits = {
  anyFormat: true,
  maxMegapixels: 500,
  maxClipSeconds: Infinity,
  maxFps: Infinity,
  maxWidth: Infinity,
  timeoutSeconds: Infinity,
  maxFrameBytes: Infinity,
  maxAnimationFrames: creationSettings.MAX_ANIMATION_FRAMES.default,
  maxEditedFrames: Infinity,
  maxDamagedShare: creationSettings.MAX_DAMAGED_SHARE.default,
}

/** The source to render, and the way to read its files. */
type Input = {
  plan: () => Promise<RenderPlan | EditPlan>
  limits: SourceLimits
  tools: Omit<MakeJob['tools'], 'toolNotFound'>
  /** The user's names of the files. */
  names: string[]
}

/** Makes a GIF. Throws AppError, with invalid_value for contradicting options. */
export async function make(request: MakeRequest, run: MakeRun): Promise<MadeGif> {
  // A started tool ends with the work, even if that fails before any of its frames is read.
  const ending = new AbortController()
  const signal = AbortSignal.any([run.signal, ending.signal])
  const folder = new TemporaryFolder(signal)
  try {
    const { plan, limits, tools, names } = await openInputs(request, { ...run, signal }, folder)
    const job = {
      signal,
      limits,
      descriptor: run.descriptor,
      format: request.format,
      findsFlashes: run.findsFlashes,
      folder: () => folder.make(),
      tools: { ...tools, toolNotFound: missingFfmpeg },
      reserve: async (bytes: number) => {
        if (await hasSpareSpace(folder.make(), bytes)) return
        throw (await import('../../render/process/frame-file.ts')).noSpaceForFrames()
      },
      ...(run.onMissingCharacters !== undefined && { onMissingCharacters: run.onMissingCharacters }),
      onFrames: (step: 'store' | 'encode', done: number, of: number) =>
        (step === 'store' ? run.onRead : run.onFrames)(done, Number.isFinite(of) ? of : null),
    }
    return await makeGif(plan, job).catch((error: unknown) => {
      throw withNames(error, names)
    })
  } finally {
    ending.abort()
  }
}

async function openInputs(request: MakeRequest, run: MakeRun, folder: TemporaryFolder): Promise<Input> {
  const { inputs } = request
  const [first = '', ...others] = inputs
  if (inputs.some((input) => /^https?:\/\//i.test(input))) {
    if (others.length > 0) throw invalid({ detail: 'addressWithInputs' })
    refusePictureOptions(request)
    if (isEdit(request)) throw invalid({ detail: 'editOfAddress' })
    return openAddress(first, request, run, folder)
  }
  const { append } = request
  const own = {
    limits: ownFileLimits,
    names: [...inputs, ...append],
    tools: { ...noSandbox, isLimited: false },
  }
  const heads = await Promise.all(inputs.map(headOf))
  for (const path of append) {
    if (isStill(await headOf(path)))
      throw new AppError('media_unsupported', { detail: 'appendStill', file: path })
  }
  if (others.length === 0 && heads[0] !== undefined && !isStill(heads[0])) {
    refusePictureOptions(request)
    const planOf = isEdit(request) ? editPlan : videoPlan
    return { ...own, plan: async () => ({ ...planOf(first, request), ...(await overlayOf(request)) }) }
  }
  const other = inputs[heads.findIndex((head) => !isPicture(head))]
  if (other !== undefined) {
    throw new AppError('media_unsupported', { detail: 'inputsNotAllPictures', file: other })
  }
  if (isEdit(request)) throw invalid({ detail: 'editOfPictures' })
  refuseClipOptions(request)
  const delayMs = pictureMs(request)
  return {
    ...own,
    plan: async () => ({
      ...(await picturesPlan(request, delayMs, folder)),
      ...(await overlayOf(request)),
    }),
  }
}

/** The layers to draw. Errors name files that cannot be read. */
async function overlayOf({ overlay }: MakeRequest): Promise<{ overlay?: Overlay<string> }> {
  if (overlay === undefined) return {}
  const { layersFile, stickers, captions } = overlay
  if (layersFile === null && captions.length + stickers.length === 0) return {}
  for (const path of layersFile === null ? stickers : [layersFile, ...stickers]) await headOf(path)
  return (await import('./make-overlay.ts')).loadOverlay(overlay)
}

const noSandbox = { sandbox: { args: [] }, env: process.env }

function videoPlan(
  input: string,
  { startSeconds, endSeconds, gif, clip, watermarkText }: MakeRequest,
): VideoPlan {
  return {
    kind: 'video',
    input: resolve(input),
    gif,
    clip,
    watermarkText,
    startSeconds: startSeconds ?? 0,
    endSeconds: endSeconds ?? Infinity,
  }
}

/** Returns true if frames are edited rather than encoded again. */
function isEdit({ keep, frames, append }: MakeRequest): boolean {
  return keep || frames !== null || append.length > 0
}

function editPlan(input: string, request: MakeRequest): EditPlan {
  const { startSeconds, endSeconds, frames: frameList, append, gif, clip, watermarkText, chosen } = request
  return {
    kind: 'edit',
    inputs: [input, ...append].map((path) => resolve(path)),
    frameList,
    startSeconds,
    endSeconds,
    watermarkText,
    marksAnimations: true,
    repaints: chosen.preset,
    keepsLoops: !chosen.loops,
    gif,
    clip,
  }
}

async function picturesPlan(
  { inputs: given, gif, clip, height, watermarkText }: MakeRequest,
  delayMs: number,
  folder: TemporaryFolder,
): Promise<PicturesPlan> {
  const { picturesSize } = await import('../../render/decode/picture-source.ts')
  // Tools run in their own folder.
  const inputs = given.map((path) => resolve(path))
  const job = { folder: () => folder.make(), limits: ownFileLimits }
  const size = await picturesSize(inputs, { width: clip.width, height }, job)
  return {
    kind: 'pictures',
    inputs,
    ...size,
    resize: true,
    delayMs,
    gif,
    watermarkText,
  }
}

async function openAddress(
  address: string,
  request: MakeRequest,
  run: MakeRun,
  folder: TemporaryFolder,
): Promise<Input> {
  const { fetchVideo, sandboxedTools } = await import('./make-address.ts')
  const path = folder.make()
  const reserve = async (bytes: number) => {
    if (!(await hasSpareSpace(path, bytes))) throw noSpace()
  }
  const options = { signal: run.signal, onProgress: run.onFetched, reserve }
  const file = await fetchVideo(address, path, options)
  const { limits, tools } = await sandboxedTools(file, run.notify)
  return {
    limits,
    tools,
    names: [],
    plan: async () => ({ ...videoPlan(file, request), ...(await overlayOf(request)) }),
  }
}

function missingFfmpeg(cause: unknown): AppError {
  return new AppError('unavailable', { detail: 'noFfmpeg' }, { cause })
}

/** The time of each picture. */
function pictureMs({ delayMs, clip }: MakeRequest): number {
  const shownMs = (delayMs ?? pictureOptions.delayMs.default) / clip.speed
  if (shownMs >= frameMs.min && shownMs <= frameMs.max) return shownMs
  const { min, max } = frameMs
  throw invalid({ detail: 'pictureTime', ms: Math.round(shownMs), min, max })
}

function refusePictureOptions({ height, delayMs }: MakeRequest): void {
  if (height !== null) throw invalid({ detail: 'heightOfVideo' })
  if (delayMs !== null) throw invalid({ detail: 'delayOfVideo' })
}

function refuseClipOptions({ startSeconds, endSeconds, clip }: MakeRequest): void {
  // Pictures also have options for speed and width.
  const { speed: _speed, width: _width, ...ofVideos } = clipOptions
  const values: Readonly<Record<string, unknown>> = { startSeconds, endSeconds, ...clip }
  const defaults: OptionTable = ofVideos
  const given = [
    ...Object.entries(windowOptions).filter(([key]) => values[key] !== null),
    ...Object.entries(defaults).filter(([key, option]) => values[key] !== option.default),
  ][0]
  if (given !== undefined) throw invalid({ detail: 'flagOfVideo', flag: flagNameOf(given[1]) })
}

function invalid(text: ErrorText): AppError {
  return new AppError('invalid_value', text)
}

/** A folder that is created on demand, and removed when the work ends. */
class TemporaryFolder {
  #path: string | undefined

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.remove())
  }

  make(): string {
    this.#path ??= mkdtempSync(join(tmpdir(), 'gifwright-make-'))
    return this.#path
  }

  remove(): void {
    if (this.#path !== undefined) rmSync(this.#path, { recursive: true, force: true })
  }
}
