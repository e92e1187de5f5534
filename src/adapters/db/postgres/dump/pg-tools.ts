import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { findProgram } from '../../../../lib/tools/find-program.ts'
import { addressForLibpq } from '../tls-address.ts'

/** The maximum length of a tool's error output; its last lines name the fault. */
const maxSaidChars = 4000
const saidLines = 3

/**
 * The environment for the tools: everything libpq reads (password file, certificates), but none of the service's
 * settings.
 */
const passedOn = /^(?:PATH|HOME|USER|LANG|LC_ALL|TMPDIR|PG[A-Z]+)$/

/** PostgreSQL's own programs for writing and reading dumps. Throws sentences if they are missing or fail. */
export class PgTools {
  readonly #searchPath: string

  constructor(searchPath: string) {
    this.#searchPath = searchPath
  }

  /** Throws a sentence if no pg_dump can dump this version of the server. */
  async checkDump(serverMajor: number): Promise<void> {
    const said: string[] = []
    for await (const line of this.#lines('pg_dump', ['--version'])) said.push(line)
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(said.join(' '))?.[1] ?? 0)
    if (major >= serverMajor) return
    throw new Error(
      `pg_dump here is of version ${major}, and the database is PostgreSQL ${serverMajor}, which it cannot dump. ${installHint(serverMajor)}`,
    )
  }

  /** Dumps a whole database as of one moment without blocking writers. */
  async dump(url: string, file: string): Promise<void> {
    const { address, password } = addressForLibpq(url)
    const args = ['--format=custom', '--no-owner', '--no-privileges', '--no-password']
    await this.#run('pg_dump', [...args, `--file=${file}`, `--dbname=${address}`], password)
  }

  /** Restores a dump into an empty database, completely or not at all. */
  async restore(file: string, url: string): Promise<void> {
    const { address, password } = addressForLibpq(url)
    const args = ['--no-owner', '--no-privileges', '--no-password', '--single-transaction', '--exit-on-error']
    await this.#run('pg_restore', [...args, `--dbname=${address}`, file], password)
  }

  /** Reads a dump to its end, without a server. */
  async readAll(file: string): Promise<void> {
    await this.#run('pg_restore', ['--file=/dev/null', file], null)
  }

  /** The data of a table in the format of pg_restore, line by line. */
  dataOf(table: string, file: string): AsyncIterable<string> {
    return this.#lines('pg_restore', ['--data-only', `--table=${table}`, '--schema=public', '--file=-', file])
  }

  async #run(tool: string, args: string[], password: string | null): Promise<void> {
    for await (const line of this.#lines(tool, args, password)) void line
  }

  async *#lines(tool: string, args: string[], password: string | null = null): AsyncIterable<string> {
    const program = await findProgram(tool, this.#searchPath)
    if (program === undefined)
      throw new Error(
        `${tool} is not installed here. ${installHint(null)} Or use the backups of whoever runs the database: gifwright backup --advise says how.`,
      )
    const child = spawn(program, args, {
      env: { ...inherited(), ...(password !== null && { PGPASSWORD: password }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-maxSaidChars)))
    const closed = once(child, 'close')
    // A caller that stops reading early does not need the exit status.
    closed.catch(() => undefined)
    try {
      yield* createInterface({ input: child.stdout, crlfDelay: Infinity })
      const [code, signal] = (await closed) as [number | null, string | null]
      if (code === 0) return
      const why = said.trim().split('\n').slice(-saidLines).join(' ')
      throw new Error(`${tool} failed: ${why === '' ? `it ended with ${signal ?? code}` : why}`)
    } finally {
      child.kill()
    }
  }
}

function installHint(major: number | null): string {
  return `Install the client of PostgreSQL ${major ?? 'of the version of the server'} (on Debian and Ubuntu the package postgresql-client${major === null ? '' : `-${major}`}).`
}

function inherited(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name)))
}
