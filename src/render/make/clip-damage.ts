import type { ClipInput, ClipWindow } from './clip-feed.ts'
import type { ClipFacts } from './clip-log.ts'
import { startClipTool } from './clip-tool.ts'
import { type Damage, DamageCount, damageLogArgs, damageLogLevel, damageThreads } from '../decode/damage.ts'
import { chooseDecode, type DecodeChoice } from '../decode/decode-choice.ts'
import { DecoderLog } from '../decode/decoder-log.ts'
import { x264Args } from '../probe/x264-build.ts'

/** A clip as it was opened. */
export type OpenedClip = {
  input: ClipInput
  window: ClipWindow
  facts: ClipFacts | undefined
  x264Build: number | null
  signal: AbortSignal
}

/**
 * Finds where to begin decoding so that the fewest frames of the clip are damaged: places in the video, of which the
 * start of the clip is the first. Null where ffmpeg fails.
 */
export function chooseClipDecode(clip: OpenedClip): Promise<DecodeChoice | null> {
  return chooseDecode(clip.window.startSeconds ?? 0, (place) => measureClip(clip, place))
}

/** The arguments that open the clip so that decoding begins at a place at or before its start. */
export function clipArgs(
  { input, window, x264Build }: Pick<OpenedClip, 'input' | 'window' | 'x264Build'>,
  place: number,
): string[] {
  const { startSeconds, endSeconds } = window
  return [
    ...(startSeconds === null || (place === 0 && startSeconds > 0) ? [] : ['-ss', place.toFixed(6)]),
    ...(endSeconds === null ? [] : ['-t', (endSeconds - place).toFixed(6)]),
    ...x264Args(x264Build),
    ...input.open,
  ]
}

async function measureClip(clip: OpenedClip, place: number): Promise<Damage | null> {
  const { window, facts, input, signal } = clip
  const count = new DamageCount({
    // Time stamps count from the place that is sought.
    fromStamp: (window.startSeconds ?? 0) - place,
    toStamp: (window.endSeconds ?? Infinity) - place,
    isSought: place > 0,
    blocks: facts?.blocks ?? null,
  })
  const log = new DecoderLog((line) => count.readLine(line))
  const threads = ['-threads', String(damageThreads)]
  const args = ['-v', damageLogLevel, ...damageLogArgs, ...threads, ...clipArgs(clip, place)]
  const output = ['-an', '-sn', '-dn', '-fps_mode', 'passthrough', '-f', 'null', '-']
  const { child, ended } = startClipTool(input, [...args, ...output], log, signal)
  child.stdout.resume()
  const { code } = await ended
  signal.throwIfAborted()
  return code === 0 ? count.damage : null
}
