import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../lib/app-error.ts'
import { noSuchProgram } from '../../lib/tools/find-program.ts'
import type { CommandPrefix } from '../../lib/sandbox/prefixed-command.ts'
import { systemCode } from '../../lib/system-code.ts'
import type { ClipOptions } from '../../media/gif-options.ts'
import { chooseClipDecode, clipArgs, type OpenedClip } from './clip-damage.ts'
import { clipFilters, usualRate } from './clip-filters.ts'
import { type ClipFacts, ClipLog } from './clip-log.ts'
import { type ClipTool, startClipTool } from './clip-tool.ts'
import { checkDamage } from '../decode/decode-choice.ts'
import { decoderArgs } from '../tools/decoders.ts'
import { type Frame, readPamFrames } from './pam.ts'
import { readX264Build } from '../probe/x264-build.ts'

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
  /** Where the file is for this process. */
  path: string
  env: NodeJS.ProcessEnv
  /** A clip of which a larger share of the frames could not be decoded well is refused. */
  maxDamagedShare: number
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
 * known, and where fewer frames are damaged when decoding begins earlier in the video. Throws AppError, here or in the
 * frames: media_unsupported, media_broken, clip_outside_video, invalid_value for a crop
 * that is not inside, unavailable without ffmpeg.
 */
export async function openClip(
  input: ClipInput,
  window: ClipWindow,
  clip: ClipOptions,
  signal: AbortSignal,
): Promise<FrameFeed> {
  const startSeconds = window.startSeconds ?? 0
  const x264Build = startSeconds > 0 ? await readX264Build(input.path) : null
  const opened = { input, window, x264Build, signal }
  let run = startFfmpeg(opened, clip, startSeconds)
  let facts = await run.log.facts
  const known = facts !== undefined && (facts.hasAlpha || facts.isInterlaced) ? facts : undefined
  if (known !== undefined) {
    run.child.kill('SIGKILL')
    run = startFfmpeg(opened, clip, startSeconds, known)
    facts = await run.log.facts
  }
  const rate = clip.fps ?? usualRate
  const seconds = clipSeconds(window, facts)
  return {
    frameMs: 1000 / rate,
    expectedFrames: seconds === null ? null : Math.max(1, Math.round((seconds / clip.speed) * rate)),
    frames: framesOf(run, { ...opened, facts }, (place) => startFfmpeg(opened, clip, place, known)),
  }
}

type Run = ClipTool & { log: ClipLog }

/** Begins decoding at a place in the video at or before the start of the clip; gives the frames of the clip alone. */
function startFfmpeg(
  opened: Omit<OpenedClip, 'facts'>,
  clip: ClipOptions,
  place: number,
  known?: ClipFacts,
): Run {
  const leadSeconds = (opened.window.startSeconds ?? 0) - place
  const lead = leadSeconds.toFixed(6)
  const filters = [
    ...(leadSeconds > 0 ? [`trim=start=${lead}`, `setpts=PTS-${lead}/TB`] : []),
    clipFilters(clip, known ?? { hasAlpha: false, isInterlaced: false }),
  ]
  const args = [
    ...['-v', 'level+info'],
    ...(known === undefined ? [] : decoderArgs(known.codec, known.hasAlpha)),
    ...[...clipArgs(opened, place), '-vf', filters.join(',')],
    ...['-an', '-sn', '-dn', '-map_metadata', '-1', '-f', 'image2pipe', '-c:v', 'pam', 'pipe:1'],
  ]
  const log = new ClipLog()
  const { child, ended } = startClipTool(opened.input, args, log, opened.signal)
  return { child, log, ended: ended.finally(() => log.close()) }
}

/**
 * Gives the frames of a run. Where its log reports faults, and fewer frames are damaged when decoding begins at another
 * place, those that are not given yet are of a run from there.
 */
async function* framesOf(
  first: Run,
  opened: OpenedClip,
  startAt: (place: number) => Run,
): AsyncGenerator<Frame> {
  let run = first
  let given = 0
  let isJudged = false
  const findPlace = async (): Promise<number | null> => {
    if (isJudged || !run.log.reportsFaults || opened.facts === undefined) return null
    isJudged = true
    return await judgeClip(opened)
  }
  try {
    for (;;) {
      let place: number | null = null
      let count = 0
      for await (const frame of readPamFrames(run.child.stdout)) {
        // What the log says of this frame was written before it, to another pipe: by then that has been read, too.
        await setImmediate()
        place = await findPlace()
        if (place !== null) break
        count += 1
        if (count <= given) continue
        given = count
        yield frame
      }
      if (place === null) {
        const { code, error } = await run.ended
        opened.signal.throwIfAborted()
        if (error !== undefined || code === noSuchProgram) throw missingFfmpeg(error)
        place = await findPlace()
        if (place === null) {
          if (code !== 0 && run.log.complaints.length === 0) throw stopped(opened.input.name, code)
          if (code !== 0 || given === 0) throw clipError(run.log.complaints, opened)
          return
        }
      }
      run.child.kill('SIGKILL')
      run = startAt(place)
    }
  } finally {
    run.child.kill('SIGKILL')
  }
}

/** Where to decode the clip from instead; null where it is decoded as well as it can be. Throws AppError media_broken. */
async function judgeClip(opened: OpenedClip): Promise<number | null> {
  const startSeconds = opened.window.startSeconds ?? 0
  const choice = await chooseClipDecode(opened)
  if (choice === null) return null
  const { seekSeconds, damage } = choice
  checkDamage(damage, opened.input.maxDamagedShare, (stamp) => seekSeconds + stamp)
  return seekSeconds === startSeconds ? null : seekSeconds
}

/** How much of the video is asked for and there, as far as its header says. */
function clipSeconds({ startSeconds, endSeconds }: ClipWindow, facts: ClipFacts | undefined): number | null {
  const start = startSeconds ?? 0
  const end = Math.min(endSeconds ?? Infinity, facts?.durationSeconds ?? Infinity)
  return end === Infinity ? null : Math.max(0, end - start)
}

function clipError(complaints: string[], { input: { name }, window, facts }: OpenedClip): AppError {
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
