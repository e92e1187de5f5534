import assert from 'node:assert/strict'
import { addMadeUpGifs } from '#src/adapters/db/shared/catalogue/demo-gifs.ts'
import { insertGif } from '#src/adapters/db/shared/catalogue/gif-rows.ts'
import { openStores, type Stores } from '#src/app/stores.ts'
import { newGif } from '../../contract/stores.ts'
import type { Answer } from '../answers.ts'
import { until } from '../until.ts'
import { testConfig } from '../instance.ts'

/** Uses the data in a folder, like a command. */
export async function withData<T>(folder: string, use: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  try {
    return await use(stores)
  } finally {
    await stores.close()
  }
}

/** Adds made-up GIFs. */
export function addGifs(folder: string, count: number): Promise<void> {
  const { code: _, title: __, tags: ___, categoryId: ____, createdAt: _____, ...template } = newGif()
  return withData(folder, ({ db }) => addMadeUpGifs(db, { count, template }))
}

/** Adds GIFs with these titles. Returns the code of the last one. */
export async function addTitles(folder: string, titles: readonly string[]): Promise<string> {
  const gifs = titles.map((title) => newGif({ title }))
  await withData(folder, ({ db }) =>
    db.transaction().execute(async (trx) => {
      for (const gif of gifs) await insertGif(trx, gif)
    }),
  )
  return gifs.at(-1)?.code ?? ''
}

type Found = { total: number; match: string; codes: string[] }

export async function find(url: string, text: string): Promise<Found> {
  const response = await fetch(`${url}/api/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q: text, nsfw: 1, limit: 20 }),
  })
  const answer = (await response.json()) as Answer & { match: string }
  assert.equal(response.status, 200, JSON.stringify(answer))
  return { total: answer.total, match: answer.match, codes: answer.result.map(({ code }) => code) }
}

/** The answers of a server to searches of all kinds: common and rare words, forms, prefixes, typos, several words. */
export async function answersOf(url: string): Promise<Record<string, Found>> {
  const texts = ['cat', 'dog', 'happy', 'dancing', 'c', 'funny cat', 'happpy', 'zebrafish', 'happy zebrafish']
  return Object.fromEntries(
    await Promise.all(texts.map(async (text): Promise<[string, Found]> => [text, await find(url, text)])),
  )
}

/** Waits until a server can be searched. */
export function untilReady(url: string): Promise<void> {
  return until('the search index is built', async () => (await fetch(`${url}/readyz`)).status === 200)
}
