import { Command, Option } from 'commander'
import { moveInstance, undoMove } from '../app/move.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { inMegabytes } from '../lib/text/megabytes.ts'
import type { MoveSummary } from '../ops/move/move.ts'
import { abortOnEndingSignal } from './ending-signals.ts'
import { changeLog } from './log-change.ts'
import { moveProgress } from './move-progress.ts'

const more = `
Run it with the settings of the service to move, which can keep running. Everything is copied while it is in use:
accounts, sessions, tasks, secrets and files. At the end, writes wait for a moment while the rest is copied. From then on, the
old service is read-only and refuses writes (503). Stop it with Ctrl-C, and continue with the same command.
Until the end, the old instance does not change. --undo cancels a move at any time.

The target must be a new database, and a bucket or folder without files of another instance. Set the keys of the bucket with
AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Put the address of the database into TO_DATABASE_URL to keep its password out of
the process list.

Examples:
  gifwright move --to-database postgres://gifwright:PASSWORD@db/gifwright --to-s3 gifs --s3-endpoint https://s3.example.org
  gifwright move --to-database postgres://gifwright:PASSWORD@db/gifwright     # the files stay in DATA_DIR
  gifwright move --to-s3 gifs                                                 # the database stays
  gifwright move --to-sqlite --to-folder                                      # back into DATA_DIR`

type MoveFlags = {
  toDatabase?: string
  toSqlite: boolean
  toS3?: string
  s3Endpoint?: string
  s3Region?: string
  s3PathStyle?: string
  toFolder: boolean
  undo: boolean
}

/** `move`: moves an instance to another database and another media store. */
export function moveCommand(): Command {
  return new Command('move')
    .description('Move a running instance between SQLite and PostgreSQL, and between a folder and S3')
    .addOption(new Option('--to-database <url>', 'to a new PostgreSQL database').env('TO_DATABASE_URL'))
    .addOption(
      new Option('--to-sqlite', 'to a new SQLite database in DATA_DIR')
        .default(false)
        .conflicts('toDatabase'),
    )
    .option('--to-s3 <bucket>', 'move the files to a bucket')
    .option('--s3-endpoint <url>', 'the S3 server of the bucket; default: Amazon')
    .option('--s3-region <region>', 'its region')
    .addOption(new Option('--s3-path-style <when>', 'as S3_PATH_STYLE').choices(['auto', 'on', 'off']))
    .addOption(new Option('--to-folder', 'move the files to DATA_DIR/media').default(false).conflicts('toS3'))
    .addOption(
      new Option('--undo', 'cancel a move: the old instance accepts writes again')
        .default(false)
        .conflicts(['toDatabase', 'toSqlite', 'toS3', 'toFolder']),
    )
    .addHelpText('after', more)
    .action((flags: MoveFlags) => (flags.undo ? undo() : move(flags)))
}

async function move(flags: MoveFlags): Promise<void> {
  if (flags.toDatabase === undefined && flags.toS3 === undefined && !flags.toSqlite && !flags.toFolder)
    throw new Error(
      'Choose a target: --to-database, --to-s3, --to-sqlite or --to-folder. See gifwright move --help.',
    )
  const settings = newSettings(flags)
  const from = loadConfig()
  const to = targetConfig(settings)
  const interrupt = abortOnEndingSignal()
  const progress = moveProgress(process.stderr)
  const options = { signal: interrupt.signal, onProgress: progress.show }
  const summary = await moveInstance(from, to, options).finally(progress.clear)
  changeLog(from)('move instance', { rows: summary.rows?.rows ?? 0, files: summary.files?.files ?? 0 })
  console.log(describe(summary))
  console.log(howToSwitch(settings))
}

async function undo(): Promise<void> {
  const config = loadConfig()
  const had = await undoMove(config)
  if (had) changeLog(config)('undo move')
  console.log(
    had
      ? 'The move is canceled: this instance accepts writes. It lacks changes made at the target.'
      : 'There is no move to cancel.',
  )
}

/** The new service's settings that differ; null: unset. */
function newSettings(flags: MoveFlags): Record<string, string | null> {
  const settings: Record<string, string | null> = {}
  if (flags.toDatabase !== undefined) settings.DATABASE_URL = flags.toDatabase
  if (flags.toSqlite) settings.DATABASE_URL = null
  if (flags.toS3 !== undefined) settings.S3_BUCKET = flags.toS3
  if (flags.s3Endpoint !== undefined) settings.S3_ENDPOINT = flags.s3Endpoint
  if (flags.s3Region !== undefined) settings.S3_REGION = flags.s3Region
  if (flags.s3PathStyle !== undefined) settings.S3_PATH_STYLE = flags.s3PathStyle
  if (flags.toFolder) Object.assign(settings, { S3_BUCKET: null, S3_ENDPOINT: null })
  return settings
}

function targetConfig(settings: Record<string, string | null>): Config {
  const env: Record<string, string | undefined> = { ...process.env }
  for (const [name, value] of Object.entries(settings)) {
    env[name] = value ?? undefined
    // The setting of the old service.
    delete env[`${name}_FILE`]
  }
  return loadConfig(env)
}

function describe({ rows, files, heldMs }: MoveSummary): string {
  const parts = [
    ...(rows === null ? [] : [`${rows.rows} rows of ${rows.tables} tables`]),
    ...(files === null ? [] : [`${files.files} files (${inMegabytes(files.bytes)} MB)`]),
  ]
  const held = heldMs === 0 ? '' : ` Writes waited for ${(heldMs / 1000).toFixed(1)} s.`
  return `Moved: ${parts.join(' and ')}. All were compared and are identical.${held}`
}

function howToSwitch(settings: Record<string, string | null>): string {
  const lines = Object.entries(settings).map(([name, value]) =>
    value === null
      ? `  unset ${name}`
      : `  ${name}=${value.replace(/(:\/\/[^:@/]+:)[^@/]+@/, '$1PASSWORD@')}`,
  )
  const keys =
    typeof settings.S3_BUCKET === 'string' ? ['  AWS_ACCESS_KEY_ID=… and AWS_SECRET_ACCESS_KEY=…'] : []
  return `
Now stop the service, change these settings, and start it:
${[...lines, ...keys].join('\n')}
Until then, the old service is read-only and refuses writes with 503. On another machine, also copy the
folders texts and pages of DATA_DIR. To go back, run gifwright move --undo with the old settings before anything new is made
at the target.`
}
