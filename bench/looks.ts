/**
 * Measures whether duplicates are found by their look: copies of clips that were re-encoded, resized, re-timed, cropped
 * and captioned, and pairs of different clips; the cost of a query among a million GIFs, and that of a look in a
 * creation.
 *   npm run bench -- looks; node bench/looks.ts [--drawn N] [--gifs N] [FOLDER OF VIDEOS]
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Look } from '#src/looks/look.ts'
import { compareLooks } from '../test/support/compare-looks.ts'
import { LookMaker } from '#src/looks/look-maker.ts'
import { drawScene, lookOf } from '../test/support/media/drawn-scenes.ts'
import { usualClips } from './gif/clips.ts'
import { measureIndex } from './looks/index-load.ts'
import { looksOf, type Segment, segmentSeconds, type VariantLook } from './looks/variants.ts'
import { median, table } from './measure.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { drawn: { type: 'string', default: '3000' }, gifs: { type: 'string', default: '1000000' } },
})

/** The whole picture, and three parts of it: their lookalikes are other clips. */
const crops = [
  '',
  'crop=iw*0.55:ih*0.55:0:0,',
  'crop=iw*0.5:ih*0.6:iw*0.5:ih*0.4,',
  'crop=iw*0.45:ih*0.45:iw*0.3:ih*0.25,',
]

function videos(): string[] {
  const [folder] = positionals
  if (folder === undefined) return [...new Set(usualClips().map(({ path }) => path))]
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files
    .map(({ name }) => join(folder, name))
    .filter((path) => /\.(?:mp4|mkv|webm|mov|gif)$/.test(path))
}

/** Every three seconds of a video, with one part of the picture after the other. */
function segmentsOf(video: string): Segment[] {
  const probe = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', video]
  const seconds = Number(execFileSync('ffprobe', probe, { encoding: 'utf8' }))
  const count = Math.max(1, Math.floor((seconds + 0.1) / segmentSeconds))
  return Array.from({ length: count }, (_, index) => index * segmentSeconds).flatMap((startSeconds, index) =>
    [crops[0] ?? '', crops[1 + (index % 3)] ?? ''].map((crop) => ({ video, startSeconds, crop })),
  )
}

type Clip = { segment: Segment; own: Look; variants: VariantLook[] }

function nameOf({ video, startSeconds, crop }: Segment): string {
  return `${basename(video)}@${startSeconds}${crop === '' ? '' : ` ${crop.slice(0, -1)}`}`
}

/** The clips that show enough to have a look. */
function readClips(): Clip[] {
  const folder = mkdtempSync(join(tmpdir(), 'gifwright-bench-'))
  try {
    return videos()
      .flatMap(segmentsOf)
      .flatMap((segment) => {
        const { own, variants } = looksOf(segment, folder)
        if (own === null) console.log(`${nameOf(segment)} shows too little`)
        return own === null ? [] : [{ segment, own, variants }]
      })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function printRecall(clips: Clip[]): void {
  const names = new Map<string, { kind: string; name: string; found: number; all: number }>()
  for (const { own, variants } of clips) {
    for (const { kind, name, look } of variants) {
      const key = `${kind} ${name}`
      const entry = names.get(key) ?? { kind, name, found: 0, all: 0 }
      names.set(key, entry)
      entry.all += 1
      if (look !== null && compareLooks(own, look) !== null) entry.found += 1
    }
  }
  const rows = [...names.values()].map(({ kind, name, found, all }) => [
    kind,
    name,
    `${found} of ${all}`,
    (found / all).toFixed(2),
  ])
  console.log(table(['kind', 'change', 'found', 'share'], rows))
  for (const kind of ['re-encoded', 'resized', 're-timed']) {
    const of = [...names.values()].filter((entry) => entry.kind === kind)
    const found = of.reduce((sum, each) => sum + each.found, 0)
    const all = of.reduce((sum, each) => sum + each.all, 0)
    console.log(`${kind}: ${found} of ${all}, ${(found / all).toFixed(3)} (goal: at least 0.95)`)
  }
}

/** Pairs of clips, and of a clip with a changed copy of another. */
function printWrongPairs(clips: Clip[], scenes: Look[]): void {
  const counts = { 'of different videos': [0, 0], 'of one video': [0, 0], 'with drawn scenes': [0, 0] }
  const wrong: string[] = []
  const count = (where: keyof typeof counts, one: Look, other: Look | null) => {
    const entry = counts[where]
    entry[0]! += 1
    const distance = other === null ? null : compareLooks(one, other)
    if (distance !== null) entry[1]! += 1
    return distance
  }
  for (const [index, one] of clips.entries()) {
    for (const other of clips.slice(index + 1)) {
      const where = one.segment.video === other.segment.video ? 'of one video' : 'of different videos'
      const distance = count(where, one.own, other.own)
      if (distance !== null)
        wrong.push(`${nameOf(one.segment)} and ${nameOf(other.segment)}: ${distance} bits`)
      if (where === 'of different videos') for (const { look } of other.variants) count(where, one.own, look)
    }
    for (const scene of scenes) count('with drawn scenes', scene, one.own)
  }
  for (const [index, scene] of scenes.entries())
    for (const other of scenes.slice(index + 1)) count('with drawn scenes', scene, other)
  const rows = Object.entries(counts).map(([where, [all, same]]) => [where, all ?? 0, same ?? 0])
  console.log(`\n${table(['pairs', 'compared', 'look the same'], rows)}`)
  console.log(wrong.map((line) => `- ${line}`).join('\n'))
}

function printIndex(): void {
  const count = Number(values.gifs)
  const rows = (['random', 'clustered'] as const).map((make) => {
    const { fillSeconds, megabytes, medianMs, p99Ms, found } = measureIndex(count, make, 20_000)
    return [
      make,
      `${fillSeconds.toFixed(1)} s`,
      `${megabytes.toFixed(0)} MB`,
      `${medianMs.toFixed(2)} ms`,
      `${p99Ms.toFixed(2)} ms`,
      found.toFixed(3),
    ]
  })
  console.log(`\n${count} GIFs, 20,000 queries each, CPU:`)
  console.log(table(['looks', 'filled in', 'memory', 'query, median', 'query, p99', 'found'], rows))
}

/** A creation as the maker requests it: 5 s of 15 frames, 480 pixels wide. */
function printMaking(): void {
  const [size, frames] = [{ width: 480, height: 270 }, 75]
  const frame = Uint8Array.from({ length: size.width * size.height * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : (at * 2654435761) >>> 24,
  )
  const times = Array.from({ length: 12 }, () => {
    const before = process.cpuUsage()
    const maker = new LookMaker(size)
    for (let index = 0; index < frames; index++) maker.add(frame)
    maker.finish()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  console.log(`\nA look of ${frames} frames of 480 x 270: ${median(times.slice(2)).toFixed(0)} ms of CPU`)
}

const clips = readClips()
console.log(`${clips.length} clips of ${segmentSeconds} s\n`)
printRecall(clips)
const scenes = Array.from({ length: Number(values.drawn) }, (_, seed) =>
  lookOf({ ...drawScene(seed + 1000), width: 48, height: 32, frames: 6 }),
).filter((look) => look !== null)
printWrongPairs(clips, scenes)
printMaking()
printIndex()
