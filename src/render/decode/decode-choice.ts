import { AppError } from '../../lib/app-error.ts'
import type { Damage } from './damage.ts'

/** How far before the first attempt the second one begins; the third begins with the file. */
const stepBackSeconds = 20

export type DecodeChoice = { seekSeconds: number; damage: Damage }

/**
 * Finds where to begin decoding so that the fewest frames of a clip are damaged: where it was begun, further back, at
 * last at the beginning of the file, until there is no damage. What decoders need may come earlier than the key frame
 * that was sought, or only once in a file. `measure` gives null where it would take too long.
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
 * Throws AppError media_broken where more than this share of the frames is damaged. One of several never is too many: in a
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

/** `1:02:03.4`, as players show times. */
function formatTime(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 0.01)
  const pad = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60]
  const rest = `${pad(Math.floor(tenths / 10) % 60)}.${tenths % 10}`
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`
}
