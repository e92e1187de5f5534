import { type Kysely, sql } from 'kysely'
import type { KeptSource } from '../../../../creation/kept-source.ts'
import type { NewDerivation } from '../../../../creation/task.ts'
import { renditionNames } from '../../../../media/rendition.ts'
import { defaultClipOptions } from '../../../../options/clip-options.ts'
import { storedGifOptions } from '../../../../options/gif-options.ts'
import { jsonNumber, listOf } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { gifClasses } from './task-rows.ts'

/** The request of a derivation, stored as JSON. */
type DerivationRequest = Pick<NewDerivation, 'renditions' | 'loops' | 'source'>

/** Matches derivations that have a kept source at the given time. */
const keepsSource = (now: number) =>
  sql<boolean>`class = 'derivation' and ended_at is null and ${jsonNumber('request', 'source', 'until')} > ${now}`

/** Reads a stored request. Older versions did not know some options. */
export function readDerivation(json: string): DerivationRequest {
  const { renditions, loops, source } = JSON.parse(json) as DerivationRequest
  return {
    // Newer versions may know others.
    renditions: renditionNames.filter((name) => renditions.includes(name)),
    loops,
    source: source && { ...source, plan: withDefaults(source.plan) },
  }
}

/** Returns the bytes of kept sources at a time, including prepared ones: of all clients or of one. */
export async function keptBytes(db: Kysely<Tables>, now: number, client?: string): Promise<number> {
  return (await derivationBytes(db, now, client)) + (await preparedBytes(db, now, client))
}

/** Returns the bytes of sources kept for derivations, at a time. */
export async function derivationBytes(db: Kysely<Tables>, now: number, client?: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('task')
    .select(sql<number>`coalesce(sum(${jsonNumber('request', 'source', 'bytes')}), 0)`.as('bytes'))
    .where(keepsSource(now))
    .$if(client !== undefined, (query) => query.where('client', '=', client ?? ''))
    .executeTakeFirstOrThrow()
  return bytes
}

/**
 * Returns those of these file names whose source is kept, or may still be published by a creation, at the given time.
 */
export async function neededSources(
  db: Kysely<Tables>,
  mediaIds: string[],
  now: number,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('task')
    .select('media_id')
    .where('media_id', 'in', listOf(mediaIds))
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('class', 'in', gifClasses), keepsSource(now)]))
    .execute()
  // Sources about to be copied are needed by a derivation with another media id.
  const moved = await db
    .selectFrom('retired_media')
    .select('old_id')
    .where('old_id', 'in', listOf(mediaIds))
    .where('state', '=', 'copy')
    .execute()
  return new Set([...rows.flatMap(({ media_id: name }) => name ?? []), ...moved.map((row) => row.old_id)])
}

function withDefaults(plan: KeptSource['plan']): KeptSource['plan'] {
  if (plan.kind === 'keep') return plan
  const gif = storedGifOptions(plan.gif)
  if (plan.kind === 'pictures') return { ...plan, gif }
  return { ...plan, gif, clip: { ...defaultClipOptions, ...plan.clip } }
}

/** Returns the bytes of prepared sources, at a time. */
async function preparedBytes(db: Kysely<Tables>, now: number, client?: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('prepared_source')
    .select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('ends_at', '>', now)
    .$if(client !== undefined, (query) => query.where('client', '=', client ?? ''))
    .executeTakeFirstOrThrow()
  return bytes
}
