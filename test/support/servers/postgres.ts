import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { openPostgres } from '#src/adapters/db/postgres/postgres.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { atEnd } from '../end-of-run.ts'
import { shareStart } from '../share-start.ts'
import { until } from '../until.ts'
import { freePort } from './free-port.ts'

/** The folders in which Debian and Ubuntu install the servers of each version. */
const versionsFolder = '/usr/lib/postgresql'

/** Root may not run PostgreSQL: then it runs as this user. */
const nobody = 65534
const isRoot = process.getuid?.() === 0

/** The reason that no server can be tested; false if one can. */
export const noPostgres = binFolder() === undefined && 'PostgreSQL 15 or later is not installed here'

/** Once a test has created it, the only user whom the server asks for a password. */
export const userWithPassword = 'careful'

export type PostgresServer = {
  /** The address of a new database with the tables, or without them if `empty` is set. */
  newDatabase(options?: { empty?: boolean }): Promise<string>
  /** Drops a database whose address `newDatabase` returned, and disconnects its users. */
  dropDatabase(address: string): Promise<void>
  /** Stops the server like a restart of its machine: clients are disconnected. */
  stop(): Promise<void>
  /** Starts it again, on the same port and with the same data. */
  start(): Promise<void>
}

/** Returns the PostgreSQL server shared by all tests of this process. A test that stops it must start it again. */
export const sharedPostgres = shareStart(() => startPostgres({ after: atEnd }))

/** Starts a PostgreSQL server of the test's own on loopback. It does not wait for the disk. */
export async function startPostgres(
  t: CleanUp,
  { maxConnections = 200 }: { maxConnections?: number } = {},
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-postgres-'))
  const data = join(folder, 'data')
  await chmod(folder, 0o755)
  await mkdir(data, { mode: 0o700 })
  if (isRoot) await chown(data, nobody, nobody)
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  // Texts are sorted as in English, not by bytes, as they may be anywhere.
  const language = [
    '--encoding',
    'UTF8',
    '--locale-provider',
    'icu',
    '--icu-locale',
    'en-US',
    '--locale',
    'C.UTF-8',
  ]
  await runAsUser('initdb', ['-D', data, '-U', 'gifwright', '-A', 'trust', '--no-sync', ...language])
  const isAllowed = `host all ${userWithPassword} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n`
  await writeFile(join(data, 'pg_hba.conf'), isAllowed)
  const port = await freePort()
  const addressOf = (database: string) => `postgres://gifwright@127.0.0.1:${port}/${database}`
  let ended: Promise<unknown> | undefined
  const start = async () => {
    const settings = [
      'fsync=off',
      'full_page_writes=off',
      'unix_socket_directories=',
      `max_connections=${maxConnections}`,
    ]
    const args = [
      '-D',
      data,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      ...settings.flatMap((one) => ['-c', one]),
    ]
    const [program, all] = asUser('postgres', args)
    const server = spawn(program, all, { cwd: data, stdio: 'ignore' })
    ended = new Promise((resolve) => server.once('exit', resolve))
    await until('PostgreSQL answers', () => answers(addressOf('postgres')))
  }
  const stop = async () => {
    const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (pid !== undefined && pid !== '') process.kill(Number(pid), 'SIGINT')
    await ended
  }
  await start()
  cleanUp(t, stop)
  const template = addressOf('template')
  await runSql(addressOf('postgres'), 'create database template')
  const { close } = await openPostgres({ url: template, maxConnections: 2, statementTimeoutMs: 30_000 })
  await close()
  let made = 0
  return {
    start,
    stop,
    async newDatabase({ empty = false } = {}) {
      const name = `test_${++made}`
      await runSql(
        addressOf('postgres'),
        `create database ${name} template ${empty ? 'template0' : 'template'}`,
      )
      return addressOf(name)
    },
    dropDatabase: (address) =>
      runSql(addressOf('postgres'), `drop database ${new URL(address).pathname.slice(1)} with (force)`),
  }
}

/** Runs statements on a connection of their own. */
export async function runSql(address: string, text: string): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

function binFolder(): string | undefined {
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder).map(Number) : []
  const newest = Math.max(0, ...versions.filter((version) => version >= 15))
  return newest === 0 ? undefined : join(versionsFolder, String(newest), 'bin')
}

function asUser(program: string, args: string[]): [program: string, args: string[]] {
  const path = join(binFolder() ?? '', program)
  const ids = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  return isRoot ? ['setpriv', [...ids, path, ...args]] : [path, args]
}

async function runAsUser(program: string, args: string[]): Promise<void> {
  await promisify(execFile)(...asUser(program, args), { cwd: '/' })
}

async function answers(address: string): Promise<boolean> {
  return runSql(address, 'select 1').then(
    () => true,
    () => false,
  )
}
