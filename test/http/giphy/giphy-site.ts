import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import Type from 'typebox'
import { insertGif } from '#src/adapters/db/shared/catalogue/gif-rows.ts'
import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import { gifListSchema, gifSchema, metaSchema } from './schemas.ts'
import { newGif } from '../../contract/stores.ts'
import { type TestApp, startApp } from '../../support/app.ts'

export type GiphyGif = {
  id: string
  slug: string
  url: string
  embed_url: string
  title: string
  rating: string
  is_sticker: number
  images: Record<string, Record<string, string>>
  analytics_response_payload: string
  analytics: Record<'onload' | 'onclick' | 'onsent', { url: string }>
}

export type GiphyAnswer<T = GiphyGif[]> = {
  data: T
  pagination: { total_count: number; count: number; offset: number }
  meta: { status: number; msg: string; response_id: string }
}

export type GiphySite = TestApp & {
  /** Adds rows of GIFs, and returns the GIFs. */
  add(given: readonly Partial<NewGif>[]): Promise<Gif[]>
  /** The answer of a path under /v1, with status 200 and the envelope of every answer. */
  get<T = GiphyGif[]>(path: string): Promise<GiphyAnswer<T>>
  /** A list of GIFs, checked against the schema; returns their titles. */
  titles(path: string): Promise<string[]>
}

const isList = Compile(gifListSchema)
const isMeta = Compile(metaSchema)
const isSingle = Compile(Type.Object({ data: gifSchema, meta: metaSchema }, { additionalProperties: false }))

export function assertList(answer: unknown): asserts answer is GiphyAnswer {
  assert.ok(isList.Check(answer), JSON.stringify(isList.Errors(answer).slice(0, 3)))
}

export function assertSingle(answer: unknown): asserts answer is GiphyAnswer<GiphyGif> {
  assert.ok(isSingle.Check(answer), JSON.stringify(isSingle.Errors(answer).slice(0, 3)))
}

/** The production app without workers. */
export async function startGiphySite(
  t: { after(action: () => Promise<void>): void },
  settings: Record<string, string> = {},
): Promise<GiphySite> {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', ...settings })
  const get = async <T = GiphyGif[]>(path: string) => {
    const response = await app.fetch(path.startsWith('/v') ? path : `/v1${path}`)
    const answer = (await response.json()) as GiphyAnswer<T>
    assert.equal(response.status, 200, `${path}: ${JSON.stringify(answer)}`)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.ok(isMeta.Check(answer.meta), `${path}: ${JSON.stringify(answer.meta)}`)
    return answer
  }
  return {
    ...app,
    get,
    add: (given) =>
      app.withStores(async ({ db, catalogue }) => {
        const gifs = given.map(newGif)
        await db.transaction().execute(async (trx) => {
          for (const gif of gifs) await insertGif(trx, gif)
        })
        return Promise.all(gifs.map(async ({ code }) => (await catalogue.gifByCode(code))!))
      }),
    async titles(path) {
      const answer = await get(path)
      assertList(answer)
      assert.equal(answer.pagination.count, answer.data.length)
      return answer.data.map(({ title }) => title)
    },
  }
}
