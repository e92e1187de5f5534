import type { ClipCurves, Duel } from './measure-clip.ts'
import { type Rung } from './our-curve.ts'

/** One goal of the issue on one clip, and how closely it was met. */
export type Verdict = { goal: string; clip: string; at: string; value: number; text: string; met: boolean }

const goalNames = {
  width: "full width at the others' sizes",
  high: 'blurred PSNR over gifski from 60 up: ≥ 1.5 dB',
  low: 'blurred PSNR over gifski below 60: ≥ 0 dB',
  flicker: "flicker, of gifski's: ≤ 1",
  perception: 'butteraugli or ssimulacra no worse than gifski',
  gifsicle: 'blurred PSNR over gifsicle --lossy: ≥ 3 dB',
  share: 'share of max_bytes used: ≥ 0.96, or more gains < 0.3 dB for 10 %',
  cpu: 'CPU, of the encode without a limit: ≤ 1.5',
  fall: 'fall for 5 % fewer bytes: ≤ 1 dB',
} as const

/** The order of the goals in the summary. */
export const goalOrder: readonly string[] = Object.values(goalNames)

const highQuality = 60
const goals = { high: 1.5, low: 0, flicker: 1.005, gifsicle: 3, share: 0.96, cpu: 1.5, fall: 1 }
/** If 10 % more bytes gain less than this many dB, a file may be smaller than its limit. */
const worthwhileGain = 0.3
/** Metrics count as equal within this share: five of many frames are compared. */
const sameMetric = 0.005

/** Every goal at every size of a clip. */
export function verdictsOf(curves: ClipCurves): Verdict[] {
  const { clip } = curves
  const verdict = (goal: keyof typeof goalNames, at: string, value: number, met: boolean, text?: string) => ({
    ...{ goal: goalNames[goal], clip, at, value, met },
    text: text ?? value.toFixed(2),
  })
  const verdicts: Verdict[] = []
  for (const duel of [...curves.gifski, ...curves.gifsicle]) {
    const { rival, ours } = duel
    const at = rival.label
    const isGifski = curves.gifski.includes(duel)
    const better = isGifski ? (qualityOf(at) >= highQuality ? 'high' : 'low') : 'gifsicle'
    verdicts.push(verdict('width', at, ours.point ? 1 : 0, ours.point !== null, ours.smaller ?? 'kept'))
    if (ours.point === null) {
      verdicts.push(verdict(better, at, -Infinity, false, 'smaller'))
      continue
    }
    const gain = blurredGain(duel)
    verdicts.push(verdict(better, at, gain, gain >= goals[better]))
    if (isGifski) {
      const flicker = flickerRatio(duel)
      verdicts.push(verdict('flicker', at, flicker, flicker <= goals.flicker))
      const perception = perceptionRatio(duel)
      if (perception !== null)
        verdicts.push(verdict('perception', at, perception, perception <= 1 + sameMetric))
    }
    const share = ours.point.bytes / ours.limit.maxBytes
    const used = share >= goals.share || gainOfMore(curves, ours.point.bytes) < worthwhileGain
    verdicts.push(verdict('share', at, share, used))
    verdicts.push(verdict('cpu', at, ours.cpuRatio, ours.cpuRatio <= goals.cpu))
  }
  const fall = steepestFall(curves.ladder)
  if (fall !== null)
    verdicts.push(
      verdict('fall', `${Math.round(fall.maxBytes / 1000)} KB`, fall.decibels, fall.decibels <= goals.fall),
    )
  return verdicts
}

/** The number in "gifski 60". */
function qualityOf(label: string): number {
  return Number(label.split(' ')[1])
}

/** Our blurred PSNR above the rival's, in dB. */
export function blurredGain({ rival, ours }: Duel): number {
  return (ours.point?.quality.blurredPsnr ?? NaN) - rival.quality.blurredPsnr
}

/** Our flicker, relative to the rival's; 1 if neither flickers. */
export function flickerRatio({ rival, ours }: Duel): number {
  const flicker = ours.point?.quality.flicker ?? NaN
  return flicker === rival.quality.flicker ? 1 : flicker / rival.quality.flicker
}

/** The better of both metrics, relative to the rival's: below 1, ours looks better. Null if they are not measured. */
function perceptionRatio({ rival, ours }: Duel): number | null {
  if (!rival.perception || !ours.point?.perception) return null
  const [a, b] = [ours.point.perception, rival.perception]
  return Math.min(a.butteraugli / b.butteraugli, a.ssimulacra / b.ssimulacra)
}

/** The gain in dB of 10 % more bytes, from the next larger of our GIFs; 0 without a larger one. */
function gainOfMore({ presets, gifski, gifsicle, ladder }: ClipCurves, bytes: number): number {
  const ours = [
    ...[...gifski, ...gifsicle].flatMap(({ ours: { point } }) => (point ? [point] : [])),
    ...presets.slice(0, 1),
  ].map((point) => ({ bytes: point.bytes, blurredPsnr: point.quality.blurredPsnr }))
  const all = [...ours, ...ladder].toSorted((a, b) => a.bytes - b.bytes)
  const here = all.find((point) => point.bytes === bytes)
  // Closer ones show the noise of the encoder, not its slope.
  const next = all.find((point) => point.bytes > bytes * 1.03)
  if (here === undefined || next === undefined) return 0
  return ((next.blurredPsnr - here.blurredPsnr) / Math.log(next.bytes / here.bytes)) * Math.log(1.1)
}

/** The largest loss from one limit to the next, 5 % lower; null if there is only one. */
export function steepestFall(ladder: Rung[]): { decibels: number; maxBytes: number } | null {
  const falls = ladder.slice(1).map(({ maxBytes, blurredPsnr }, index) => ({
    decibels: ladder[index]!.blurredPsnr - blurredPsnr,
    maxBytes,
  }))
  return falls.toSorted((a, b) => b.decibels - a.decibels)[0] ?? null
}
