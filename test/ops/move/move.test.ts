import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openPostgres } from '#src/adapters/db/postgres/postgres.ts'
import { openDatabase } from '#src/adapters/db/sqlite/sqlite.ts'
import { moveInstance, undoMove } from '#src/app/move.ts'
import { openStores } from '#src/app/stores.ts'
import { loadConfig } from '#src/config/config.ts'
import { AppError } from '#src/lib/app-error.ts'
import { cleanUp, type CleanUp } from '../../support/clean-up.ts'
import { isFullRun } from '../../support/full-run.ts'
import { addGif, dumpDatabase, makeInstance, openStoresOf } from '../../support/stores/moving.ts'
import { moveRows } from '../../support/stores/moving-databases.ts'
import { dataFolder } from '../../support/processes/server-process.ts'
import { noPostgres, runSql, sharedPostgres } from '../../support/servers/postgres.ts'
import type { TestStores } from '../../support/stores/stores.ts'

const quiet = { signal: new AbortController().signal, onProgress: () => {} }
const sentence = /^This instance was moved to PostgreSQL; set DATABASE_URL and restart it\.$/
const forClients = /^This service has moved and saves nothing here any more; try again in a few minutes\.$/

const configOf = (folder: string, url?: string) =>
  loadConfig({ DATA_DIR: folder, ...(url !== undefined && { DATABASE_URL: url }) })

/** Changes of every kind, one after the other, including unique values that move from row to row. */
function changes(stores: TestStores) {
  const { catalogue, accounts, trends } = stores
  let count = 0
  return async () => {
    count++
    const { ids } = await catalogue.newest({ categoryId: null, maxRating: 'r' }, { start: 0, limit: 50 })
    const id = ids[(count * 7) % Math.max(1, ids.length)] ?? 0
    if (count % 5 === 0) await addGif(stores, `new ${count}`)
    else if (count % 5 === 1) await catalogue.change(id, { title: `changed ${count}` })
    else if (count % 5 === 2) await trends.addUses(new Map([[id, count]]))
    else if (count % 5 === 3 && ids.length > 10) await catalogue.remove(id)
    else {
      // An account is removed with its sessions and tokens, and another one gets its address.
      const email = `wanders-${count % 2}@example.org`
      const account = await accounts.byEmail(email)
      if (account !== undefined) await accounts.remove(account.id, 'keep')
      await accounts.add({ email, premium: false, admin: false, passwordHash: null })
      await trends.addSearches(new Map([[`search ${count}`, 1]]))
    }
  }
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(error instanceof Error, 'it was not refused')
  return error.message
}

/** A new SQLite database with the tables. */
async function newSqlite(t: CleanUp) {
  const folder = await dataFolder(t)
  const { close } = await openDatabase({ file: join(folder, 'gifwright.db') })
  await close()
  return configOf(folder)
}

describe('moving between SQLite and PostgreSQL', { skip: noPostgres }, async () => {
  if (noPostgres !== false) return
  const server = await sharedPostgres()

  test('an instance is moved to PostgreSQL, the old one refuses writes, and it is moved back with the new data', async (t) => {
    const { stores, folder, account } = await makeInstance(t, 12)
    const gone = await addGif(stores)
    await stores.catalogue.remove(gone.id)
    const from = configOf(folder)
    const to = configOf(folder, await server.newDatabase({ empty: true }))
    const before = await dumpDatabase(from)
    const { rows } = await moveInstance(from, to, quiet)
    assert.deepEqual(await dumpDatabase(to), before)
    assert.equal(
      rows?.rows,
      Object.values(before).reduce((sum, { length }) => sum + length, 0),
    )

    const refused = await stores.catalogue
      .addCategory({ name: 'C', code: 'c' })
      .catch((error: unknown) => error)
    assert.ok(refused instanceof AppError && refused.code === 'unavailable')
    assert.match(refused.message, forClients)
    assert.match(String(Object(refused.cause).message), sentence)
    assert.match(await refusalOf(stores.accounts.setAdmin(account.id, true)), forClients)
    assert.match(await refusalOf(stores.sessions.removeAll(account.id, null)), forClients)
    assert.match(await refusalOf(openStores(from)), sentence)
    assert.equal((await stores.accounts.byId(account.id))?.admin, false)
    assert.match(await refusalOf(moveInstance(from, to, quiet)), sentence)

    const moved = await openStoresOf(t, { DATA_DIR: folder, DATABASE_URL: to.database?.url ?? '' })
    assert.equal(moved.secret, stores.secret)
    const added = await addGif(moved, 'made there')
    assert.equal(added.id, gone.id + 1, 'no id is assigned twice')
    await assert.rejects(
      sql`insert into api_token (account_id, name, hash, hint, created_at) values (999, 'a', 'b', 'c', 1)`.execute(
        moved.db,
      ),
      /foreign key/,
    )

    const calls = moved.counters.exact({ name: 'calls', windowMs: 60_000, maxKeys: 10 })
    await calls.add('a client', 5)
    const back = configOf(join(await dataFolder(t), 'data'))
    await moveInstance(to, back, quiet)
    const again = await dumpDatabase(back)
    assert.deepEqual(again, await dumpDatabase(to))
    assert.ok(again.gif?.some((gif) => gif.title === 'made there'))
    assert.match(await refusalOf(addGif(moved)), forClients)
    assert.match(
      await refusalOf(openStores(to)),
      /moved to SQLite and a folder; unset DATABASE_URL, set DATA_DIR/,
    )
    const home = await openStoresOf(t, { DATA_DIR: back.data.folder })
    assert.equal((await addGif(home)).id, added.id + 1)
    assert.deepEqual(await home.db.selectFrom('shared_count').selectAll().execute(), [], 'counts stay behind')
  })

  for (const [name, toPostgres] of [
    ['SQLite to PostgreSQL', true],
    ['PostgreSQL to SQLite', false],
  ] as const) {
    test(`a move from ${name} that is interrupted at any call resumes from there, while others write`, async (t) => {
      const url = await server.newDatabase()
      const sqlite = await newSqlite(t)
      const postgres = configOf(sqlite.data.folder, url)
      const [from, to] = toPostgres ? [sqlite, postgres] : [postgres, sqlite]
      const settings = { DATA_DIR: from.data.folder, ...(toPostgres ? {} : { DATABASE_URL: url }) }
      const { stores } = await makeInstance(t, 15, settings)
      const change = changes(stores)
      let [left, runs, calls, writes, hasBegun] = [0, 0, 0, 0, false]
      const hook = async (side: string, call: string, isLocked: boolean) => {
        hasBegun ||= side === 'target' && call === 'insert'
        if (side === 'source' && !isLocked && ++calls % 12 === 0) {
          await change()
          writes++
        }
        if (left-- === 0) throw new Error('ended here')
      }
      for (;;) {
        runs++
        left = (isFullRun ? 3 : 12) * runs ** 2
        const result = await moveRows(from, to, hook).catch((error: unknown) => error)
        if (!(result instanceof Error)) break
        assert.equal(result.message, 'ended here')
        // The service does not start on a partial copy.
        if (hasBegun && runs % (isFullRun ? 4 : 3) === 0)
          assert.match(await refusalOf(openStores(to)), /target of a move that is not finished/)
      }
      assert.ok(runs > 3 && writes > 5, `${runs} runs, ${writes} writes`)
      assert.deepEqual(await dumpDatabase(to), await dumpDatabase(from))
      await openStoresOf(
        t,
        toPostgres ? { DATA_DIR: from.data.folder, DATABASE_URL: url } : { DATA_DIR: to.data.folder },
      )
    })
  }

  test('a move interrupted after the source began to refuse is finished by running it again', async (t) => {
    const { folder } = await makeInstance(t, 2)
    const [from, to] = [configOf(folder), configOf(folder, await server.newDatabase())]
    const endAtRelease = async (_: string, call: string) => {
      if (call === 'analyze') throw new Error('ended here')
    }
    assert.equal(await refusalOf(moveRows(from, to, endAtRelease)), 'ended here')
    assert.match(await refusalOf(openStores(from)), /was moved to/)
    assert.match(await refusalOf(openStores(to)), /target of a move that is not finished/)
    await moveRows(from, to, async () => {})
    await (await openStores(to)).close()
  })

  test('a difference between both sides is found before anything is switched', async (t) => {
    const { stores, folder } = await makeInstance(t, 3)
    const url = await server.newDatabase()
    const [from, to] = [configOf(folder), configOf(folder, url)]
    let snapshots = 0
    const damage = async (side: string, call: string) => {
      if (side === 'source' && call === 'inSnapshot') snapshots++
      // The second comparison is that of the changes: by then all rows are there.
      if (snapshots === 2) await runSql(url, `update gif set title = 'damaged' where id = 2`)
    }
    assert.match(
      await refusalOf(moveRows(from, to, damage)),
      /differs from the source in the table gif, row 2\. Nothing was switched/,
    )
    await stores.catalogue.addCategory({ name: 'Still here', code: 'still' })
  })

  test('an abandoned move leaves an instance that accepts writes as before', async (t) => {
    const { stores, folder } = await makeInstance(t, 2)
    const [from, to] = [configOf(folder), configOf(folder, await server.newDatabase({ empty: true }))]
    const epoch = async () => (await stores.changeLog.position()).epoch
    const before = await epoch()
    await moveInstance(from, to, quiet)
    assert.equal(await epoch(), before)
    assert.equal(await undoMove(from), true)
    await addGif(stores)
    assert.notEqual(await epoch(), before, 'the index of the target does not belong to this history')
    assert.equal(await undoMove(from), false)
    const left = await sql`select name from sqlite_schema where name like 'move\\_%' escape '\\'`.execute(
      stores.db,
    )
    assert.deepEqual(left.rows, [])
  })

  test('a move stops between two steps when the operator requests it', async (t) => {
    const { folder } = await makeInstance(t, 2)
    const stop = new AbortController()
    const [from, to] = [configOf(folder), configOf(folder, await server.newDatabase({ empty: true }))]
    const options = { signal: stop.signal, onProgress: () => stop.abort() }
    assert.match(await refusalOf(moveInstance(from, to, options)), /^Stopped\. Run the same command again/)
    await moveInstance(from, to, quiet)
    assert.deepEqual(await dumpDatabase(to), await dumpDatabase(from))
  })

  test('an unsuitable target is refused with a message, before anything is copied', async (t) => {
    const { stores, folder } = await makeInstance(t, 1)
    const from = configOf(folder)
    const refused = (url: string) => refusalOf(moveInstance(from, configOf(folder, url), quiet))
    const filled = await server.newDatabase()
    await openStoresOf(t, { DATA_DIR: await dataFolder(t), DATABASE_URL: filled })
    assert.match(
      await refused(filled),
      /The database 127.*is not empty: an instance of Gifwright is in it\. Name a new one\./,
    )
    assert.match(await refused(filled.replace(/:\d+\//, ':9/')), /cannot be reached \(ECONNREFUSED\)/)
    assert.match(await refused(`${filled}_none`), /does not exist\. Create it/)
    const other = await server.newDatabase({ empty: true })
    await runSql(other, 'create table other (id bigint)')
    assert.match(await refused(other), /not one of Gifwright/)
    const newer = await server.newDatabase()
    await runSql(newer, `insert into kysely_migration values ('999_later', '')`)
    assert.match(await refused(newer), /changed by a newer version/)
    const targeted = await server.newDatabase()
    const elsewhere = await makeInstance(t, 1)
    const endEarly = async (_: string, call: string) => {
      if (call === 'insert') throw new Error('ended here')
    }
    await refusalOf(moveRows(configOf(elsewhere.folder), configOf(folder, targeted), endEarly))
    assert.match(await refused(targeted), /is the target of another move/)
    assert.match(await refusalOf(moveInstance(from, from, quiet)), /is there already/)
    const nowhere = configOf(await dataFolder(t))
    assert.match(
      await refusalOf(moveInstance(nowhere, configOf(folder, other), quiet)),
      /There is no database/,
    )
    const left = await sql`select name from sqlite_schema where name like 'move\\_%' escape '\\'`.execute(
      stores.db,
    )
    assert.deepEqual(left.rows, [])
  })

  test('every table of both databases has a key, except for the version of the catalogue, and is moved, except for counts', async (t) => {
    const tables = async (database: Awaited<ReturnType<typeof openPostgres>>['db']) => {
      const found = await database.introspection.getTables()
      const names = found.map(({ name }) => name).toSorted()
      return names.filter((name) => name !== 'shared_count')
    }
    const url = await server.newDatabase()
    const { db, close } = await openPostgres({ url, maxConnections: 2, statementTimeoutMs: 10_000 })
    cleanUp(t, close)
    const sqlite = await newSqlite(t)
    const names = Object.keys(await dumpDatabase(sqlite))
    assert.deepEqual(names, await tables(db))
    assert.deepEqual(names, Object.keys(await dumpDatabase(configOf(sqlite.data.folder, url))))
  })
})
