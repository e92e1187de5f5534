import { type Kysely, sql } from 'kysely'
import type {
  NewVisitorGif,
  PublishingState,
  UnpublishedQuota,
} from '../../../../catalogue/publishing/visitor-gif.ts'
import { tooManyUnpublished } from '../../../../catalogue/publishing/publishing-rules.ts'
import type { Renditions } from '../../../../media/rendition.ts'
import { listOf } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Adds the row of a visitor's requested GIF. Call inside a transaction. */
export async function insertVisitorGif(
  trx: Kysely<Tables>,
  { code, client, now }: { code: string; client: string | null; now: number },
  { keyHash, state }: NewVisitorGif,
): Promise<void> {
  const counted = state === 'published' ? null : client
  await trx
    .insertInto('visitor_gif')
    .values({ code, key_hash: keyHash, state, client: counted, since: now })
    .execute()
}

/**
 * Throws AppError rate_limited if the client has reached its limit of unpublished GIFs, including those being made, or
 * of their bytes.
 */
export async function checkUnpublished(
  db: Kysely<Tables>,
  client: string,
  quota: UnpublishedQuota,
): Promise<void> {
  const made = await db
    .selectFrom('visitor_gif')
    .select((eb) => [eb.fn.count<number>('bytes').as('gifs'), eb.fn.sum<number | null>('bytes').as('bytes')])
    .where('client', '=', client)
    .executeTakeFirstOrThrow()
  const underWay = await db
    .selectFrom('task')
    .innerJoin('visitor_gif', 'visitor_gif.code', 'task.code')
    .select((eb) => eb.fn.countAll<number>().as('gifs'))
    .where('task.class', '=', 'creation')
    .where('task.client', '=', client)
    .where('task.ended_at', 'is', null)
    .where('visitor_gif.client', '=', client)
    .executeTakeFirstOrThrow()
  const gifs = made.gifs + underWay.gifs
  if (gifs >= quota.gifs || (made.bytes ?? 0) >= quota.bytes) throw tooManyUnpublished(gifs)
}

/**
 * Records that a visitor's GIF is made, and the size of its files; does nothing for other GIFs. Returns its state, or
 * undefined.
 */
export async function noteMade(
  trx: Kysely<Tables>,
  { code, renditions }: { code: string; renditions: Renditions },
  now: number,
): Promise<PublishingState | undefined> {
  const made = await trx
    .updateTable('visitor_gif')
    .set({ bytes: bytesOf(renditions), since: now })
    .where('code', '=', code)
    .returning('state')
    .executeTakeFirst()
  return made?.state
}

/** Records the new size after more files were made. */
export async function noteBytes(
  trx: Kysely<Tables>,
  codes: readonly string[],
  renditions: Renditions,
): Promise<void> {
  await trx
    .updateTable('visitor_gif')
    .set({ bytes: bytesOf(renditions) })
    .where('code', 'in', listOf(codes))
    .execute()
}

/** The condition of the index of states, in the same words. */
export const inStateIndex = sql<boolean>`visitor_gif.state <> 'published' and visitor_gif.bytes is not null`

/** Counts the GIFs that wait for the operator. */
export async function countWaiting(db: Kysely<Tables>): Promise<number> {
  const { waiting } = await db
    .selectFrom('visitor_gif')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('state', '=', 'waiting')
    .where(inStateIndex)
    .executeTakeFirstOrThrow()
  return waiting
}

function bytesOf(renditions: Renditions): number {
  return Object.values(renditions).reduce((sum, file) => sum + (file?.bytes ?? 0), 0)
}
