import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { presetNames } from '#src/gif/encode/encoder-settings.ts'
import { median, table } from '../measure.ts'
import type { Clip, Job } from './clips.ts'
import { clipFrames, type Frames, keptName, rgbaFrames } from './frames.ts'
import { geometricMean } from './goals.ts'
import { keptFolder } from './kept.ts'
import { measureGif, type Quality } from './quality.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const libraries = [...presetNames, 'gifenc', 'gif.js', 'modern-gif']
/** No page is served there: every request to it is answered here. */
const site = 'http://127.0.0.1:9/'

/** The result of a library for a clip. */
type Figures = { bytes: number; cpuSeconds: number; quality: Quality }

/**
 * Encodes the frames of each clip by our packed library and others, in one page of headless Chromium: all on the page's
 * own thread, warm, with their defaults, except gif.js in its workers, as it has no other mode. One table per measure.
 */
export async function librariesTables(clips: Clip[], job: Job, rounds: number): Promise<string> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    const cpu = await browser.newBrowserCDPSession()
    let frames = Buffer.of()
    await servePage(page, () => frames)
    const figures: Figures[][] = []
    for (const clip of clips) {
      process.stderr.write(`libraries: ${clip.name}\n`)
      const source = clipFrames(clip, job)
      frames = Buffer.concat(rgbaFrames(source))
      const sides = `${source.width}, ${source.height}`
      await page.evaluate(`load('frames', ${sides}, ${JSON.stringify(wholeDelays(source))})`)
      const row: Figures[] = []
      for (const library of libraries) {
        const path = join(keptFolder, 'libraries', `${keptName(clip, job)}.${library}.gif`)
        row.push(await measureLibrary(page, cpu, { library, path, source, rounds }))
      }
      figures.push(row)
    }
    return tablesOf(clips, figures)
  } finally {
    await browser.close()
  }
}

/** Bundles the page with the packed library, and answers its requests. */
async function servePage(page: Page, frames: () => Buffer): Promise<void> {
  const packed = join(keptFolder, 'packed-encoder')
  execFileSync(process.execPath, [join(root, 'scripts/pack-encoder.ts'), packed])
  const { outputFiles } = await build({
    entryPoints: [join(root, 'bench/gif/libraries/page.ts')],
    alias: { '#src/gif/library/index.ts': join(packed, 'index.js') },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  const gifJsWorker = readFileSync(join(root, 'node_modules/gif.js/dist/gif.worker.js'))
  await page.route(`${site}**`, (route) => {
    const name = new URL(route.request().url()).pathname
    const script = { contentType: 'text/javascript' }
    if (name === '/frames') return route.fulfill({ body: frames() })
    if (name === '/gif.worker.js') return route.fulfill({ ...script, body: gifJsWorker })
    if (name === '/page.js') return route.fulfill({ ...script, body: outputFiles[0]?.text ?? '' })
    return route.fulfill({ contentType: 'text/html', body: '<script type="module" src="page.js"></script>' })
  })
  await page.goto(site)
  await page.waitForFunction('globalThis.run')
}

/**
 * The delays of the frames in milliseconds, in whole hundredths of a second without drift: not every library rounds
 * like that.
 */
function wholeDelays({ fps, count }: Frames): number[] {
  const end = (frame: number) => Math.round((frame * 100) / fps) * 10
  return Array.from({ length: count }, (_, frame) => end(frame + 1) - end(frame))
}

async function measureLibrary(
  page: Page,
  cpu: CDPSession,
  { library, path, source, rounds }: { library: string; path: string; source: Frames; rounds: number },
): Promise<Figures> {
  const run = `run(${JSON.stringify(library)})`
  // The first run warms up.
  await page.evaluate(run)
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = await rendererSeconds(cpu)
    await page.evaluate(run)
    seconds.push((await rendererSeconds(cpu)) - before)
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, Buffer.from(await page.evaluate<string>('result()'), 'base64'))
  return { bytes: statSync(path).size, cpuSeconds: median(seconds), quality: measureGif(path, source) }
}

/** CPU seconds that the processes of pages have used so far, in all their threads. */
async function rendererSeconds(cpu: CDPSession): Promise<number> {
  const { processInfo } = await cpu.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

function tablesOf(clips: Clip[], figures: Figures[][]): string {
  const rowsOf = (cell: (figures: Figures) => string) =>
    clips.map(({ name }, clip) => [name, ...(figures[clip] ?? []).map(cell)])
  const mean = (value: (figures: Figures) => number, digits: number) => [
    '**geometric mean**',
    ...libraries.map((_, at) => geometricMean(figures.map((row) => value(row[at]!))).toFixed(digits)),
  ]
  const dB = ({ quality }: Figures) => `${quality.psnr.toFixed(1)}, ${quality.blurredPsnr.toFixed(1)}`
  const head = ['clip', ...libraries]
  const cpuRows = rowsOf(({ cpuSeconds }) => cpuSeconds.toFixed(2))
  const sizeRows = rowsOf(({ bytes }) => (bytes / 1000).toFixed(0))
  return [
    `CPU, s:\n\n${table(head, [...cpuRows, mean(({ cpuSeconds }) => cpuSeconds, 2)])}`,
    `Size, KB:\n\n${table(head, [...sizeRows, mean(({ bytes }) => bytes / 1000, 0)])}`,
    `PSNR, blurred PSNR, dB:\n\n${table(head, rowsOf(dB))}`,
  ].join('\n\n')
}
