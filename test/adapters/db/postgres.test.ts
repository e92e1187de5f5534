import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { Pool } from 'pg'
import { SqlCatalogueStore } from '#src/adapters/db/shared/catalogue/catalogue-store.ts'
import { SqlChangeLog } from '#src/adapters/db/shared/catalogue/change-log.ts'
import type { Database } from '#src/adapters/db/shared/database.ts'
import { createTaskQueue } from '#src/adapters/db/shared/tasks/task-queue.ts'
import { inWriteTransaction } from '#src/adapters/db/shared/transactions.ts'
import { DatabaseClock } from '#src/adapters/db/postgres/database-clock.ts'
import { connectionConfig, openPostgres } from '#src/adapters/db/postgres/postgres.ts'
import { SqlPreparedSourceStore } from '#src/adapters/db/shared/prepared-sources/prepared-source-store.ts'
import { SqlUnitOfWork } from '#src/adapters/db/shared/unit-of-work.ts'
import { newSourceId } from '#src/creation/sources/prepared-source.ts'
import { AppError } from '#src/lib/app-error.ts'
import { openSession } from '#src/adapters/db/postgres/session.ts'
import type { TaskQueue } from '#src/creation/task-queue.ts'
import { systemClock } from '#src/lib/clock.ts'
import type { DatabaseObserver, DatabaseRetry } from '#src/lib/database.ts'
import { sql } from 'kysely'
import { describeStores } from '../../contract/all-stores.ts'
import { newTask } from '../../contract/stores.ts'
import { cleanUp, type CleanUp } from '../../support/clean-up.ts'
import {
  noPostgres,
  type PostgresServer,
  runSql,
  sharedPostgres,
  startPostgres,
  userWithPassword,
} from '../../support/servers/postgres.ts'
import { reusedDatabases } from '../../support/servers/reused-databases.ts'
import { until } from '../../support/until.ts'

const settings = { maxConnections: 4, statementTimeoutMs: 30_000 }

const ignored: DatabaseObserver = {
  statement: () => undefined,
  fault: () => undefined,
  connectionLost: () => undefined,
  retried: () => undefined,
}

describe('with a PostgreSQL server', { skip: noPostgres }, async () => {
  if (noPostgres !== false) return
  const server = await sharedPostgres()

  const databases = reusedDatabases(server)
  const newDatabase = async () => {
    const url = await databases.take()
    return { open: () => openPostgres({ ...settings, url }), remove: () => databases.release(url) }
  }
  describeStores('PostgreSQL', newDatabase, { randomCases: 0.2 })

  const openNew = async (t: CleanUp): Promise<Database & { url: string }> => {
    const url = await server.newDatabase()
    const database = await openPostgres({ ...settings, url })
    cleanUp(t, database.close)
    return { ...database, url }
  }

  test('a version that changes the tables does not migrate while processes of an older version use them or join', async (t) => {
    const { db, url, close } = await openNew(t)
    // The state before the newest migration.
    await sql`alter table task drop column size_note`.execute(db)
    await sql`delete from kysely_migration where name = '025_size_note'`.execute(db)
    await close()
    const openOlder = async () => {
      const pool = new Pool({
        connectionString: url,
        application_name: 'gifwright 024_drop_overflow',
        max: 1,
      })
      // The database is dropped at the end, along with all remaining connections.
      pool.on('error', () => undefined)
      cleanUp(t, async () => void (pool.ended || (await pool.end())))
      await pool.query('select 1')
      return pool
    }
    const refusal = /Stop all processes of the instance, on every/
    const migrate = () => openPostgres({ ...settings, url, mayMigrate: true })
    const older = await openOlder()
    await assert.rejects(migrate(), refusal)
    await older.end()

    const other = new Pool({ connectionString: url, max: 2 })
    other.on('error', () => undefined)
    cleanUp(t, () => other.end())
    const waiting = async () => {
      const { rows } = await other.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      return rows.length > 0
    }
    const isRefused = async (between: () => Promise<unknown>) => {
      const holder = await other.connect()
      await holder.query('begin')
      await holder.query('lock table task in access exclusive mode')
      const opening = migrate().then(
        ({ close: end }) => end(),
        (error: unknown) => error,
      )
      await until('the migration waits for the table', waiting)
      await between()
      await holder.query('rollback')
      holder.release()
      return opening
    }
    let late: Pool | undefined
    await until('the server has noticed that the older process ended', async () => {
      const { rows } = await other.query(
        "select 1 from pg_stat_activity where application_name like 'gifwright%' and datname = current_database()",
      )
      return rows.length === 0
    })
    const error = await isRefused(async () => (late = await openOlder()))
    assert.ok(error instanceof Error)
    assert.match(error.message, refusal)
    await assert.rejects(openPostgres({ ...settings, url }), /is of an older version/)
    await late?.end()
    await until('it migrates once the older process is gone', async () => {
      const opened = await migrate().catch((fault: Error) => assert.match(fault.message, refusal))
      await opened?.close()
      return opened !== undefined
    })
  })

  test('a PostgreSQL database that cannot be used is refused with a message that omits its password', async () => {
    const url = new URL(await server.newDatabase({ empty: true }))
    url.password = 'hush'
    const refusal = async (change: (url: URL) => void) => {
      const changed = new URL(url)
      change(changed)
      const error = await openPostgres({ ...settings, url: changed.href }).then(
        ({ close }) => close(),
        (error: unknown) => error,
      )
      assert.ok(error instanceof Error)
      assert.doesNotMatch(error.message, /hush/)
      return error.message
    }
    assert.match(await refusal((to) => (to.pathname = '/none')), /none does not exist\. Create it/)
    assert.match(await refusal((to) => (to.port = '9')), /cannot be reached \(ECONNREFUSED\)/)
    assert.match(await refusal((to) => (to.username = 'nobody')), /refuses this user/)
    await runSql(url.href, `create role ${userWithPassword} login password 'right'`)
    assert.match(
      await refusal((to) => (to.username = userWithPassword)),
      /refuses the password\. Check DATABASE_URL/,
    )
    const ascii =
      "create database ascii encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0"
    await runSql(url.href, ascii)
    assert.match(
      await refusal((to) => (to.pathname = '/ascii')),
      /has the encoding SQL_ASCII\. Create it with UTF8/,
    )
    await runSql(url.href, 'create table other_program (id bigint)')
    assert.match(await refusal(() => undefined), /not one of Gifwright/)
  })

  test('a server older than PostgreSQL 15 is refused with an error message', async () => {
    const url = await server.newDatabase({ empty: true })
    // This server reports another version: the function shadows the built-in one.
    await runSql(
      url,
      `create function public.current_setting(name text) returns text language sql as $$
         select case name when 'server_version_num' then '140011' else pg_catalog.current_setting(name) end
       $$;
       alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`,
    )
    await assert.rejects(openPostgres({ ...settings, url }), {
      message: 'The database is PostgreSQL 14. Gifwright needs 15 or later.',
    })
  })

  test('PostgreSQL creates its tables once when several processes open a new database at the same time', async () => {
    const url = await server.newDatabase({ empty: true })
    const opened = await Promise.all([1, 2, 3].map(() => openPostgres({ ...settings, url })))
    const [first] = opened
    const categories = await first?.db.selectFrom('category').select('code').execute()
    assert.equal(new Set(categories?.map(({ code }) => code)).size, 24)
    for (const { close } of opened) await close()
  })

  test('adding a source waits for one that is being kept at the same time, and both are counted', async (t) => {
    const { db } = await openNew(t)
    const preparedSources = new SqlPreparedSourceStore(db, systemClock)
    const limits = { keepMs: 3_600_000, maxBytes: 1000, maxBytesOfClient: 1000, maxOfClient: 9 }
    const source = (client: string) => ({
      ...{ id: newSourceId(), ownerId: null, browser: 'hash', client, kind: 'upload' as const },
      ...{ url: null, title: null, files: 1, bytes: 600 },
    })
    const adding = await new SqlUnitOfWork(db, systemClock).inTransaction(async ({ sources }) => {
      await sources.keep(source('keeps'), { ...limits, previewSeconds: 1 })
      const added = preparedSources.add(source('adds'), { ...limits, previewSeconds: 1 }).then(
        () => 'added',
        (error: unknown) => (error instanceof AppError ? error.code : error),
      )
      await waitsOrEnds(db, added)
      return [added] as const
    })
    assert.equal(await adding[0], 'unavailable')
  })

  test('adding a source waits for one that grows at the same time, and both are counted', async (t) => {
    const { db } = await openNew(t)
    const preparedSources = new SqlPreparedSourceStore(db, systemClock)
    const limits = { ...{ keepMs: 3_600_000, maxBytes: 1000, maxBytesOfClient: 1000 }, maxOfClient: 9 }
    const add = (id: string, client: string) =>
      preparedSources.add(
        {
          ...{ id, ownerId: null, browser: 'hash', client, kind: 'upload' as const },
          ...{ url: null, title: null, files: 1, bytes: 400 },
        },
        { ...limits, previewSeconds: 1 },
      )
    const id = newSourceId()
    await add(id, 'grows')
    const adding = await new SqlUnitOfWork(db, systemClock).inTransaction(async ({ sources }) => {
      assert.notEqual(await sources.grow(id, 400, { ...limits, previewSeconds: 1 }), null)
      const added = add(newSourceId(), 'adds').then(
        () => 'added',
        (error: unknown) => (error instanceof AppError ? error.code : error),
      )
      await waitsOrEnds(db, added)
      return [added] as const
    })
    assert.equal(await adding[0], 'unavailable')
    const { rows } = await sql<{
      bytes: number
    }>`select sum(bytes)::int as bytes from prepared_source`.execute(db)
    assert.equal(rows[0]?.bytes, 800)
  })

  test('four workers on PostgreSQL claim every task, and none twice', async (t) => {
    const { db, url } = await openNew(t)
    const tasks = createTaskQueue(db, systemClock)
    const added = Array.from({ length: 60 }, () => newTask())
    for (const task of added) await tasks.submissions.add(task, 1000)
    const claimed: string[] = []
    const work = async (name: string) => {
      const own = await openPostgres({ ...settings, url })
      const { claims } = createTaskQueue(own.db, systemClock)
      for (let claim = await claims.claim(name, 60_000); claim !== undefined;) {
        claimed.push(claim.id)
        claim = await claims.claim(name, 60_000)
      }
      await own.close()
    }
    await Promise.all(['a', 'b', 'c', 'd'].map(work))
    assert.deepEqual(claimed.toSorted(), added.map(({ id }) => id).toSorted())
  })

  test('the limit of waiting tasks holds however many machines and connections add them at once', async (t) => {
    const { db, url } = await openNew(t)
    const other = await openPostgres({ ...settings, url })
    cleanUp(t, other.close)
    const machines = [createTaskQueue(db, systemClock), createTaskQueue(other.db, systemClock)] as const
    /** Returns how many of twenty tasks are added, by two machines in turn. */
    const added = async (add: (tasks: TaskQueue) => Promise<unknown>) => {
      const adding = Array.from({ length: 20 }, (_, index) => add(machines[index % 2 === 0 ? 0 : 1]))
      return (await Promise.allSettled(adding)).filter(({ status }) => status === 'fulfilled').length
    }
    const anna = { name: 'anna', maxWaiting: 4 }
    assert.equal(await added(({ submissions }) => submissions.add(newTask(), 100, anna)), 4)
    assert.equal(await added(({ submissions }) => submissions.add(newTask(), 9)), 5)
    const newImport = () => ({ ...newTask(), code: null, sourceHash: randomBytes(32), batch: null })
    assert.equal(await added(({ imports }) => imports.add(newImport(), anna)), 4)
    assert.equal((await machines[0].records.counts()).waiting, 9)
    assert.equal((await machines[1].imports.counts()).waiting, 4)
  })

  test('the change log of PostgreSQL misses nothing while many connections write at once', async (t) => {
    const { db, url } = await openNew(t)
    const { db: others, close } = await openPostgres({ ...settings, maxConnections: 18, url })
    cleanUp(t, close)
    const catalogue = new SqlCatalogueStore(others)
    const log = new SqlChangeLog(db)
    const { version: begin } = await log.position()
    let at = begin
    let isWriting = true
    const seen: number[] = []
    const read = async () => {
      for (;;) {
        const wasWriting = isWriting
        const changes = await log.since(at, 1000)
        seen.push(...changes.map(({ version }) => version))
        at = changes.at(-1)?.version ?? at
        if (!wasWriting && changes.length === 0) return
      }
    }
    const reading = read()
    const names = Array.from({ length: 120 }, (_, index) => ({ name: `C ${index}`, code: `c-${index}` }))
    const added = await Promise.all(names.map((category) => catalogue.addCategory(category)))
    isWriting = false
    await reading
    assert.equal(added.length, names.length)
    assert.deepEqual(
      seen,
      names.map((_, index) => begin + index + 1),
    )
  })

  test('a transaction that PostgreSQL aborts is run again as a whole', async (t) => {
    const url = await server.newDatabase()
    const told: string[] = []
    const observer = {
      ...ignored,
      connectionLost: () => void told.push('lost'),
      retried: (reason: DatabaseRetry) => void told.push(reason),
    }
    const { db, close } = await openPostgres({ ...settings, url, observer })
    cleanUp(t, close)
    let runs = 0
    await inWriteTransaction(db, 'apps', async (trx) => {
      runs++
      await trx
        .insertInto('instance')
        .values({ key: `run ${runs}`, value: '' })
        .execute()
      if (runs > 1) return
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await runSql(url, `select pg_terminate_backend(${rows[0]?.pid})`)
      await trx.selectFrom('instance').select('key').execute()
    })
    assert.equal(runs, 2)
    const keys = await db.selectFrom('instance').select('key').where('key', 'like', 'run %').execute()
    assert.deepEqual(
      keys.map(({ key }) => key),
      ['run 2'],
    )
    await until('the lost connection is reported, too', () => told.length > 1)
    assert.deepEqual(told.toSorted(), ['connection', 'lost'])
  })

  test('a serialization failure and a deadlock are distinguished', async (t) => {
    const url = await server.newDatabase()
    const told: string[] = []
    const observer = { ...ignored, retried: (reason: DatabaseRetry) => void told.push(reason) }
    const { db, close } = await openPostgres({ ...settings, url, observer })
    cleanUp(t, close)
    for (const state of ['40001', '40P01']) {
      let runs = 0
      await inWriteTransaction(db, 'apps', async (trx) => {
        if (++runs > 1) return
        await sql.raw(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`).execute(trx)
      })
    }
    assert.deepEqual(told, ['serialization', 'deadlock'])
  })

  test('a text with NUL is stored with a replacement character, and no search finds it', async (t) => {
    const { db } = await openNew(t)
    await db.insertInto('instance').values({ key: 'a\0b', value: '' }).execute()
    assert.equal(await new SqlCatalogueStore(db).gifByCode('a\0b'), undefined)
    assert.deepEqual(await db.selectFrom('instance').select('key').execute(), [{ key: 'a\uFFFDb' }])
  })

  test('rows use the database’s clock, and a machine whose clock is far off is refused', async (t) => {
    const { url } = await openNew(t)
    const pool = new Pool(connectionConfig({ ...settings, url }))
    cleanUp(t, () => pool.end())
    const clock = new DatabaseClock(pool)
    await clock.start()
    clock.stop()
    // The error is as large as the query's duration.
    assert.ok(Math.abs(clock.now() - Date.now()) < 60_000)
    t.mock.method(Date, 'now', () => clock.now() + 3_600_000)
    await assert.rejects(new DatabaseClock(pool).start(), /is 60 minutes ahead of the database's/)
  })

  test('simultaneous elections wait for each other: the driver emits no warning', async (t) => {
    const warnings: string[] = []
    const note = ({ message }: Error) => warnings.push(message)
    process.on('warning', note)
    cleanUp(t, async () => void process.off('warning', note))
    const { elections } = await openMember(t, (await openNew(t)).url)
    const results = await Promise.all(
      ['sweep', 'media moves', 'search snapshot'].map((name) => elections.runAlone(name, async () => name)),
    )
    assert.deepEqual(results, ['sweep', 'media moves', 'search snapshot'])
    // Node emits warnings in the next turn.
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(warnings, [])
  })

  test('processes notify each other and elect a leader, also after a restart of PostgreSQL', async (t) => {
    const own = await startPostgres(t)
    const url = await own.newDatabase()
    const [one, other] = [await openMember(t, url), await openMember(t, url)]
    await checkMembers(one, other)
    let gaps = 0
    other.messages.onGap(() => gaps++)
    let isLost = false
    const elected = Promise.withResolvers<void>()
    const held = one.elections.runAlone('sweep', async (signal) => {
      elected.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      isLost = true
    })
    await elected.promise
    await restart(own)
    await held
    assert.ok(isLost)
    await until('the listener is connected again', () => gaps > 0)
    await until('both can take part in elections again', async () => {
      const probes = [one, other].map(({ elections }) => elections.runAlone('probe', async () => true))
      return (await Promise.allSettled(probes)).every(({ status }) => status === 'fulfilled')
    })
    await checkMembers(one, other)
  })
})

type Member = Awaited<ReturnType<typeof openSession>>

async function openMember(t: CleanUp, url: string): Promise<Member> {
  const config = connectionConfig({ ...settings, url })
  const pool = new Pool(config)
  pool.on('error', () => undefined)
  const session = await openSession(config, pool)
  cleanUp(t, () => pool.end())
  cleanUp(t, () => session.messages.close())
  return session
}

async function checkMembers(one: Member, other: Member): Promise<void> {
  const heard: string[] = []
  const end = other.messages.subscribe('task', (payload) => heard.push(payload))
  await until('the message arrives', () => {
    if (heard.length === 0) one.messages.publish('task', '{"id":"frog on a leaf"}')
    return heard.length > 0
  })
  end()
  assert.equal(heard[0], '{"id":"frog on a leaf"}')
  const result = await one.elections.runAlone('sweep', async () => {
    assert.equal(await other.elections.runAlone('sweep', async () => 'also'), undefined)
    assert.equal(await one.elections.runAlone('sweep', async () => 'twice'), undefined)
    assert.equal(await other.elections.runAlone('merge', async () => 'another'), 'another')
    return 'first'
  })
  assert.equal(result, 'first')
  assert.equal(await other.elections.runAlone('sweep', async () => 'next'), 'next')
}

async function restart(server: PostgresServer): Promise<void> {
  await server.stop()
  await server.start()
}

/** Returns once the work waits for a lock of another transaction, or has ended. */
async function waitsOrEnds(db: Database['db'], work: Promise<unknown>): Promise<void> {
  const isWaiting = sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())
  `
  const ended = work.then(() => true)
  await until('it waits, or has ended', async () => {
    const { rows } = await isWaiting.execute(db)
    return (rows[0]?.waiting ?? 0) > 0 || Promise.race([ended, Promise.resolve(false)])
  })
}
