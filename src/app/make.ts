import { mkdtempSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settings } from '../config/env.ts'
import { AppError } from '../lib/app-error.ts'
import { noSpace } from '../lib/disk/disk-faults.ts'
import { readHead } from '../lib/disk/files.ts'
import { hasSpareSpace } from '../lib/disk/free-space.ts'
import { systemCode } from '../lib/system-code.ts'
import { sniffBytes, sniffPicture, sniffVideo } from '../media/file-type.ts'
import { type ClipOptions, frameMs, type GifOptions } from '../media/gif-options.ts'
import {
  type ClipInput,
  type ClipWindow,
  type FrameFeed,
  openClip,
  ownFile,
} from '../render/make/clip-feed.ts'
import { type MadeGif, makeGif } from '../render/make/make-gif.ts'

export type { MadeGif }

/* The composition root of `make`, as service.ts is the one of the service: no database, no data folder. It loads what the
 * job at hand needs, and no more: the first frame is to be there at once. */

/** What is asked for. Null is the usual. */
export type MakeWish = ClipWindow & {
  /** Files, or one address. */
  inputs: string[]
  gif: GifOptions
  clip: ClipOptions
  /** Of frames made from pictures. */
  height: number | null
  delayMs: number | null
  watermarkText: string | null
}

export type MakeRun = {
  /** What the GIF is written to, by its number. */
  descriptor: number
  /** Ends everything at once: nothing is left, and no process, when its listeners have been called. */
  signal: AbortSignal
  onFetched: (fraction: number) => void
  onRead: (frames: number, of: number | null) => void
  onFrames: (frames: number, of: number | null) => void
  /** Takes a sentence that is no error. */
  tell: (sentence: string) => void
}

const usualDelayMs = 200

/** Makes a GIF of what is wished. Throws AppError, invalid_value for options that do not go together. */
export async function make(wish: MakeWish, run: MakeRun): Promise<MadeGif> {
  // The thread of the encoder finds its code compiled, as this one did.
  process.env.NODE_COMPILE_CACHE ??= getCompileCacheDir()
  // A tool that was started ends with the work even where that failed before anybody took a frame of it.
  const ending = new AbortController()
  const signal = AbortSignal.any([run.signal, ending.signal])
  const folder = new TemporaryFolder(signal)
  try {
    return await makeGif(() => openInputs(wish, { ...run, signal }, folder), {
      ...wish,
      ...run,
      signal,
      autoLoop: wish.clip.autoLoop,
      makeFolder: () => folder.make(),
    })
  } finally {
    ending.abort()
  }
}

async function openInputs(wish: MakeWish, run: MakeRun, folder: TemporaryFolder): Promise<FrameFeed> {
  const [first = '', ...others] = wish.inputs
  const addresses = wish.inputs.filter((input) => /^https?:\/\//i.test(input))
  if (addresses.length > 0) {
    if (others.length > 0) throw invalid('An address must be the only input.')
    refusePictureOptions(wish)
    return openAddress(first, wish, run, folder)
  }
  const heads = await Promise.all(wish.inputs.map(headOf))
  if (others.length === 0 && heads[0] !== undefined && !isStill(heads[0])) {
    refusePictureOptions(wish)
    if (sniffVideo(heads[0]) !== 'webp') return openClip(ownClip(first), wish, wish.clip, run.signal)
    const { openWebp } = await import('../render/make/webp-feed.ts')
    return openWebp(first, wish, wish.clip)
  }
  const odd = wish.inputs[heads.findIndex((head) => sniffPicture(head) === null)]
  if (odd !== undefined) {
    throw new AppError('media_unsupported', `Several inputs must all be pictures, and ${odd} is none.`)
  }
  refuseClipOptions(wish)
  const { openPictures } = await import('../render/make/picture-feed.ts')
  const { width } = wish.clip
  return openPictures(wish.inputs, { width, height: wish.height, delayMs: pictureMs(wish) })
}

/** Whether a file is a still picture by its first bytes. */
function isStill(head: Uint8Array): boolean {
  return sniffPicture(head) !== null && sniffVideo(head) === null
}

function ownClip(path: string): ClipInput {
  return {
    ...{ prefix: { args: [] }, open: ownFile(path), path, env: process.env, name: path },
    maxDamagedShare: settings.MAX_DAMAGED_SHARE.default,
  }
}

async function openAddress(
  address: string,
  wish: MakeWish,
  run: MakeRun,
  folder: TemporaryFolder,
): Promise<FrameFeed> {
  const { fetchVideo, strangersFile } = await import('./make-address.ts')
  const place = folder.make()
  const reserve = async (bytes: number) => {
    if (!(await hasSpareSpace(place, bytes))) throw noSpace()
  }
  const options = { signal: run.signal, onProgress: run.onFetched, reserve }
  const fetched = await fetchVideo(address, place, options)
  return openClip(await strangersFile(fetched, run.tell), wish, wish.clip, run.signal)
}

async function headOf(path: string): Promise<Uint8Array> {
  try {
    // Opening a pipe that nobody writes to would wait, and no signal would end the wait.
    const there = await stat(path)
    if (there.isFIFO() || there.isSocket() || there.isCharacterDevice()) {
      throw new AppError('media_unsupported', `${path} is no file; save what comes from it to one first.`)
    }
    return await readHead(path, sniffBytes)
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(path, error)
  }
}

function unreadable(path: string, cause: unknown): unknown {
  const code = systemCode(cause)
  const sentences: Record<string, string> = {
    ENOENT: `There is no file ${path}.`,
    ENOTDIR: `There is no file ${path}.`,
    EISDIR: `${path} is a folder; name the files in it.`,
    EACCES: `${path} may not be read by this user.`,
  }
  const sentence = sentences[code ?? '']
  return sentence === undefined ? cause : new AppError('not_found', sentence, { cause })
}

/** How long each picture is shown. */
function pictureMs({ delayMs, clip }: MakeWish): number {
  const shownMs = (delayMs ?? usualDelayMs) / clip.speed
  if (shownMs >= frameMs.min && shownMs <= frameMs.max) return shownMs
  const { min, max } = frameMs
  throw invalid(
    `At this --speed each picture is shown for ${Math.round(shownMs)} ms; a GIF takes ${min} to ${max}.`,
  )
}

function refusePictureOptions({ height, delayMs }: MakeWish): void {
  if (height !== null) throw invalid('--height is for pictures; the height of a video follows from --width.')
  if (delayMs !== null) throw invalid('--delay is for pictures; for a video there is --fps.')
}

function refuseClipOptions({ startSeconds, endSeconds, clip }: MakeWish): void {
  const given = Object.entries({
    ...{ '--start': startSeconds, '--end': endSeconds, '--fps': clip.fps, '--crop': clip.crop },
    '--auto-loop': clip.autoLoop ? true : null,
  }).find(([, value]) => value !== null)
  if (given !== undefined) throw invalid(`${given[0]} is for a video, and these are pictures.`)
}

function invalid(sentence: string): AppError {
  return new AppError('invalid_value', sentence)
}

/** A folder that is made when it is needed, and gone when the work ends, however it does. */
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
