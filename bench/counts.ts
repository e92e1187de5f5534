/**
 * Measures the cost of limits that are counted over several machines: CPU time of this process, and the time and
 * statements, for each counted event, with PostgreSQL and in memory; and CPU time of a whole creation call with and
 * without limits. PostgreSQL is a server of its own on the same cores that does not wait for the disk.
 *   node bench/counts.ts
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '#src/accounts/account.ts'
import { hashPassword } from '#src/accounts/passwords.ts'
import { SignInThrottle } from '#src/accounts/sign-in-throttle.ts'
import { openStores } from '#src/app/stores.ts'
import { loadConfig } from '#src/config/config.ts'
import { createMetrics } from '#src/observe/metrics/metrics.ts'
import { startApp } from '../test/support/app.ts'
import { startPostgres } from '../test/support/servers/postgres.ts'
import { median, table } from './measure.ts'

const rounds = 5
const perRound = 400
const max = 1_000_000

const cleanUps: (() => Promise<void>)[] = []
const t = { after: (action: () => void | Promise<void>) => void cleanUps.push(async () => action()) }

type Cost = { cpuMs: number; ms: number; statements: number }

async function measure(
  times: number,
  work: (number: number) => unknown,
  statements = () => 0,
): Promise<Cost> {
  const costs: Cost[] = []
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const [cpu, startedAt, before] = [process.cpuUsage(), performance.now(), statements()]
    for (let number = 0; number < times; number++) await work(round * times + number)
    const { user, system } = process.cpuUsage(cpu)
    const ms = (performance.now() - startedAt) / times
    costs.push({ cpuMs: (user + system) / 1000 / times, ms, statements: (statements() - before) / times })
  }
  const of = (read: (cost: Cost) => number) => median(costs.slice(1).map(read))
  return {
    cpuMs: of((cost) => cost.cpuMs),
    ms: of((cost) => cost.ms),
    statements: of((cost) => cost.statements),
  }
}

const callerOf = (number: number): Caller => ({
  client: { address: `10.${number}.1.1`, network: `10.${number}.1.0/24` },
  knownAs: null,
})

async function measureStores(settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  let asked = 0
  const { database, cluster } = createMetrics('bench')
  const observers = { cluster, database: { ...database, statement: () => void asked++ } }
  const stores = await openStores(loadConfig({ DATA_DIR: folder, ...settings }), undefined, { observers })
  t.after(() => stores.close())
  const { counters, attempts, clock } = stores
  const statements = () => asked
  const exact = counters.exact({ name: 'bench', windowMs: 60_000, maxKeys: 20_000 })
  const shared = counters.exchanged({ name: 'bench', windowMs: 60_000, maxKeys: 20_000 })
  const throttle = new SignInThrottle(attempts, clock)
  const attempt = (isRight: boolean) => (number: number) =>
    throttle.attempt(`${number}@example.org`, async () => isRight, callerOf(number))
  await exact.add('beyond', 0)
  return {
    'a creation, sign-in or notice by a new client': await measure(
      perRound,
      (number) => exact.add(`new ${number}`, max),
      statements,
    ),
    'the same by a known client': await measure(perRound, () => exact.add('known', max), statements),
    'the same beyond the limit': await measure(perRound, () => exact.add('beyond', 0), statements),
    'a wrong password': await measure(perRound, attempt(false), statements),
    'a correct password': await measure(perRound, attempt(true), statements),
    'a read, search or file': await measure(
      20_000,
      (number) => shared.add(`c ${number % 5000}`, max),
      statements,
    ),
    'the same near the limit': await measure(
      20_000,
      (number) => shared.add(`n ${number % 5000}`, 10),
      statements,
    ),
  }
}

async function measureCreation(settings: Record<string, string>): Promise<Cost> {
  const app = await startApp(
    { after: (action) => t.after(action as () => Promise<void>) },
    { WORKER_CONCURRENCY: '0', CREATIONS_PER_MINUTE: '100000', LOG_LEVEL: 'fatal', ...settings },
  )
  const call = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  const cost = await measure(perRound, async () => {
    await (await app.fetch('/api/create-gif/source/url', call)).arrayBuffer()
  })
  await app.stop()
  return cost
}

try {
  const server = await startPostgres({ after: t.after })
  const cells = ({ cpuMs, ms, statements }: Cost) => [cpuMs.toFixed(4), ms.toFixed(4), statements]
  const memory = await measureStores({})
  const postgres = await measureStores({ DATABASE_URL: await server.newDatabase() })
  console.log(
    table(
      ['', 'memory: CPU ms', 'ms', 'statements', 'PostgreSQL: CPU ms', 'ms', 'statements'],
      Object.entries(memory).map(([what, cost]) => [
        what,
        ...cells(cost),
        ...cells(postgres[what as keyof typeof memory]),
      ]),
    ),
  )
  const hashing = await measure(3, () => hashPassword('plum velvet anchor'))
  console.log(`\nHashing a password: ${hashing.cpuMs.toFixed(0)} ms of CPU\n`)
  const rows: (string | number)[][] = []
  for (const [name, settings] of [
    ['SQLite', {}],
    ['PostgreSQL', { DATABASE_URL: await server.newDatabase() }],
  ] as const) {
    const off = await measureCreation({ ...settings, RATE_LIMIT: 'off' })
    const on = await measureCreation({ ...settings, RATE_LIMIT: 'on' })
    rows.push([name, off.cpuMs.toFixed(3), on.cpuMs.toFixed(3), (on.cpuMs - off.cpuMs).toFixed(3)])
  }
  console.log(
    table(
      ['a creation call that a rule refuses, with its client', 'RATE_LIMIT=off: CPU ms', 'on', 'more'],
      rows,
    ),
  )
} finally {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
}
