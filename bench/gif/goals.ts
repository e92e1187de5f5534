import type { GifPreset } from '#src/options/gif-options.ts'
import type { Quality } from './quality.ts'
import type { Rivals } from './rivals.ts'

/** The results of one clip: ours next to the others. */
export type Outcome = {
  clip: string
  /** Warm, in this process. */
  encodeCpuSeconds: number
  bytes: number
  quality: Quality
  rivals: Rivals
}

/** One number of the table. */
export type Goal = {
  what: string
  of: (outcome: Outcome) => number
  /** The clips to which it applies; all by default. */
  where?: (outcome: Outcome) => boolean
  /** The bound for every clip, and the bound for the geometric mean of all. */
  every?: Bound
  mean?: Bound
}

type Bound = { atMost: number } | { atLeast: number }

/** From this part of (a)'s CPU on, decoding dominates. */
const decodingDominates = 0.4

/** The encode stage, relative to (a)'s CPU minus that of decoding, scaling and piping. */
export function encodeRatio({ encodeCpuSeconds, rivals }: Outcome): number {
  return encodeCpuSeconds / (rivals.ffmpeg.cpuSeconds - rivals.floorCpuSeconds)
}

/** The whole job, including decoding, relative to gifski's. */
export function gifskiRatio({ encodeCpuSeconds, rivals }: Outcome): number {
  return (encodeCpuSeconds + rivals.floorCpuSeconds) / rivals.gifski.cpuSeconds
}

function decodes({ rivals }: Outcome): boolean {
  return rivals.floorCpuSeconds >= decodingDominates * rivals.ffmpeg.cpuSeconds
}

function encodes(outcome: Outcome): boolean {
  return !decodes(outcome)
}

const bytesOf = (rival: 'ffmpeg' | 'gifski') => (outcome: Outcome) =>
  outcome.bytes / outcome.rivals[rival].bytes

const gain = (measure: keyof Quality, rival: 'ffmpeg' | 'gifski') => (outcome: Outcome) =>
  outcome.quality[measure] - outcome.rivals[rival].quality[measure]

const encodeStage: Goal = {
  what: 'encode stage, relative to (a) minus the floor',
  of: encodeRatio,
  every: { atMost: 0.25 },
  mean: { atMost: 0.17 },
}

/** The goals for a preset. */
export const goals: Record<GifPreset, Goal[]> = {
  best: [
    encodeStage,
    { what: 'bytes, of (a)', of: bytesOf('ffmpeg'), every: { atMost: 0.95 }, mean: { atMost: 0.75 } },
    { what: 'PSNR, dB above (a)', of: gain('psnr', 'ffmpeg'), every: { atLeast: 2 } },
    { what: 'blurred PSNR, dB above (a)', of: gain('blurredPsnr', 'ffmpeg'), every: { atLeast: 0.2 } },
    { what: 'blurred SSIM, above (a)', of: gain('blurredSsim', 'ffmpeg'), every: { atLeast: 0 } },
    { what: 'blurred PSNR, dB above gifski', of: gain('blurredPsnr', 'gifski'), every: { atLeast: 0 } },
    { what: 'bytes, of gifski', of: bytesOf('gifski'), mean: { atMost: 1 } },
    {
      what: 'CPU with decoding, relative to gifski',
      of: gifskiRatio,
      where: encodes,
      every: { atMost: 0.2 },
    },
    { what: 'the same, decoding dominates', of: gifskiRatio, where: decodes, every: { atMost: 0.35 } },
  ],
  balanced: [
    encodeStage,
    { what: 'bytes, of (a)', of: bytesOf('ffmpeg'), every: { atMost: 0.9 }, mean: { atMost: 0.68 } },
    { what: 'blurred PSNR, dB above (a)', of: gain('blurredPsnr', 'ffmpeg'), every: { atLeast: 0 } },
  ],
  small: [encodeStage],
  tiny: [encodeStage],
}

/** The geometric mean of ratios. */
export function geometricMean(ratios: number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
}

/** A goal against the results: one row of a table. */
export function goalRow({ what, of, where, every, mean }: Goal, outcomes: Outcome[]): string[] {
  const values = outcomes
    .filter((outcome) => where?.(outcome) ?? true)
    .map((outcome) => ({ value: of(outcome), clip: outcome.clip }))
    .filter(({ value }) => !Number.isNaN(value))
  if (values.length === 0) return [what, 'not measured', '', '', '', '', '']
  const row = [what]
  if (every) {
    const worst = values.reduce((a, b) => (worse(b.value, a.value, every) ? b : a))
    const missed = values.filter(({ value }) => !meets(value, every)).length
    row.push(bound(every), `${digits(worst.value)} (${worst.clip})`, verdict(missed === 0, missed))
  } else row.push('', '', '')
  if (mean) {
    const value = geometricMean(values.map(({ value }) => value))
    row.push(bound(mean), digits(value), verdict(meets(value, mean)))
  } else row.push('', '', '')
  return row
}

export const goalHead = ['goal', 'every clip', 'worst', '', 'mean', 'is', '']

function meets(value: number, limit: Bound): boolean {
  return 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast
}

function worse(a: number, b: number, limit: Bound): boolean {
  return 'atMost' in limit ? a > b : a < b
}

function bound(limit: Bound): string {
  return 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`
}

function verdict(met: boolean, clips = 0): string {
  return met ? 'met' : clips > 0 ? `MISSED on ${clips}` : 'MISSED'
}

function digits(value: number): string {
  return Math.abs(value) < 0.01 && value !== 0 ? value.toFixed(5) : value.toFixed(3)
}
