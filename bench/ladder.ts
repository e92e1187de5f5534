/**
 * Measures the cost of the ladder of renditions: CPU of the files made with a GIF, of the whole ladder next to ffmpeg
 * making the same files one by one, its bytes, and the loss of deriving from the stored MP4.
 *   npm run bench -- ladder; node bench/ladder.ts [--rounds N] [--commands] [CLIP ...]
 * A clip is a name known to bench/gif/clips.ts, name@start, or the path of a video.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { derivationGroups } from '#src/creation/run-derivation.ts'
import type { DerivePlan } from '#src/media/media-engine.ts'
import { mainRenditions, type RenditionFile, type RenditionName, renditions } from '#src/media/rendition.ts'
import { renditionShape } from '#src/media/rendition.ts'
import { coreRenditions, missingRenditions } from '#src/media/resolve-rendition.ts'
import { creationOutputs } from '#src/render/render-job.ts'
import type { Made } from '#src/render/encode/encode-outputs.ts'
import { type Clip, findClip, usualClips } from './gif/clips.ts'
import { geometricMean } from './gif/goals.ts'
import { ffmpegCommandFor, runCommand } from './ladder/ffmpeg-files.ts'
import { clipPlan, closeThread, create, derive, inFolder } from './ladder/in-process.ts'
import { lossOfStored } from './ladder/loss.ts'
import { median, table } from './measure.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, commands: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)
const clips = positionals.length > 0 ? positionals.map(findClip) : usualClips()

/** The goals: core CPU, ladder CPU, ladder bytes. */
const [maxCore, maxLadder, maxBytes] = [1.3, 0.35, 2.5]

type Sizes = Partial<Record<RenditionName, RenditionFile>>

async function sizesOf(names: readonly RenditionName[], made: Made, folder: string): Promise<Sizes> {
  const sizes: Sizes = {}
  for (const name of names) {
    const { size } = await stat(join(folder, renditions[name].file))
    sizes[name] = { ...renditionShape(name, made), bytes: size }
  }
  return sizes
}

function bytesOf(sizes: Sizes, names: readonly string[] = Object.keys(sizes)): number {
  return names.reduce((sum, name) => sum + (sizes[name as RenditionName]?.bytes ?? 0), 0)
}

/** CPU of a creation with and without its small files: medians, and the median of their ratios. */
async function measureCore(clip: Clip) {
  const pairs = []
  for (let round = 0; round <= rounds; round++) {
    const core = await inFolder((folder) => create(clip, creationOutputs, folder))
    const bare = { ...creationOutputs, smallGifs: () => [] }
    const without = await inFolder((folder) => create(clip, bare, folder))
    // The first of each is not warm.
    if (round > 0) pairs.push({ core: core.cpu, without: without.cpu })
  }
  return {
    core: median(pairs.map(({ core }) => core)),
    without: median(pairs.map(({ without }) => without)),
    ratio: median(pairs.map(({ core, without }) => core / without)),
  }
}

/** Makes the whole ladder like the background task, in calls of derive; returns CPU and files of each. */
async function measureLadder(clip: Clip) {
  return inFolder(async (folder) => {
    const { made } = await create(clip, creationOutputs, folder)
    const sizes = await sizesOf([...mainRenditions, ...coreRenditions(made)], made, folder)
    const four = bytesOf(sizes, mainRenditions)
    const plan = (names: RenditionName[]): DerivePlan => ({
      kind: 'derive',
      from: { kind: 'source', plan: clipPlan(clip) },
      gif: { ...made },
      loops: 0,
      renditions: names,
    })
    const cpu: number[] = []
    for (const names of derivationGroups(missingRenditions({ ...made, renditions: sizes }))) {
      const derived = await inFolder((own) => derive(plan(names), own))
      cpu.push(derived.cpu)
      Object.assign(sizes, derived.files)
    }
    return { made, sizes, four, rest: cpu[0] ?? 0, webm: cpu[1] ?? 0 }
  })
}

const rows = []
const losses = []
for (const clip of clips) {
  process.stderr.write(`${clip.name}\n`)
  const core = await measureCore(clip)
  const ladder = await measureLadder(clip)
  const names = (Object.keys(ladder.sizes) as RenditionName[]).filter(
    (name) => !mainRenditions.some((main) => main === name),
  )
  const one = names.filter((name) => renditions[name].codec !== 'vp9')
  const commands = one.map((name) => ffmpegCommandFor(name, ladder.sizes[name]!, ladder.made, clip))
  if (values.commands) console.log(`${commands.join('\n')}\n`)
  const theirs = await inFolder(async (folder) =>
    commands.reduce((sum, command) => sum + runCommand(command, folder), 0),
  )
  const ours = core.core - core.without + ladder.rest
  rows.push({
    ...core,
    name: clip.name,
    ours,
    theirs,
    webm: ladder.webm,
    files: names.length,
    share: ours / theirs,
    four: ladder.four,
    bytes: bytesOf(ladder.sizes, names) / ladder.four,
  })
  // The MP4 of a transparent GIF is never derived from.
  if (!ladder.made.hasAlpha) losses.push(...(await lossOfStored(clip)))
}
await closeThread()

const fixed = (value: number) => value.toFixed(2)
console.log(`Medians of ${rounds}, CPU seconds (user and system, all processes), 5 s at defaults.\n`)
console.log(
  table(
    [
      ...['clip', 'creation without small files', 'with', 'ratio'],
      ...[
        'rest of the ladder + core',
        'ffmpeg, one by one',
        'ratio',
        'WebM besides',
        'files',
        'bytes over the four',
      ],
    ],
    rows.map((row) => [
      ...[row.name, fixed(row.without), fixed(row.core), fixed(row.ratio)],
      ...[fixed(row.ours), fixed(row.theirs), fixed(row.share), fixed(row.webm), row.files, fixed(row.bytes)],
    ]),
  ),
)
const goal = (title: string, most: number, ratios: number[]) => {
  const [worst, mean] = [Math.max(...ratios), geometricMean(ratios)]
  console.log(
    `${title}: worst ${fixed(worst)}, mean ${fixed(mean)}; goal ≤ ${most}: ${verdict(worst, mean, most)}`,
  )
}
const verdict = (worst: number, mean: number, most: number) =>
  worst <= most ? 'met' : mean <= most ? 'met in the mean, MISSED on some clips' : 'MISSED'
console.log()
goal(
  'CPU of a creation with its small files',
  maxCore,
  rows.map(({ ratio }) => ratio),
)
goal(
  'CPU of the ladder to ffmpeg, without WebM',
  maxLadder,
  rows.map(({ share }) => share),
)
goal(
  'Bytes of the ladder to those of the four files',
  maxBytes,
  rows.map(({ bytes }) => bytes),
)
console.log(
  '\nGIFs derived from the source and from the stored MP4, compared with the frames of the source:\n',
)
console.log(
  table(
    ['clip', 'file', 'PSNR of source', 'of MP4', 'SSIM of source', 'of MP4', 'bytes, MP4 to source'],
    losses.map(({ clip, name, source, stored }) => [
      ...[clip, name, source.psnr.toFixed(2), stored.psnr.toFixed(2)],
      ...[source.ssim.toFixed(4), stored.ssim.toFixed(4), fixed(stored.bytes / source.bytes)],
    ]),
  ),
)
