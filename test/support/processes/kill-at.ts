import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Client } from 'pg'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/*
 * Loaded into a server process before everything else (--import): kills it with SIGKILL at one exact moment of its
 * work, named by the environment variable KILL_AT. The result is indistinguishable from that of a power cut.
 */

export type KillPoint = {
  /**
   * `sql`: a statement whose text matches; `rename`, `link`, `rm`: a call with a path that matches, or a request to S3
   * that puts, gets or removes such a file.
   */
  at: 'sql' | 'rename' | 'link' | 'rm'
  /** A regular expression. */
  match: string
  when: 'before' | 'after'
  /** The ordinal number of the last of these. */
  count: number
}

const point = JSON.parse(process.env.KILL_AT ?? 'null') as KillPoint | null
let seen = 0

function passes(at: KillPoint['at'], what: string, when: KillPoint['when']): void {
  if (point?.at !== at || point.when !== when || !new RegExp(point.match).test(what)) return
  seen += 1
  if (seen === point.count) process.kill(process.pid, 'SIGKILL')
}

type Call = (...given: unknown[]) => Promise<unknown>

/** Calls a method of `owner` with the two moments at which the process may end. */
function watch(owner: object, name: string, whatOf: (given: unknown[]) => [KillPoint['at'], string] | null) {
  const call = Reflect.get(owner, name) as Call
  Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
    const [at, what] = whatOf(given) ?? []
    if (at === undefined || what === undefined) return call.apply(this, given)
    passes(at, what, 'before')
    const last = given.at(-1)
    if (typeof last === 'function') {
      const callback = (...answer: unknown[]) => {
        passes(at, what, 'after')
        Reflect.apply(last, undefined, answer)
      }
      return call.apply(this, [...given.slice(0, -1), callback])
    }
    return call.apply(this, given).then((answer) => {
      passes(at, what, 'after')
      return answer
    })
  })
}

/** The effect of a request to S3 on files of the media store, as the equivalent call in a folder. */
function storeCallOf([command]: unknown[]): [KillPoint['at'], string] | null {
  const { input } = command as { input: { Key?: string; Delete?: { Objects?: { Key?: string }[] } } }
  const keys = input.Delete?.Objects?.map(({ Key }) => Key) ?? [input.Key]
  const what = keys.map((key) => `media/${key}`).join(' ')
  if (command instanceof PutObjectCommand) return ['rename', what]
  if (command instanceof GetObjectCommand) return ['link', what]
  return command instanceof DeleteObjectsCommand ? ['rm', what] : null
}

if (process.env.S3_BUCKET === undefined) {
  for (const name of ['rename', 'link', 'rm'] as const)
    watch(promises, name, (given) => [name, given.filter((part) => typeof part === 'string').join(' ')])
  syncBuiltinESMExports()
} else watch(S3Client.prototype, 'send', storeCallOf)

watch(Client.prototype, 'query', ([query]) => {
  const text = typeof query === 'string' ? query : Reflect.get(Object(query), 'text')
  // In SQLite's notation.
  return typeof text === 'string' ? ['sql', text.replaceAll(/\$\d+/g, '?')] : null
})

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
