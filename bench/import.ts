/**
 * Measures the cost of importing a folder of GIFs of about 1 MB: CPU of `gifwright import` and all its children for
 * each GIF, next to `gifsicle --no-comments` and ffmpeg making the same renditions one by one, for few GIFs and for
 * many.
 *   npm run bench -- import; node bench/import.ts [--gifs N] [--all]
 * `--all`: with the whole ladder, which `gifwright renditions make` derives afterward.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openStores } from '#src/app/stores.ts'
import { loadConfig } from '#src/config/config.ts'
import type { CataloguedLadder } from '#src/media/resolve-rendition.ts'
import { type RenditionFile, type RenditionName, renditions } from '#src/media/rendition.ts'
import { type Clip, usualClips } from './gif/clips.ts'
import { commandCpu, commandLine } from './gif/command-cpu.ts'
import { gifOf, makeLibrary } from './gif/library.ts'
import { ffmpegCommandFor } from './ladder/ffmpeg-files.ts'
import { table } from './measure.ts'

const { values } = parseArgs({
  options: { gifs: { type: 'string', default: '300' }, all: { type: 'boolean', default: false } },
})
const goal = 0.4
const program = fileURLToPath(new URL('../bin/gifwright.mjs', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))

const settings = (count: number) => ({
  DATA_DIR: join(folder, `data-${count}`),
  RENDITIONS: values.all ? 'all' : 'core',
  MIN_FREE_DISK_MB: '0',
  // The processor time of a process that ends with its sandbox is not added to that of any other.
  SANDBOX: 'off',
})

/** CPU of the command, and its results. */
async function measureImport(gifs: string[], count: number) {
  const source = join(folder, `source-${count}`)
  await makeLibrary(source, gifs, count)
  const env = Object.entries(settings(count)).map(([name, value]) => `${name}=${value}`)
  const node = ['env', ...env, process.execPath, program]
  const report = join(folder, 'report.jsonl')
  const words = ['import', source, '--category', 'animals', '--report', report]
  let cpu = commandCpu(`${commandLine([...node, ...words])} 2>&1`)
  if (values.all) cpu += commandCpu(`${commandLine([...node, 'renditions', 'make'])} 2>&1`)
  const stores = await openStores(loadConfig(settings(count)))
  const made = await stores.catalogue.newestLadders(Number.MAX_SAFE_INTEGER, count, null)
  const titles = await stores.db.selectFrom('gif').select(['id', 'title']).execute()
  await stores.close()
  await rm(source, { recursive: true })
  if (made.length !== count) throw new Error(`${made.length} of ${count} GIFs were imported`)
  return { cpu, made, titleOf: new Map(titles.map(({ id, title }) => [id, title])) }
}

/** CPU of gifsicle and ffmpeg making the files of an imported GIF, one by one. */
async function oneByOne(path: string, made: CataloguedLadder): Promise<number> {
  const work = await mkdtemp(join(folder, 'one-'))
  const clip: Clip = { name: path, path, startSeconds: 0, key: '' }
  const others = Object.entries(made.renditions) as [RenditionName, RenditionFile][]
  const commands = others
    .filter(([name]) => name !== 'gif')
    .map(([name, file]) => ffmpegCommandFor(name, file, made, clip))
  const copy = commandLine(['gifsicle', '--no-comments', path, '-o', renditions.gif.file])
  return [copy, ...commands].reduce((sum, command) => sum + commandCpu(command, work), 0)
}

try {
  const clips = usualClips()
  const gifs = clips.map(gifOf)
  const rows = []
  let theirs = 0
  for (const count of [gifs.length, Number(values.gifs)]) {
    process.stderr.write(`${count} GIFs\n`)
    const { cpu, made, titleOf } = await measureImport(gifs, count)
    if (theirs === 0) {
      for (const [index, path] of gifs.entries()) {
        const own = made.find(({ id }) => titleOf.get(id)?.startsWith(`clip ${index} `))
        if (own === undefined) throw new Error('a clip is missing')
        theirs += (await oneByOne(path, own)) / gifs.length
      }
    }
    const ours = cpu / count
    const ratio = (ours / theirs).toFixed(2)
    rows.push([count, ours.toFixed(2), theirs.toFixed(2), ratio, ours / theirs <= goal ? 'met' : 'MISSED'])
  }
  const mean = gifs.reduce((sum, path) => sum + statSync(path).size, 0) / gifs.length
  console.log(`${clips.length} clips, ${Math.round(mean / 1000)} kB on average; CPU seconds for each GIF.\n`)
  console.log(table(['GIFs', 'gifwright import', 'gifsicle and ffmpeg', 'ratio', `goal ≤ ${goal}`], rows))
} finally {
  await rm(folder, { recursive: true, force: true })
}
