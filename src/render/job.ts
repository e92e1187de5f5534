import { join } from 'node:path'
import type { MediaLimits } from '../media/media-engine.ts'
import type { Ratio } from './ratio.ts'

/** What every stage of one job needs to know. */
export type Job = {
  folder: string
  limits: MediaLimits
  /** Processor time that one tool of the job may use: more than the wall clock of the job allows it. */
  maxCpuSeconds: number
  onProgress: (fraction: number) => void
}

/** What the first stage hands to the second: every frame, finished but for its colours, and the palette. */
export type FrameSet = {
  width: number
  height: number
  frames: number
  /** Frames a second. */
  rate: Ratio
  hasAlpha: boolean
}

/** Files of the job that are gone when it ends. */
export const intermediateFiles = {
  frames: 'frames.nut',
  palette: 'palette.png',
  watermark: 'watermark.png',
} as const

/** Where in the job's folder the intermediate file is, whether it is there yet or not. */
export function intermediatePath(job: Job, name: keyof typeof intermediateFiles): string {
  return join(job.folder, intermediateFiles[name])
}
