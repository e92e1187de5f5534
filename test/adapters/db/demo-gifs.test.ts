import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { SqlCatalogueStore } from '#src/adapters/db/shared/catalogue/catalogue-store.ts'
import { SqlChangeLog } from '#src/adapters/db/shared/catalogue/change-log.ts'
import { addMadeUpGifs } from '#src/adapters/db/shared/catalogue/demo-gifs.ts'
import { insertGif } from '#src/adapters/db/shared/catalogue/gif-rows.ts'
import { openDatabase } from '#src/adapters/db/sqlite/sqlite.ts'
import type { Tables } from '#src/adapters/db/shared/tables.ts'
import { newGif } from '../../contract/stores.ts'

async function newDatabase(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-demo-'))
  t.after(() => rm(folder, { recursive: true }))
  return join(folder, 'test.db')
}

async function open(t: TestContext, file: string): Promise<Kysely<Tables>> {
  const { db, close } = await openDatabase({ file })
  t.after(close)
  return db
}

const { code: _, title: __, tags: ___, categoryId: ____, createdAt: _____, ...template } = newGif()

/** The positions in the random pool, without gaps, each with the GIF that records it. */
async function assertPoolsMatch(db: Kysely<Tables>): Promise<void> {
  const gifs = await db
    .selectFrom('gif')
    .select(['id', 'category_id', 'rating', 'slot'])
    .where('slot', 'is not', null)
    .execute()
  const sizes = new Map<string, number>()
  for (const { category_id, rating } of gifs) {
    const key = `${category_id} ${rating ?? ''}`
    sizes.set(key, (sizes.get(key) ?? 0) + 1)
  }
  const pools = await db.selectFrom('gif_pool').selectAll().where('size', '>', 0).execute()
  assert.deepEqual(new Map(pools.map((pool) => [`${pool.category_id} ${pool.rating}`, pool.size])), sizes)
  const slots = await db.selectFrom('gif_slot').selectAll().execute()
  const placeOf = (one: { category_id: number; rating: string | null; slot: number | null }) =>
    `${one.category_id} ${one.rating ?? ''} ${one.slot}`
  assert.deepEqual(
    new Map(slots.map((slot) => [placeOf(slot), slot.gif_id])),
    new Map(gifs.map((gif) => [placeOf(gif), gif.id])),
  )
  assert.ok(slots.every((slot) => slot.slot < (sizes.get(`${slot.category_id} ${slot.rating}`) ?? 0)))
}

test('GIFs added in bulk are in the random pool and in the log like those added one by one', async (t) => {
  const db = await open(t, await newDatabase(t))
  const [catalogue, log] = [new SqlCatalogueStore(db), new SqlChangeLog(db)]
  await db.transaction().execute((trx) => insertGif(trx, newGif({ categoryId: 1 })))
  const { version } = await log.position()
  await addMadeUpGifs(db, { count: 2150, template })
  const changes = await log.since(version, 10_000)
  assert.deepEqual(
    changes.map(({ gifId }) => gifId),
    Array.from({ length: 2150 }, (_, index) => index + 2),
  )
  await assertPoolsMatch(db)
  for (const id of [1, 2, 500, 2151]) await catalogue.remove(id)
  await db.transaction().execute((trx) => insertGif(trx, newGif({ categoryId: 2 })))
  await addMadeUpGifs(db, { count: 10, template })
  await assertPoolsMatch(db)
})

test('unlisted demo GIFs are in no pool', async (t) => {
  const db = await open(t, await newDatabase(t))
  await addMadeUpGifs(db, { count: 120, template: { ...template, visibility: 'private' } })
  await assertPoolsMatch(db)
  assert.deepEqual(await db.selectFrom('gif_slot').selectAll().execute(), [])
})

test('another process can write while demo GIFs are being added', async (t) => {
  const file = await newDatabase(t)
  const [db, other] = [await open(t, file), await open(t, file)]
  const catalogue = new SqlCatalogueStore(other)
  const state = { isLoading: true }
  const loading = addMadeUpGifs(db, { count: 20_000, template }).finally(() => (state.isLoading = false))
  let writes = 0
  while (state.isLoading) {
    await catalogue.addCategory({ code: `category-${writes}`, name: 'A category' })
    writes++
    await delay(1)
  }
  await loading
  assert.ok(writes > 3, String(writes))
})
