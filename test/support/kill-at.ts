import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/*
 * Loaded into a server process before everything else (--import): kills it with SIGKILL at one exact moment of its
 * work, named by the environment variable KILL_AT. What a power cut leaves behind cannot be told from it.
 */

export type KillPoint = {
  /** `sql`: a statement whose text matches; `rename`, `link`, `rm`: a call with a path that matches. */
  at: 'sql' | 'rename' | 'link' | 'rm'
  /** A regular expression. */
  match: string
  when: 'before' | 'after'
  /** The how-manieth of these is the last. */
  count: number
}

const point = JSON.parse(process.env.KILL_AT ?? 'null') as KillPoint | null
let seen = 0

function passes(at: KillPoint['at'], what: string, when: KillPoint['when']): void {
  if (point?.at !== at || point.when !== when || !new RegExp(point.match).test(what)) return
  seen += 1
  if (seen === point.count) process.kill(process.pid, 'SIGKILL')
}

for (const name of ['rename', 'link', 'rm'] as const) {
  const call = promises[name] as (...paths: unknown[]) => Promise<void>
  Object.assign(promises, {
    [name]: async (...given: unknown[]) => {
      const what = given.filter((part) => typeof part === 'string').join(' ')
      passes(name, what, 'before')
      await call(...given)
      passes(name, what, 'after')
    },
  })
}
syncBuiltinESMExports()

type Prepare = (this: DatabaseSync, sql: string) => StatementSync
type Run = (...values: SQLInputValue[]) => unknown

const prepare = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'prepare')?.value as Prepare

function prepareWatched(this: DatabaseSync, sql: string): StatementSync {
  const statement = prepare.call(this, sql)
  for (const name of ['run', 'all']) {
    const run = (Reflect.get(statement, name) as Run).bind(statement)
    Reflect.set(statement, name, (...values: SQLInputValue[]) => {
      passes('sql', sql, 'before')
      const result = run(...values)
      passes('sql', sql, 'after')
      return result
    })
  }
  return statement
}

Reflect.set(DatabaseSync.prototype, 'prepare', prepareWatched)
