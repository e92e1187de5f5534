/**
 * Compares our GIF encoder with ffmpeg's palettegen/paletteuse and gifski in speed, size and quality. The whole table
 * of goals, on one core, in CPU time and never wall-clock time, medians of pairs.
 *   npm run bench:gif -- --help
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gifPresets } from '#src/options/gif-options.ts'
import { type Clip, type Job, type JobName, findClip, jobs, knownClips, usualClips } from './gif/clips.ts'
import { printCurves } from './gif/curves/curves.ts'
import { type Outcomes, cpuTable, encodeStage, looksTable } from './gif/encode-stage.ts'
import { writeGallery } from './gif/gallery.ts'
import { goalHead, goalRow, goals } from './gif/goals.ts'
import { keptFolder } from './gif/kept.ts'
import { librariesTables } from './gif/libraries.ts'
import type { CurveOptions } from './gif/curves/measure-clip.ts'
import { oneShot } from './gif/one-shot.ts'
import { peakMemory } from './gif/peak-memory.ts'
import { picturesGif } from './gif/pictures.ts'
import { ffmpegCommand, floorCommand, gifskiCommand } from './gif/rivals.ts'
import { serviceJob } from './gif/service-job.ts'
import { table } from './measure.ts'

const sections = ['encode', 'make', 'service', 'memory', 'pictures', 'curves', 'libraries'] as const

const help = `npm run bench:gif -- [--clips A,B] [--jobs M,S,M3] [--rounds N] [--sections A,B] [--quick] [--gallery [FOLDER]] ...

  --clips     ${knownClips().join(', ')}; name@start; or paths of videos
  --jobs      M (480 px, 15/s, 5 s), S (320/10, 5 s), M3 (480/15, 3 s), L (640/20, 5 s); default M,S,M3
  --rounds    pairs of which the median counts (default 5)
  --sections  ${sections.join(', ')}; default all
              curves: quality against size, ours at the sizes of gifski's and gifsicle's GIFs, by job M. Installs
              libjxl-devtools where it is missing and apt-get may. It takes these, too:
  --qualities, --lossy  of gifski (30,45,60,75,90,100) and of gifsicle (20,80,200); "" leaves one out
  --seconds   of each clip (5)
  --no-perception       without butteraugli and ssimulacra
  --ladder    how many limits, each 5 % below the one before, are tried at most (60; 0: none)
  --plot, --json        files to write the curves to, as SVG and as numbers
  --before    a file that another run wrote by --json, to compare with
  --quick     one round, three clips, job M
  --gallery   writes a page with source, ours and the others' side by side into FOLDER, and measures nothing else;
              default: ${join(keptFolder, 'gallery')}

Frames and the others' GIFs are kept in ${keptFolder}; deleting it is safe.`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    clips: { type: 'string' },
    jobs: { type: 'string' },
    rounds: { type: 'string' },
    sections: { type: 'string', default: sections.join(',') },
    quick: { type: 'boolean', default: false },
    gallery: { type: 'boolean', default: false },
    qualities: { type: 'string', default: '30,45,60,75,90,100' },
    lossy: { type: 'string', default: '20,80,200' },
    seconds: { type: 'string' },
    perception: { type: 'boolean', default: true },
    ladder: { type: 'string', default: '60' },
    plot: { type: 'string' },
    json: { type: 'string' },
    before: { type: 'string' },
  },
  allowNegative: true,
})

const root = new URL('../', import.meta.url).pathname
const quickClips = 3
const usual = usualClips()
const clips = options.clips
  ? options.clips.split(',').map(findClip)
  : options.quick
    ? usual.slice(0, quickClips)
    : usual
const askedJobs = (options.jobs ?? (options.quick ? 'M' : 'M,S,M3')).split(',').map(jobNamed)
const rounds = Number(options.rounds ?? (options.quick ? 1 : 5))
const asked = options.sections.split(',')

async function measure(): Promise<void> {
  console.log(`Medians of ${rounds} pairs, CPU seconds (user and system, all processes) on one core.\n`)
  console.log(commands(clips[0]!, jobs.M))
  for (const section of sections) if (asked.includes(section)) await measuring[section]()
}

/** By section: measures and prints. */
const measuring: Record<(typeof sections)[number], () => void | Promise<void>> = {
  encode: () => {
    for (const job of askedJobs) printJob(job, encodeStage(clips, job, rounds))
  },
  make: () => print('At the command line, from a cold start', oneShot(clips, jobs.M, rounds)),
  service: async () =>
    print('GIF, MP4, WebP and thumbnail in the service', await serviceJob(clips, jobs.M, rounds)),
  memory: async () =>
    print('Peak memory of Node', await peakMemory(someFiles(), jobs.M, Math.min(rounds, 3))),
  pictures: async () => print('Pictures', await picturesGif(rounds)),
  libraries: async () =>
    print('Libraries for JavaScript', await librariesTables(clips, jobs.M, Math.min(rounds, 3))),
  curves: async () => {
    console.log('\n## Quality against size\n')
    const { plot, json, before } = options
    const seconds = Number(options.seconds ?? jobs.M.seconds)
    await printCurves(clips, { ...jobs.M, seconds }, curveOptions(), { plot, json, before })
  },
}

if (options.help) console.log(help)
else if (isOnManyCores()) process.exitCode = onOneCore()
else if (options.gallery) await writeGallery(positionals[0] ?? join(keptFolder, 'gallery'), clips, jobs.M)
else await measure()

/** A few clips, each from another file. */
function someFiles(): Clip[] {
  return clips
    .filter(({ path }, at) => clips.findIndex((clip) => clip.path === path) === at)
    .slice(0, quickClips)
}

function printJob(job: Job, outcomes: Outcomes): void {
  print(`Job ${job.name}: ${job.width} px, ${job.fps}/s, ${job.seconds} s`, cpuTable(outcomes))
  for (const preset of gifPresets) console.log(`\nPreset \`${preset}\`:\n\n${looksTable(outcomes[preset])}`)
  for (const preset of gifPresets)
    console.log(
      `\nGoals of \`${preset}\`, job ${job.name}:\n\n${table(
        goalHead,
        goals[preset].map((goal) => goalRow(goal, outcomes[preset])),
      )}`,
    )
}

function curveOptions(): CurveOptions {
  return {
    qualities: numbers(options.qualities),
    losses: numbers(options.lossy),
    withPerception: options.perception,
    rungs: Number(options.ladder),
    rounds: Math.min(rounds, 3),
  }
}

function numbers(list: string): number[] {
  return list.split(',').filter(Boolean).map(Number)
}

function commands(clip: Clip, job: Job): string {
  const lines = [
    `(a)     ${ffmpegCommand(clip, job, 'out.gif')}`,
    `gifski  ${gifskiCommand(clip, job, 'out.gif')}`,
    `floor   ${floorCommand(clip, job)} | cat > /dev/null`,
  ]
  const text = lines.join('\n').replaceAll(root, '').replaceAll(dirname(root), '..')
  return `\`\`\`\n${text}\n\`\`\``
}

function print(title: string, text: string): void {
  console.log(`\n## ${title}\n\n${text}`)
}

/** Returns true if there are several cores, of which one can be used. */
function isOnManyCores(): boolean {
  if (spawnSync('taskset', ['-c', '0', 'true']).status !== 0) return false
  const allowed = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return allowed !== undefined && /[-,]/.test(allowed)
}

/** Runs all this once more, on the first core; returns its exit code. */
function onOneCore(): number {
  const again = ['-c', '0', process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  return spawnSync('taskset', again, { stdio: 'inherit' }).status ?? 1
}

function jobNamed(name: string): Job {
  if (!(name in jobs)) throw new Error(`--jobs are of ${Object.keys(jobs).join(', ')}`)
  return jobs[name as JobName]
}
