import { table } from '../../measure.ts'
import {
  type Verdict,
  blurredGain,
  flickerRatio,
  goalOrder,
  steepestFall,
  verdictsOf,
} from './curve-goals.ts'
import type { ClipCurves, Duel } from './measure-clip.ts'
import type { Point } from './point.ts'

/** The table of one clip: at each size of the others, theirs and ours; then our presets and the steepest fall. */
export function clipTable(curves: ClipCurves): string {
  const { clip, width, height, frames, presets, gifski, gifsicle, ladder } = curves
  const verdicts = verdictsOf(curves)
  const duels = [...gifski, ...gifsicle].map((duel) => duelRow(duel, verdicts))
  const fall = steepestFall(ladder)
  const lines = [
    `### ${clip}: ${width} × ${height}, ${frames} frames`,
    table(
      [
        ...['at the size of', 'KB', 'ours, KB', 'used', 'blurred, dB', 'ours', 'gain', 'PSNR gain'],
        ...['flicker, of theirs', 'butteraugli', 'ours', 'ssimulacra', 'ours', 'CPU s', 'ours', 'of free'],
        'missed',
      ],
      duels,
    ),
    table(
      ['preset', 'KB', 'blurred, dB', 'PSNR', 'flicker', 'butteraugli', 'ssimulacra', 'CPU s'],
      presets.map(presetRow),
    ),
  ]
  if (fall !== null)
    lines.push(
      `Steepest fall for 5 % fewer bytes: ${fall.decibels.toFixed(2)} dB at ${kilobytes(fall.maxBytes)} KB, over ${ladder.length - 1} limits ` +
        `down to ${kilobytes(ladder.at(-1)!.maxBytes)} KB: ${ladder.map(({ blurredPsnr }) => blurredPsnr.toFixed(1)).join(' ')}.`,
    )
  return lines.join('\n\n')
}

/** Each goal: on how many sizes of how many clips it was met, also earlier, and where it is missed. */
export function goalTable(all: ClipCurves[], before?: ClipCurves[]): string {
  const verdicts = all.flatMap(verdictsOf)
  const earlier = before?.flatMap(verdictsOf)
  const rows = goalOrder.flatMap((goal) => {
    const own = verdicts.filter((verdict) => verdict.goal === goal)
    const missed = own.filter(({ met }) => !met)
    const places = Map.groupBy(missed, ({ clip }) => clip)
    const list = [...places].map(
      ([clip, own]) => `${clip} (${own.map(({ at, text }) => `${at}: ${text}`).join(', ')})`,
    )
    const cells = [metCount(goal, verdicts), list.join('; ') || 'nowhere']
    return [[goal, ...(earlier ? [metCount(goal, earlier)] : []), ...cells]]
  })
  return table(['goal', ...(before ? ['met before'] : []), 'met', 'missed'], rows)
}

function metCount(goal: string, verdicts: Verdict[]): string {
  const own = verdicts.filter((verdict) => verdict.goal === goal)
  return own.length === 0 ? 'not measured' : `${own.filter(({ met }) => met).length} of ${own.length}`
}

/** Blurred PSNR gained over gifski and gifsicle at each of their sizes, before and now, one line per clip. */
export function gainTable(all: ClipCurves[], before?: ClipCurves[]): string {
  const labels = [...(all[0]?.gifski ?? []), ...(all[0]?.gifsicle ?? [])].map(({ rival }) => rival.label)
  const rows = all.map((curves) => {
    const earlier = before?.find(({ clip }) => clip === curves.clip)
    const cells = labels.map((label) =>
      earlier ? `${gainAt(earlier, label)} → ${gainAt(curves, label)}` : gainAt(curves, label),
    )
    return [curves.clip, ...cells]
  })
  return table(['blurred PSNR gained, dB', ...labels], rows)
}

function gainAt({ gifski, gifsicle, width }: ClipCurves, label: string): string {
  const duel = [...gifski, ...gifsicle].find(({ rival }) => rival.label === label)
  if (!duel) return ''
  return duel.ours.point === null
    ? (duel.ours.smaller ?? '').replace(/ × .*/, ` px of ${width}`)
    : signed(blurredGain(duel))
}

function duelRow(duel: Duel, verdicts: Verdict[]): string[] {
  const { rival, ours } = duel
  const { point } = ours
  const missed = verdicts.filter(({ at, met }) => at === rival.label && !met).map(({ goal }) => short(goal))
  const cells = (of: (point: Point) => string | undefined) => [of(rival) ?? '', (point && of(point)) ?? '']
  return [
    ...[rival.label, kilobytes(rival.bytes), point ? kilobytes(point.bytes) : (ours.smaller ?? '')],
    point ? (point.bytes / rival.bytes).toFixed(2) : '',
    ...cells(({ quality }) => quality.blurredPsnr.toFixed(1)),
    point ? signed(blurredGain(duel)) : '',
    point ? signed(point.quality.psnr - rival.quality.psnr) : '',
    point ? flickerRatio(duel).toFixed(2) : '',
    ...cells(({ perception }) => perception?.butteraugli.toFixed(2)),
    ...cells(({ perception }) => perception?.ssimulacra.toFixed(4)),
    ...cells(({ cpuSeconds }) => cpuSeconds.toFixed(2)),
    ours.cpuRatio.toFixed(2),
    missed.join(', ') || 'none',
  ]
}

function presetRow({ label, bytes, quality, perception, cpuSeconds }: Point): string[] {
  return [
    ...[label, kilobytes(bytes), quality.blurredPsnr.toFixed(1), quality.psnr.toFixed(1)],
    ...[quality.flicker.toFixed(2), perception?.butteraugli.toFixed(2) ?? ''],
    ...[perception?.ssimulacra.toFixed(4) ?? '', cpuSeconds.toFixed(2)],
  ]
}

/** The first words of a goal. */
function short(goal: string): string {
  return goal.split(/[,:]| over | no worse | at the /)[0] ?? goal
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0)
}
