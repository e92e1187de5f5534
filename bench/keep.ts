/**
 * Measures the cost of keeping GIFs: CPU of the files made with a kept GIF, and of its whole ladder, next to `gifsicle
 * --no-comments` and ffmpeg making the same files one by one; and its bytes next to its source's. ffmpeg makes the
 * GIFs, of about 1 MB, from clips.
 *   npm run bench -- keep; node bench/keep.ts [--rounds N] [CLIP ...]
 */
import { execFileSync } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { derivationGroups } from '#src/creation/run-derivation.ts'
import { type RenditionName, renditions, renditionShape } from '#src/media/rendition.ts'
import { mainRenditions } from '#src/media/rendition.ts'
import { coreRenditions, missingRenditions } from '#src/media/resolve-rendition.ts'
import { creationOutputs } from '#src/render/render-job.ts'
import { type Clip, findClip, usualClips } from './gif/clips.ts'
import { geometricMean } from './gif/goals.ts'
import { ffmpegCommandFor, runCommand } from './ladder/ffmpeg-files.ts'
import { closeThread, derive, inFolder, keep } from './ladder/in-process.ts'
import { median, table } from './measure.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '2' } },
})
const rounds = Number(values.rounds)
const clips = positionals.length > 0 ? positionals.map(findClip) : usualClips()

/** The goals: CPU of the core and of the whole ladder next to the tools, bytes of the GIF next to its source. */
const [maxCpu, maxBytes] = [0.4, 1.01]

/** A GIF of a clip that takes about one megabyte. */
function makeGif({ path, startSeconds }: Clip, folder: string): string {
  const gif = join(folder, 'source.gif')
  const filters = 'fps=12,scale=400:-2,split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=bayer'
  const clip = ['-ss', String(startSeconds), '-t', '3', '-i', path]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...clip, '-vf', filters, gif])
  return gif
}

async function measure(clip: Clip) {
  return inFolder(async (folder) => {
    const input = makeGif(clip, folder)
    const own = join(folder, 'own')
    await mkdir(own)
    const core: number[] = []
    let made = await keep(input, creationOutputs, own)
    // The first is not warm.
    for (let round = 0; round < rounds; round += 1) {
      made = await keep(input, creationOutputs, own)
      core.push(made.cpu)
    }
    const base = made.made
    const coreNames = [...mainRenditions, ...coreRenditions(base)]
    const files = Object.fromEntries(
      await Promise.all(
        coreNames.map(async (name) => {
          const { size } = await stat(join(own, renditions[name].file))
          return [name, { ...renditionShape(name, base), bytes: size }]
        }),
      ),
    )
    const missing = missingRenditions({ ...base, renditions: files })
    let later = 0
    const names: RenditionName[] = []
    for (const group of derivationGroups(missing)) {
      const from = { kind: 'source' as const, plan: { kind: 'keep' as const, input: join(own, 'gif.gif') } }
      const derived = await derive({ kind: 'derive', from, gif: base, loops: 0, renditions: group }, own)
      later += derived.cpu
      names.push(...(Object.keys(derived.files) as RenditionName[]))
    }
    const bySource: Clip = { ...clip, path: input, startSeconds: 0 }
    const toolsCpu = (name: RenditionName) =>
      runCommand(
        name === 'gif'
          ? 'gifsicle --no-comments source.gif -o kept.gif'
          : ffmpegCommandFor(name, renditionShape(name, base), base, bySource),
        folder,
      )
    const sum = (all: RenditionName[]) => all.reduce((total, name) => total + toolsCpu(name), 0)
    const coreTools = sum(coreNames)
    const ladderTools = coreTools + sum(names)
    const [source, kept] = [await stat(input), await stat(join(own, 'gif.gif'))]
    return {
      ...{ clip: clip.name, megabytes: source.size / 1e6, core: median(core), coreTools },
      ...{ coreRatio: median(core) / coreTools, ladder: median(core) + later, ladderTools },
      ladderRatio: (median(core) + later) / ladderTools,
      bytesRatio: kept.size / source.size,
    }
  })
}

const results = []
for (const clip of clips) results.push(await measure(clip))
await closeThread()
console.log(
  table(
    ['GIF', 'MB', 'core s', 'tools s', 'ratio', 'ladder s', 'tools s', 'ratio', 'bytes'],
    results.map((one) => [
      one.clip,
      ...[one.megabytes, one.core, one.coreTools, one.coreRatio].map((value) => value.toFixed(2)),
      ...[one.ladder, one.ladderTools, one.ladderRatio].map((value) => value.toFixed(2)),
      one.bytesRatio.toFixed(4),
    ]),
  ),
)
const core = geometricMean(results.map(({ coreRatio }) => coreRatio))
const ladder = geometricMean(results.map(({ ladderRatio }) => ladderRatio))
const bytes = Math.max(...results.map(({ bytesRatio }) => bytesRatio))
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
console.log(`core CPU ${core.toFixed(2)} (goal ${maxCpu}: ${verdict(core <= maxCpu)})`)
console.log(`ladder CPU ${ladder.toFixed(2)} (goal ${maxCpu}: ${verdict(ladder <= maxCpu)})`)
console.log(`bytes ${bytes.toFixed(4)} (goal ${maxBytes}: ${verdict(bytes <= maxBytes)})`)
