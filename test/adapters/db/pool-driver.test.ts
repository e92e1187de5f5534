import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Pool } from 'pg'
import { PoolDriver } from '#src/adapters/db/postgres/pool-driver.ts'
import type { Tables } from '#src/adapters/db/shared/tables.ts'
import { AppError } from '#src/lib/app-error.ts'

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function openOn(pool: Pool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PoolDriver(pool),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (of) => new PostgresIntrospector(of),
    },
  })
}

test('a connection that is lost silently, while no other can be opened, means that the database is unavailable', async () => {
  let connections = 0
  let releases = 0
  const client = {
    query: () => Promise.reject(new Error('Connection terminated unexpectedly')),
    release() {
      if (++releases > 1) throw new Error('Release called on client which has already been released')
    },
  }
  const pool = {
    connect: () => (connections++ % 2 === 0 ? Promise.resolve(client) : Promise.reject(refused())),
    end: () => Promise.resolve(),
  } as unknown as Pool
  const db = openOn(pool)
  const isAway = (error: unknown) =>
    error instanceof AppError && error.code === 'unavailable' && error.retryAfterSeconds === 5
  await assert.rejects(db.selectFrom('gif').select('id').execute(), isAway)
  assert.equal(releases, 1)
  releases = 0
  await assert.rejects(
    db.transaction().execute((trx) => trx.deleteFrom('gif').execute()),
    isAway,
  )
  assert.equal(releases, 1)
})

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const faults = [
  { state: '53100', name: 'disk_full', reason: 'no_space', retryAfterSeconds: 60 },
  { state: '25006', name: 'read_only_sql_transaction', retryAfterSeconds: 60 },
  { state: '57014', name: 'query_canceled', retryAfterSeconds: 5 },
  { state: '53300', name: 'too_many_connections', retryAfterSeconds: 5 },
]
for (const { state, name, reason, retryAfterSeconds } of faults) {
  test(`${name} (${state}) means that the database is temporarily unavailable`, async () => {
    const query = () => Promise.reject(Object.assign(new Error(name), { code: state }))
    const client = { query, release: () => undefined }
    const db = openOn({
      connect: () => Promise.resolve(client),
      end: () => Promise.resolve(),
    } as unknown as Pool)
    await assert.rejects(db.selectFrom('gif').select('id').execute(), {
      code: 'unavailable',
      reason,
      retryAfterSeconds,
    })
  })
}
