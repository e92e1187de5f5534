import type { ChildProcess } from 'node:child_process'
import { AppError } from '../lib/app-error.ts'
import { noSuchProgram } from '../lib/find-program.ts'
import { type CommandPrefix, spawnPrefixed } from '../lib/prefixed-command.ts'
import { systemCode } from '../lib/system-code.ts'
import type { ClipOptions } from '../media/gif-options.ts'
import { clipFilters, usualRate } from './clip-filters.ts'
import { type ClipFacts, ClipLog } from './clip-log.ts'
import { decoderArgs } from './decoders.ts'
import { type Frame, readPamFrames } from './pam.ts'

/** Frames, and what is known of them before they come. */
export type FrameFeed = {
  /** How long each is shown. */
  frameMs: number
  /** About how many there will be; null where nobody knows. */
  expectedFrames: number | null
  frames: AsyncIterable<Frame>
}

/** How ffmpeg is started, and how it opens the file. */
export type ClipInput = {
  /** What goes before ffmpeg's name: limits, a sandbox; nothing for a file of the person's own. */
  prefix: CommandPrefix
  /** From `-protocol_whitelist` or so to `-i file:...`. */
  open: string[]
  env: NodeJS.ProcessEnv
  /** What the person calls it, for sentences. */
  name: string
}

export type ClipWindow = { startSeconds: number | null; endSeconds: number | null }

/** The words that open a file of the person's own: ffmpeg finds out what it is, and reads nothing but files. */
export function ownFile(path: string): string[] {
  return ['-protocol_whitelist', 'file', '-i', `file:${path}`]
}

/**
 * Opens a clip of a video as a stream of frames: exactly those of `ffmpeg -ss START -t LENGTH -i FILE -vf
 * fps=15,scale=480:-2`. One ffmpeg does it all; only for a video with alpha or of fields it is started anew, once that is
 * known.
 * Throws AppError, here or in the frames: media_unsupported, media_broken, clip_outside_video, invalid_value for a crop
 * that is not inside, unavailable without ffmpeg.
 */
export async function openClip(
  input: ClipInput,
  window: ClipWindow,
  clip: ClipOptions,
  signal: AbortSignal,
): Promise<FrameFeed> {
  let run = startFfmpeg(input, window, clip, signal)
  let facts = await run.log.facts
  if (facts !== undefined && (facts.hasAlpha || facts.isInterlaced)) {
    run.child.kill('SIGKILL')
    run = startFfmpeg(input, window, clip, signal, facts)
    facts = await run.log.facts
  }
  const rate = clip.fps ?? usualRate
  const seconds = clipSeconds(window, facts)
  return {
    frameMs: 1000 / rate,
    expectedFrames: seconds === null ? null : Math.max(1, Math.round((seconds / clip.speed) * rate)),
    frames: framesOf(run, { name: input.name, window, facts, signal }),
  }
}

type Run = { child: ChildProcess; log: ClipLog; ended: Promise<{ code: number | null; error: unknown }> }

function startFfmpeg(
  input: ClipInput,
  { startSeconds, endSeconds }: ClipWindow,
  clip: ClipOptions,
  signal: AbortSignal,
  known?: ClipFacts,
): Run {
  signal.throwIfAborted()
  const length = endSeconds === null ? null : endSeconds - (startSeconds ?? 0)
  const command = [
    ...['ffmpeg', '-nostdin', '-hide_banner', '-nostats', '-v', 'level+info'],
    ...(startSeconds === null ? [] : ['-ss', startSeconds.toFixed(6)]),
    ...(length === null ? [] : ['-t', length.toFixed(6)]),
    ...(known === undefined ? [] : decoderArgs(known.codec, known.hasAlpha)),
    ...[
      ...input.open,
      '-vf',
      clipFilters(clip, known ?? { hasAlpha: false, isInterlaced: false }),
      '-an',
      '-sn',
      '-dn',
      '-map_metadata',
      '-1',
    ],
    ...['-f', 'image2pipe', '-c:v', 'pam', 'pipe:1'],
  ]
  const child = spawnPrefixed(input.prefix, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: input.env,
  })
  const log = new ClipLog()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => log.push(text))
  const end = () => child.kill('SIGKILL')
  signal.addEventListener('abort', end)
  const ended = new Promise<{ code: number | null; error: unknown }>((resolve) => {
    child.once('error', (error) => resolve({ code: null, error }))
    child.once('close', (code) => resolve({ code, error: undefined }))
  }).finally(() => {
    signal.removeEventListener('abort', end)
    log.close()
  })
  return { child, log, ended }
}

type Asked = { name: string; window: ClipWindow; facts: ClipFacts | undefined; signal: AbortSignal }

async function* framesOf({ child, log, ended }: Run, asked: Asked): AsyncGenerator<Frame> {
  let frames = 0
  try {
    if (child.stdout !== null) {
      for await (const frame of readPamFrames(child.stdout)) {
        frames += 1
        yield frame
      }
    }
    const { code, error } = await ended
    asked.signal.throwIfAborted()
    if (error !== undefined || code === noSuchProgram) throw missingFfmpeg(error)
    if (code !== 0 && log.complaints.length === 0) throw stopped(asked.name, code)
    if (code !== 0 || frames === 0) throw clipError(log.complaints, asked)
  } finally {
    child.kill('SIGKILL')
  }
}

/** How much of the video is asked for and there, as far as its header says. */
function clipSeconds({ startSeconds, endSeconds }: ClipWindow, facts: ClipFacts | undefined): number | null {
  const start = startSeconds ?? 0
  const end = Math.min(endSeconds ?? Infinity, facts?.durationSeconds ?? Infinity)
  return end === Infinity ? null : Math.max(0, end - start)
}

function clipError(complaints: string[], { name, window, facts }: Asked): AppError {
  const cause = complaints.join('\n')
  if (/Invalid too big or non positive size/.test(cause)) {
    const message = 'The crop is not inside the picture; it is x,y,width,height in pixels as shown.'
    return new AppError('invalid_value', message, { field: 'crop', cause })
  }
  if (complaints.length === 0) {
    const length = facts?.durationSeconds
    const isPast = typeof length === 'number' && (window.startSeconds ?? 0) >= length
    const message = isPast
      ? `${name} is ${Number(length.toFixed(2))} seconds long; choose an earlier start.`
      : `There is no picture in that part of ${name}; choose an earlier start.`
    return new AppError('clip_outside_video', message, { field: 'start' })
  }
  if (/does not contain any stream|matches no streams/.test(cause)) {
    return new AppError('media_unsupported', `${name} holds no pictures, only sound or other data.`, {
      cause,
    })
  }
  if (facts === undefined) {
    return new AppError('media_unsupported', `${name} is not a video or picture that can be read.`, { cause })
  }
  return new AppError('media_broken', `${name} could not be decoded: ${complaints[0]?.replace(/\.$/, '')}.`, {
    cause,
  })
}

/** It ended and said nothing: by a signal, or by what bounds it. */
function stopped(name: string, code: number | null): AppError {
  const cause = `ffmpeg ended with ${code ?? 'a signal'}`
  return new AppError('media_broken', `${name} made the decoder stop.`, { retry: true, cause })
}

function missingFfmpeg(cause: unknown): unknown {
  if (cause !== undefined && systemCode(cause) !== 'ENOENT') return cause
  const message =
    'ffmpeg was not found. Install it with the package manager of your system, such as: sudo apt-get install ffmpeg'
  return new AppError('unavailable', message, { cause })
}
