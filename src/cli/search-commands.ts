import { Command } from 'commander'
import { readSearchReport, type SearchReport } from '../app/search/search-status.ts'
import { loadConfig } from '../config/config.ts'
import { inMegabytes } from '../lib/text/megabytes.ts'
import { plainText } from './plain-text.ts'
import { withStores } from './with-stores.ts'

const aboutStatus = `
A running server reports the state of its index every few seconds; without one, the saved index is read and checked. With
several servers on one DATA_DIR, the report is from the one that saves the index; each of the others has its own in memory.

behind   catalogue changes that the index lacks; a running server applies them within 0.1 s,
         a saved index gets them when the next server starts
parts    the main index; the newest GIFs are in the delta, and dead ones were changed or removed
words    a full vocabulary takes no new words; \`search reindex\` rebuilds it without unused ones

Catalogues of up to 2,000 public GIFs are not saved: they are indexed at startup.`

/** `search reindex | status`. */
export function searchCommands(): Command {
  const search = new Command('search').description('The search index')
  search
    .command('reindex')
    .description(
      'Rebuild the search index: a running service starts immediately, and its searches answer 503 until it is done; otherwise the next start does it',
    )
    .action(() =>
      withStores(async ({ renewEpoch }, logChange) => {
        await renewEpoch()
        logChange('reindex search')
        console.error('The search index will be rebuilt; /readyz shows when it is ready.')
      }),
    )
  search
    .command('status')
    .description('Show the size, age and state of the search index, with or without a running service')
    .option('--json', 'print JSON', false)
    .addHelpText('after', aboutStatus)
    .action(({ json }: { json: boolean }) =>
      withStores(async (stores) => {
        const report = await readSearchReport(loadConfig(), stores)
        console.log(json ? JSON.stringify(report, null, 2) : describe(report))
      }),
    )
  return search
}

const states = {
  ready: 'ready',
  building: 'being built; searches answer 503',
  stopped: 'the server is stopping',
  saved: 'saved; no server runs',
  none: 'none; no server runs, and the next start builds it',
  unknown: 'unknown',
} satisfies Record<SearchReport['state'], string>

function describe(report: SearchReport): string {
  const { server, state, reason, progress, saved } = report
  const lines: [string, string | null][] = [
    ['state', states[state] + (reason === null ? '' : ` (${plainText(reason)})`)],
    ['server', server === null ? null : `process ${server.pid}, as of ${formatAge(server.age_seconds)} ago`],
    ['built so far', progress === null ? null : `${count(progress.done)} of ${count(progress.of)} GIFs`],
    ['GIFs', count(report.documents)],
    ['in the delta', count(report.delta_documents)],
    ['dead', count(report.dead_documents)],
    ['parts', count(report.parts)],
    ['memory', size(report.memory_bytes)],
    [
      'words',
      report.terms === null
        ? null
        : `${count(report.terms)} of at most ${count(report.max_terms)}${report.vocabulary_full === true ? ': FULL' : ''}`,
    ],
    ['lacking words', report.deferred_documents === 0 ? null : count(report.deferred_documents)],
    [
      'version',
      report.version === null
        ? null
        : `${report.version}, ${count(report.behind)} behind the catalogue (${report.catalogue_version})`,
    ],
    ['running jobs', report.jobs.length === 0 ? null : report.jobs.join(', ')],
    [
      'saved',
      saved === null
        ? 'no'
        : `${formatAge(saved.age_seconds)} ago, ${size(saved.bytes)}, version ${saved.version} (${count(saved.behind)} behind)`,
    ],
  ]
  return lines.flatMap(([name, value]) => (value === null ? [] : `${name.padEnd(14)}${value}`)).join('\n')
}

function count(value: number | null): string | null {
  return value === null ? null : value.toLocaleString('en')
}

function size(bytes: number | null): string | null {
  return bytes === null ? null : `${inMegabytes(bytes)} MB`
}

function formatAge(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}
