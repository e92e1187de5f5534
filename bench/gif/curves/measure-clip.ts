import type { Clip, Job } from '../clips.ts'
import { clipFrames, framesHash, rgbaFrames } from '../frames.ts'
import { type Fitted, type Rung, fitLimit, ourLadder, ourPresets } from './our-curve.ts'
import type { Point } from './point.ts'
import { gifsicleCurve, gifskiCurve } from './rival-curves.ts'

/** The measurements of every clip. */
export type CurveOptions = {
  /** gifski's qualities, and gifsicle's values of `--lossy`. */
  qualities: number[]
  losses: number[]
  withPerception: boolean
  /** The maximum number of limits, each 5 % below the previous one. */
  rungs: number
  /** The number of pairs of encodes whose median CPU counts. */
  rounds: number
}

/** A rival's GIF, and ours with its size as the limit. */
export type Duel = { rival: Point; ours: Fitted }

export type ClipCurves = {
  clip: string
  width: number
  height: number
  frames: number
  presets: Point[]
  gifski: Duel[]
  gifsicle: Duel[]
  ladder: Rung[]
}

/** The curves of a clip: quality against size, ours and those of others, from the same frames. */
export async function measureClip(clip: Clip, job: Job, options: CurveOptions): Promise<ClipCurves> {
  const { qualities, losses, withPerception, rungs, rounds } = options
  const frames = clipFrames(clip, job)
  const measured = { frames, hash: framesHash(frames), withPerception }
  const ours = { frames, rgba: rgbaFrames(frames), measured }
  const presets = await ourPresets(ours, rounds)
  const duels = async (rivals: Point[]) => {
    const all: Duel[] = []
    for (const rival of rivals) {
      const limit = { label: rival.label, maxBytes: rival.bytes }
      all.push({ rival, ours: await fitLimit(ours, limit, rounds) })
    }
    return all
  }
  const gifski = await duels(
    await gifskiCurve(
      frames,
      qualities.toSorted((a, b) => a - b),
      measured,
    ),
  )
  const gifsicle = await duels(await gifsicleCurve(frames, losses, measured))
  const leastBytes = Math.min(...[...gifski, ...gifsicle].map(({ rival }) => rival.bytes))
  return {
    ...{ clip: clip.name, width: frames.width, height: frames.height, frames: frames.count },
    ...{ presets, gifski, gifsicle },
    ladder: ourLadder(ours, presets[0]!, leastBytes, rungs),
  }
}
