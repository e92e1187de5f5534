import { Command } from 'commander'
import { makeRenditions, renditionReport, type RenditionReport } from '../app/renditions.ts'
import { loadConfig } from '../config/config.ts'
import { inMegabytes } from '../lib/text/megabytes.ts'
import { renditionNames, renditions } from '../media/rendition.ts'
import { abortOnEndingSignal } from './ending-signals.ts'
import { loadProgress } from './load-progress.ts'
import { withStores } from './with-stores.ts'

const aboutMake = `
GIFs made by earlier versions, or with RENDITIONS=core, lack some sizes and formats; the next best file is served
instead. This command derives missing files from the stored MP4, or from the WebP if there is transparency,
newest GIF first. It works without a server, or with a running one, which helps. Stop it with Ctrl-C; run it again to
continue. A few GIFs in progress may stay in the queue: a running server finishes them.

Examples:
  gifwright renditions make --limit 1000
  gifwright renditions make --category reactions --jobs 4`

type MakeFlags = { category?: string; limit?: string; jobs?: string }

/** `renditions make | status`. */
export function renditionsCommands(): Command {
  const command = new Command('renditions').description('Make the sizes and formats of GIFs that apps load')
  command
    .command('make')
    .description('Make missing files of GIFs')
    .option('--category <code>', 'only GIFs of this category')
    .option('--limit <count>', 'the maximum number of GIFs, newest first')
    .option('--jobs <count>', 'how many GIFs at the same time; default: WORKER_CONCURRENCY')
    .addHelpText('after', aboutMake)
    .action(makeMissingFiles)
  command
    .command('status')
    .description('Count missing files of GIFs; reads the whole catalogue')
    .option('--json', 'print JSON', false)
    .action(({ json }: { json: boolean }) =>
      withStores(async (stores) => {
        const report = await renditionReport(stores)
        console.log(json ? JSON.stringify(toJson(report), null, 2) : describe(report))
      }),
    )
  return command
}

async function makeMissingFiles({ category, limit, jobs }: MakeFlags): Promise<void> {
  const interrupt = abortOnEndingSignal()
  const progress = loadProgress(process.stderr, { verb: 'done' })
  const options = {
    category: category ?? null,
    limit: limit === undefined ? Infinity : positive('--limit', limit),
    jobs: jobs === undefined ? null : positive('--jobs', jobs),
    signal: interrupt.signal,
    onProgress: progress.show,
  }
  const { done, incomplete } = await makeRenditions(loadConfig(), options).finally(progress.clear)
  console.error(`${done} ${done === 1 ? 'GIF' : 'GIFs'} done.`)
  if (incomplete > 0) throw new Error(`${incomplete} of them still lack files; see the lines above.`)
  if (interrupt.signal.aborted) throw new Error('Stopped. Run it again to continue.')
}

function positive(flag: string, value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${flag} must be a whole number, at least 1.`)
  return number
}

function toJson({ gifs, lacking, missing, derivations, keptSourceBytes }: RenditionReport) {
  return { gifs, lacking, missing, derivations, kept_source_bytes: keptSourceBytes }
}

function describe({ gifs, lacking, missing, derivations, keptSourceBytes }: RenditionReport): string {
  const count = (value: number) => value.toLocaleString('en')
  const lines = [
    ['GIFs', count(gifs)],
    ['with all files', count(gifs - lacking)],
    ['lacking some', count(lacking)],
    ['in the queue', `${count(derivations.waiting)} waiting, ${count(derivations.processing)} in progress`],
    ['kept sources', `${inMegabytes(keptSourceBytes)} MB`],
  ]
  const files = renditionNames.flatMap((name) => {
    const lack = missing[name]
    return lack === undefined ? [] : [`  ${renditions[name].file.padEnd(18)}${count(lack)}`]
  })
  const table = files.length === 0 ? [] : ['GIFs that lack', ...files]
  return [...lines.map(([name = '', value]) => `${name.padEnd(20)}${value}`), ...table].join('\n')
}
