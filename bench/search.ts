import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDemoGifs } from '../src/adapters/db/catalogue/demo-gifs.ts'
import { SqlCatalogueStore } from '../src/adapters/db/catalogue/catalogue-store.ts'
import { openSearchSnapshot } from '../src/adapters/db/catalogue/search-snapshot.ts'
import { insertGif } from '../src/adapters/db/catalogue/gif-rows.ts'
import { openDatabase } from '../src/adapters/db/sqlite/sqlite.ts'
import { findGifs, type GifQuery } from '../src/catalogue/find-gifs.ts'
import { LiveIndex } from '../src/search/live-index.ts'
import { buildIndex } from '../src/search/upkeep/build-index.ts'
import { newCode } from '../src/catalogue/code.ts'

/*
 * How long does the catalogue take to answer? `node bench/search.ts [GIFs]`, 100000 unless said.
 * "first" is a search whose counts are not remembered, as after every change of the catalogue; "again" the same once more.
 */
const count = Number(process.argv[2] ?? 100_000)
const rounds = 200
const adds = 2000
const template = {
  mediaId: 'demo',
  width: 320,
  height: 240,
  durationMs: 1000,
  frames: 15,
  renditions: {},
  hasAlpha: null,
  alt: null,
  rating: null,
  visibility: 'public' as const,
  hidden: false,
  ownerId: null,
}

const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
const { db, close } = await openDatabase({ file: join(folder, 'bench.db') })
const store = new SqlCatalogueStore(db)

const loadStart = performance.now()
await addDemoGifs(db, { count, template })
console.log(
  `${count} GIFs loaded in ${((performance.now() - loadStart) / 1000).toFixed(1)} s; times in microseconds\n`,
)
const snapshot = openSearchSnapshot(join(folder, 'bench.db'))
const index = new LiveIndex(await buildIndex(snapshot.batches(), { expectedDocuments: count }))
snapshot.close()
index.setCategories(await store.listCategories())
const deps = { catalogue: store, index, changes: { current: () => null } }
console.log(
  `${'question'.padEnd(44)}${'hits'.padStart(8)}${'p50'.padStart(9)}${'p99'.padStart(9)}${'max'.padStart(9)}`,
)

await searches()
await reads()
await singleAdds()
await searches()
await close()
await rm(folder, { recursive: true })

async function searches(): Promise<void> {
  const texts = [
    'cat',
    'happy',
    'guitar',
    'cat happy',
    'cat dog dance',
    'c',
    'ca',
    'bab',
    'animals',
    'funny f',
    'nothing at all',
  ]
  for (const text of texts) {
    await search(`first: ${text}`, { text }, forgetCounts)
    await search(`again: ${text}`, { text })
  }
  await search('first: cat, in a category', { text: 'cat', categoryCode: 'animals' }, forgetCounts)
  await search('first: cat, with NSFW', { text: 'cat', maxRating: 'r' }, forgetCounts)
  await search('first: cat, from 10000', { text: 'cat', start: 10_000 }, forgetCounts)
  await search('again: cat, from 10000', { text: 'cat', start: 10_000 })
  await search('newest of all', {})
  await search('newest of all, from 10000', { start: 10_000 })
  await search('newest of a category', { categoryCode: 'animals' })
  await search('newest of a category, from 10000', { categoryCode: 'animals', start: 10_000 })
}

async function reads(): Promise<void> {
  const { ids } = await store.newest({ categoryId: null, maxRating: 'r' }, { start: count / 2, limit: 100 })
  const gifs = await store.gifsByIds(ids)
  const codes = gifs.map(({ code }) => code)
  let next = 0
  await measure('a GIF by its code', '', 10_000, () => store.gifByCode(codes[next++ % codes.length] ?? ''))
  await measure('random of all', '', 2000, () => store.random({ categoryId: null, maxRating: 'pg-13' }))
  await measure('random of a category', '', 2000, () => store.random({ categoryId: 1, maxRating: 'pg-13' }))
  await measure('the categories', '', 2000, () => store.listCategories())
}

async function singleAdds(): Promise<void> {
  const title = 'A happy cat dances with a tiny umbrella'
  await measure(`one GIF added, durably (${adds} times)`, '', adds, () =>
    db.transaction().execute(async (trx) => {
      const gif = { ...template, code: newCode(), title, tags: ['cat', 'rain'], categoryId: 1, createdAt: 0 }
      await insertGif(trx, gif)
    }),
  )
}

async function search(
  label: string,
  asked: Partial<GifQuery>,
  before?: () => Promise<unknown>,
): Promise<void> {
  const query = { text: '', categoryCode: null, maxRating: 'pg-13' as const, start: 0, limit: 25, ...asked }
  const { total } = await findGifs(deps, query)
  await measure(label, String(total), rounds, () => findGifs(deps, query), before)
}

/** What any change of the catalogue does to the counts that are remembered. */
function forgetCounts(): Promise<unknown> {
  return db
    .updateTable('catalogue_version')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute()
}

async function measure(
  label: string,
  hits: string,
  times: number,
  ask: () => Promise<unknown>,
  before?: () => Promise<unknown>,
): Promise<void> {
  const micros: number[] = []
  for (let round = 0; round < times; round++) {
    await before?.()
    const start = performance.now()
    await ask()
    micros.push((performance.now() - start) * 1000)
  }
  micros.sort((a, b) => a - b)
  const shown = [0.5, 0.99, 1].map((share) => micros[Math.min(times - 1, Math.floor(share * times))] ?? 0)
  const numbers = shown.map((value) => value.toFixed(0).padStart(9)).join('')
  console.log(`${label.padEnd(44)}${hits.padStart(8)}${numbers}`)
}
