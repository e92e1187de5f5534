import { Command } from 'commander'
import { listDuplicates, scanDuplicates } from '../app/duplicates.ts'
import { loadConfig } from '../config/config.ts'
import { abortOnEndingSignal } from './ending-signals.ts'
import { loadProgress } from './load-progress.ts'
import { plainText } from './plain-text.ts'
import { withStores } from './with-stores.ts'

const aboutScan = `
What a GIF shows is found out while it is made. This command does it for GIFs of earlier versions, from their stored
files, in the sandbox. It works beside a running server, which comes first, and without one. Ctrl-C stops it; run it
again to go on.`

/** `duplicates scan | list`. */
export function duplicatesCommands(): Command {
  const command = new Command('duplicates').description(
    'GIFs that look the same; /admin/duplicates merges them',
  )
  command
    .command('scan')
    .description('Find out what GIFs of earlier versions show')
    .option('--jobs <count>', 'how many GIFs at once; WORKER_CONCURRENCY when left out')
    .addHelpText('after', aboutScan)
    .action(scan)
  command
    .command('list')
    .description('List groups of GIFs that look the same: a line for each group, the codes with their titles')
    .option('--json', 'a JSON array of codes on each line, for programs', false)
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
  if (failed > 0) throw new Error(`${failed} could not be read; the lines above say why.`)
  if (interrupt.signal.aborted) throw new Error('Stopped. Run it again to go on.')
}
