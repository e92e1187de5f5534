import { readFileSync, writeFileSync } from 'node:fs'
import type { Clip, Job } from '../clips.ts'
import { installPerception } from '../perception.ts'
import { clipTable, gainTable, goalTable } from './curve-tables.ts'
import { type ClipCurves, type CurveOptions, measureClip } from './measure-clip.ts'
import { drawCurves } from './plot-curves.ts'
import { missingRivals } from './rival-curves.ts'

/** The additional output path of the curves, and the curves of an earlier run, as written. */
type CurveFiles = { plot: string | undefined; json: string | undefined; before: string | undefined }

/**
 * Quality against size for every clip, ours and gifski's and gifsicle's: prints tables, and writes the requested plots.
 */
export async function printCurves(
  clips: Clip[],
  job: Job,
  options: CurveOptions,
  files: CurveFiles,
): Promise<void> {
  const notMeasured = options.withPerception ? installPerception() : undefined
  const measured = { ...options, withPerception: options.withPerception && notMeasured === undefined }
  for (const sentence of [...missingRivals(), notMeasured]) if (sentence) console.log(sentence)
  const all: ClipCurves[] = []
  const before =
    files.before === undefined
      ? undefined
      : (JSON.parse(readFileSync(files.before, 'utf8')) as ClipCurves[]).filter(({ clip }) =>
          clips.some(({ name }) => name === clip),
        )
  for (const clip of clips) {
    process.stderr.write(`curves: ${clip.name}\n`)
    all.push(await measureClip(clip, job, measured))
    console.log(`\n${clipTable(all.at(-1)!)}`)
    // After each clip, so that a stopped run keeps its results.
    if (files.plot !== undefined) writeFileSync(files.plot, drawCurves(all))
    if (files.json !== undefined) writeFileSync(files.json, JSON.stringify(all, null, 1))
  }
  console.log(`\n### All clips\n\n${gainTable(all, before)}\n\n${goalTable(all, before)}`)
}
