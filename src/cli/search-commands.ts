import { Command } from 'commander'
import { readSearchReport, type SearchReport } from '../app/search/search-status.ts'
import { loadConfig } from '../config/config.ts'
import { inMegabytes } from '../lib/text/megabytes.ts'
import { plainText } from './plain-text.ts'
import { withStores } from './with-stores.ts'

const aboutStatus = `
A running server says every few seconds how its index is; while none runs, the saved index is read and checked. Of
several servers on one DATA_DIR it is the one that saves the index; the others have an index of their own in memory.

behind   changes of the catalogue that the index lacks; a running server applies them within 0.1 s,
         a saved index when the next server starts
parts    the index proper; the newest GIFs wait in the delta, and the dead are those changed or removed since
words    a vocabulary that is full takes no new words; \`search reindex\` makes it anew without those no longer used

Catalogues of up to 2,000 public GIFs are not saved: they are indexed at the start.`

/** `search reindex | status`. */
export function searchCommands(): Command {
  const search = new Command('search').description('The search index')
  search
    .command('reindex')
    .description(
      'Build the search index anew: a running service begins at once, and its searches answer 503 until it is done; otherwise the next start does',
    )
    .action(() =>
      withStores(async ({ renewEpoch }, logChange) => {
        await renewEpoch()
        logChange('reindex search')
        console.error('The search index will be built anew; /readyz says when it is done.')
      }),
    )
  search
    .command('status')
    .description('Show the size, the age and the state of the search index; the service may run or not')
    .option('--json', 'as JSON, for programs', false)
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
    ['under way', report.jobs.length === 0 ? null : report.jobs.join(', ')],
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
