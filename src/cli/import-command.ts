import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { Command, Option } from 'commander'
import { importSources } from '../app/import.ts'
import { ratings, type Rating, visibilities, type Visibility } from '../catalogue/gif.ts'
import { loadConfig } from '../config/config.ts'
import { sourceKinds } from '../library/import/open-source.ts'
import { folderRules, type FolderRule } from '../library/import/path-details.ts'
import type { ImportTotals, ReportLine } from '../library/import/run-import.ts'
import { inMegabytes } from '../lib/text/megabytes.ts'
import { parseTags } from '../options/rules/title-and-tags.ts'
import { abortOnEndingSignal } from './ending-signals.ts'
import { loadProgress } from './load-progress.ts'
import { changeLog } from './log-change.ts'
import { useCallersFolder } from './where-npm-was-called.ts'

const aboutImport = `
A SOURCE is one of these:
${sourceKinds.map(({ about }) => `  - ${about}`).join('\n')}

GIFs, animated WebP and PNG files, and silent MP4 and WebM files keep every frame. Titles come from file names, tags from
folder names. The command works without a server, or with a running one at the lowest priority. The server, or
\`gifwright renditions make\`, makes the other sizes and formats later. Nothing is imported twice: after Ctrl-C or a kill,
run it again to continue. The report has a line of JSON for each refused file with the reason, each skipped copy, and each
GIF that looks like others.

Exit codes: 0 everything is in the catalogue; 2 some files were refused, see the report; 3 it was stopped early;
1 it failed.

Examples:
  gifwright import ~/gifs --category reactions
  gifwright import gifs.jsonl --owner ann@example.org --visibility private
  gifwright import addresses.txt --tags "moved, tenor" --dry-run`

type ImportFlags = {
  folders: FolderRule
  category?: string
  tags?: string
  owner?: string
  visibility: Visibility
  rating?: Rating
  limit?: string
  jobs?: string
  remake: boolean
  dryRun: boolean
  report: string
}

const exitCodes = { refused: 2, stopped: 3 }

/** `import <source...>`: imports GIFs. */
export function importCommand(): Command {
  return new Command('import')
    .description('Import GIFs unchanged from folders, archives, lists and exports')
    .argument('<source...>', 'what to import; several sources are imported one after the other')
    .addOption(
      new Option('--folders <rule>', 'turn sub-folders into tags, or the first one into the category')
        .choices(folderRules)
        .default('tags'),
    )
    .option('--category <code>', 'the category of GIFs without one; default: `other`')
    .option('--tags <tags>', 'tags for all GIFs, separated by commas')
    .option('--owner <email>', 'the owner of GIFs without one; default: nobody')
    .addOption(new Option('--visibility <who>', 'who can see them').choices(visibilities).default('public'))
    .addOption(new Option('--rating <rating>', 'the rating of GIFs without one').choices(ratings))
    .option('--limit <count>', 'the maximum number of GIFs')
    .option('--jobs <count>', 'how many GIFs at the same time; default: the number of cores')
    .option('--remake', 'remake files that are over a limit for keeping them unchanged', false)
    .option('--dry-run', 'only count the GIFs to import', false)
    .option('--report <file>', 'where to list refused and skipped files', 'import-report.jsonl')
    .addHelpText('after', aboutImport)
    .action(runCommand)
}

async function runCommand(sources: string[], flags: ImportFlags): Promise<void> {
  const interrupt = abortOnEndingSignal()
  const config = loadConfig()
  useCallersFolder()
  const { category, owner, rating, tags, limit, jobs, report: reportFile } = flags
  const report = await openReport(reportFile)
  const progress = loadProgress(process.stderr, { verb: 'done' })
  const startedAt = performance.now()
  const totals = await importSources(config, sources, {
    folders: flags.folders,
    category: category ?? null,
    owner: owner ?? null,
    tags: parseTags(tags ?? ''),
    visibility: flags.visibility,
    rating: rating ?? null,
    limit: limit === undefined ? Infinity : positive('--limit', limit),
    jobs: jobs === undefined ? availableParallelism() : positive('--jobs', jobs),
    remake: flags.remake,
    dryRun: flags.dryRun,
    signal: interrupt.signal,
    report: report.write,
    onProgress: ({ added, copies, refused, bytes }, expected) => {
      const done = added + copies + refused
      const perSecond = ((1000 * done) / (performance.now() - startedAt)).toFixed(1)
      progress.show(done, expected, `${perSecond} per second, ${inMegabytes(bytes)} MB`)
    },
  }).catch(async (error: unknown) => {
    progress.clear()
    await report.discard()
    throw error
  })
  progress.clear()
  await report.close()
  if (totals.added > 0 && !flags.dryRun) changeLog(config)('import gifs', { added: totals.added })
  console.error(summary(totals, flags.dryRun))
  if (totals.refused + totals.copies + totals.near > 0) console.error(`The report is in ${reportFile}.`)
  if (totals.refused > 0) process.exitCode = exitCodes.refused
  if (!interrupt.signal.aborted) return
  console.error('Stopped. Run the same command again to continue.')
  process.exitCode = exitCodes.stopped
}

/** Fails immediately if the file cannot be written, not after an hour. */
async function openReport(file: string) {
  const stream = createWriteStream(file, { mode: 0o600 })
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve())
    stream.once('error', (cause) =>
      reject(new Error(`The report ${file} cannot be written: ${cause.message}`)),
    )
  })
  const finish = (end: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => end((error) => (error ? reject(error) : resolve())))
  return {
    write: (line: ReportLine) => finish((done) => stream.write(`${JSON.stringify(line)}\n`, done)),
    close: () => finish((done) => stream.end(done)),
    /** Removes the empty report of an import that did not start. */
    discard: async () => {
      await finish((done) => stream.end(done))
      if (stream.bytesWritten === 0 && (await stat(file)).isFile()) await rm(file)
    },
  }
}

function summary({ added, copies, near, refused, bytes }: ImportTotals, dryRun: boolean): string {
  const gifs = (count: number) => `${count} ${count === 1 ? 'GIF' : 'GIFs'}`
  const parts = [
    `${gifs(added)} ${dryRun ? 'would be imported' : 'imported'}`,
    ...(copies > 0 ? [`${copies} already here`] : []),
    ...(near > 0 ? [`${near} of them look like others`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ]
  return `${parts.join(', ')} (${inMegabytes(bytes)} MB read).`
}

function positive(flag: string, value: string): number {
  const number = Number(value)
  if (Number.isInteger(number) && number >= 1) return number
  throw new Error(`${flag} must be a whole number, at least 1.`)
}
