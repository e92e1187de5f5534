import { Command } from 'commander'
import { listDuplicates, scanDuplicates } from '../app/duplicates.ts'
import { loadConfig } from '../config/config.ts'
import { abortOnEndingSignal } from './ending-signals.ts'
import { loadProgress } from './load-progress.ts'
import { plainText } from './plain-text.ts'
import { withStores } from './with-stores.ts'

const aboutScan = `
The looks of a GIF are computed when it is made. This command computes them for GIFs of earlier versions, from their stored
files, in the sandbox. It works without a server, or with a running one, which takes priority. Stop it with Ctrl-C; run it
again to continue.`

/** `duplicates scan | list`. */
export function duplicatesCommands(): Command {
  const command = new Command('duplicates').description(
    'Find GIFs that look the same; merge them at /admin/duplicates',
  )
  command
    .command('scan')
    .description('Compute the looks of GIFs made by earlier versions')
    .option('--jobs <count>', 'how many GIFs at the same time; default: WORKER_CONCURRENCY')
    .addHelpText('after', aboutScan)
    .action(scan)
  command
    .command('list')
    .description('List groups of GIFs that look the same, one per line, as codes with titles')
    .option('--json', 'print a JSON array of codes on each line', false)
    .action(({ json }: { json: boolean }) =>
      withStores(async (stores) => {
        for await (const group of listDuplicates(stores)) {
          const named = group.map(({ code, title }) => `${code} ${plainText(title)}`).join('  |  ')
          console.log(json ? JSON.stringify(group.map(({ code }) => code)) : named)
        }
      }),
    )
  return command
}

async function scan({ jobs }: { jobs?: string }): Promise<void> {
  const count = jobs === undefined ? null : Number(jobs)
  if (count !== null && !(Number.isInteger(count) && count > 0))
    throw new Error('--jobs must be a whole number, at least 1.')
  const interrupt = abortOnEndingSignal()
  const config = loadConfig()
  const expected = await withStores(({ duplicates }) => duplicates.unknownCount())
  const progress = loadProgress(process.stderr, { verb: 'done' })
  const { done, failed } = await scanDuplicates(config, {
    jobs: count,
    signal: interrupt.signal,
    onProgress: (scanned) => progress.show(scanned, expected),
    onFault: ({ code }, error) =>
      console.error(`${code}: ${plainText(error instanceof Error ? error.message : String(error))}`),
  }).finally(progress.clear)
  console.error(`${done} ${done === 1 ? 'GIF' : 'GIFs'} done.`)
  if (failed > 0) throw new Error(`${failed} could not be read; see the lines above.`)
  if (interrupt.signal.aborted) throw new Error('Stopped. Run it again to continue.')
}
