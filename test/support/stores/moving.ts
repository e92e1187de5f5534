import { newCode } from '#src/catalogue/reserved-words.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeToken } from '#src/accounts/tokens.ts'
import { startSession } from '#src/accounts/sessions.ts'
import { PostgresMove } from '#src/adapters/db/postgres/postgres-move.ts'
import type { MoveDatabase } from '#src/ops/move/move-database.ts'
import { MoveRows } from '#src/ops/move/move-rows.ts'
import { SqliteMove } from '#src/adapters/db/sqlite/sqlite-move.ts'
import { type Config, loadConfig } from '#src/config/config.ts'
import { openStores } from '#src/app/stores.ts'
import type { Gif } from '#src/catalogue/gif.ts'
import { newGif } from '../../contract/stores.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { dataFolder } from '../processes/server-process.ts'
import { storeGif, storeTask } from './stored-gifs.ts'
import type { TestStores } from './stores.ts'

/** The stores of a database and a folder; closed when the test ends. */
export async function openStoresOf(t: CleanUp, settings: Record<string, string>): Promise<TestStores> {
  const config = loadConfig(settings)
  await mkdir(config.data.folder, { recursive: true })
  const stores = await openStores(config)
  cleanUp(t, stores.close)
  return { ...stores, folder: config.data.folder }
}

/** An instance with a row in most tables, and GIFs with their files. */
export async function makeInstance(t: CleanUp, gifs: number, settings: Record<string, string> = {}) {
  const folder = settings.DATA_DIR ?? join(await dataFolder(t), 'data')
  const stores = await openStoresOf(t, { ...settings, DATA_DIR: folder })
  const account = await stores.accounts.add({
    email: 'anna@example.org',
    premium: true,
    admin: false,
    passwordHash: null,
  })
  await makeToken(stores.accounts, account.id, 'test')
  await startSession(stores.sessions, account.id, 'Firefox')
  await stores.trends.addSearches(new Map([['cats — „Katzen“ 猫', 2.5]]))
  for (let index = 0; index < gifs; index++)
    await storeGif(stores, { title: `GIF ${index} 猫`, ownerId: account.id })
  await storeTask(stores)
  const { id } = await stores.collections.add(
    { code: newCode(), ownerId: account.id, name: 'Cats 猫', description: null, visibility: 'public' },
    10,
  )
  for (const gif of (await stores.catalogue.ofOwner(account.id, { start: 0, limit: 3 })).gifs) {
    await stores.collections.addFavorite(account.id, gif.id, 10)
    await stores.collections.addGif(id, gif.id, 10)
  }
  return { stores, folder, account }
}

/** A GIF's row without files, next to waiting tasks. */
export async function addGif({ catalogue, unitOfWork }: TestStores, title = 'a GIF'): Promise<Gif> {
  const { code } = newGif()
  await unitOfWork.inTransaction((stores) => stores.catalogue.add(newGif({ code, title })))
  const gif = await catalogue.gifByCode(code)
  if (gif === undefined) throw new Error('not added')
  return gif
}

/** Every row of a database by table, in the order of the keys. */
export async function dumpDatabase(config: Pick<Config, 'data' | 'database'>) {
  const database: MoveDatabase =
    config.database === null
      ? new SqliteMove(join(config.data.folder, 'gifwright.db'))
      : await PostgresMove.open({ ...config.database, maxConnections: 1 })
  try {
    const rows = new MoveRows(database)
    const dump: Record<string, Record<string, unknown>[]> = {}
    for (const table of (await rows.tables()).toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const all = await rows.read(table, { after: null, upTo: null, limit: 1_000_000 })
      dump[table.name] = all.map((row) =>
        Object.fromEntries(
          table.columns
            .map(({ name }, index): [string, unknown] => [name, row[index]])
            .toSorted(([one], [other]) => (one < other ? -1 : 1)),
        ),
      )
    }
    return dump
  } finally {
    await database.close()
  }
}
