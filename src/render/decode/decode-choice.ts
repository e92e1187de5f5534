import { AppError } from '../../lib/app-error.ts'
import type { Damage } from './damage.ts'

/** The distance of the second attempt before the first; the third begins with the file. */
const stepBackSeconds = 20

export type DecodeChoice = { seekSeconds: number; damage: Damage }

/**
 * Finds where to begin decoding so that the fewest frames of a clip are damaged: the first place, further back, and
 * finally the beginning of the file, until there is no damage. Data that decoders need may come before the key frame,
 * or only once in a file. `measure` returns null if it would take too long.
 */
export async function chooseDecode(
  seekSeconds: number,
  measure: (seekSeconds: number) => Promise<Damage | null>,
): Promise<DecodeChoice | null> {
  let best: DecodeChoice | null = null
  for (const place of new Set([seekSeconds, Math.max(0, seekSeconds - stepBackSeconds), 0])) {
    const damage = await measure(place)
    if (damage === null) break
    if (best === null || damage.damagedFrames < best.damage.damagedFrames)
      best = { seekSeconds: place, damage }
    if (damage.damagedFrames === 0) break
  }
  return best
}

/**
 * Throws AppError media_broken if more than this share of the frames is damaged. One of several is never too many: in a
 * clip of few frames it would be a large share.
 */
export function checkDamage(
  { frames, damagedFrames, firstStamp }: Damage,
  maxDamagedShare: number,
  toVideoSeconds: (stamp: number) => number,
): void {
  if (damagedFrames <= frames * maxDamagedShare || (damagedFrames === 1 && frames > 1)) return
  const seconds = firstStamp === null ? 0 : Math.max(0, toVideoSeconds(firstStamp))
  throw new AppError(
    'media_broken',
    `The video is damaged from ${formatTime(seconds)} on; choose another part.`,
    { field: 'start', cause: `${damagedFrames} of ${frames} frames are damaged` },
  )
}

/** Formats a time as players show it: `1:02:03.4`. */
function formatTime(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 0.01)
  const pad = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60]
  const rest = `${pad(Math.floor(tenths / 10) % 60)}.${tenths % 10}`
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`
}
