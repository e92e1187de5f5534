import { type Kysely, sql, type UpdateObject } from 'kysely'
import {
  type AccessKind,
  accessKinds,
  type EndedAccess,
  type Ending,
} from '../../../../accounts/end-access.ts'
import { isUniqueViolation } from '../dialect.ts'
import { deleteDeliveries } from '../webhooks/event-rows.ts'
import { insertIdentity } from './account-rows.ts'
import type { Tables } from '../tables.ts'
import { acquireLock, inWriteTransaction } from '../transactions.ts'

/**
 * The table of each kind of access, with the column by which owners know its rows. Each row has the id of its account;
 * deleting a row also deletes what belongs to it, such as the deliveries of a webhook.
 */
export const accessTables = {
  sessions: { table: 'session', name: 'browser' },
  tokens: { table: 'api_token', name: 'name' },
  webhooks: { table: 'webhook', name: 'url' },
  identities: { table: 'account_identity', name: 'issuer' },
} as const satisfies Record<AccessKind, { table: keyof Tables; name: string }>

/** The number of endings kept for the owner; older ones are deleted. */
const maxTold = 5

/** Deliveries that waited during a block are not sent if they are older than this when it ends. */
const sentAfterBlockMs = 24 * 60 * 60_000

/**
 * Ends access to an account and applies the values of an Ending in one transaction. Returns undefined and changes
 * nothing if the account is gone, its password is not `instead`, or `link` is taken.
 */
export async function endAccess(
  db: Kysely<Tables>,
  id: number,
  ending: Ending,
  now: number,
): Promise<EndedAccess | undefined> {
  if (ending.kinds.includes('webhooks')) await deleteHistory(db, id)
  try {
    return await inAccessTransaction(db, (trx) => endInTransaction(trx, id, ending, now))
  } catch (error) {
    if (ending.link !== undefined && isUniqueViolation(error)) return undefined
    throw error
  }
}

/** Returns the endings that the owner of an account has not dismissed yet, newest first. */
export async function readEnded(db: Kysely<Tables>, id: number): Promise<EndedAccess[]> {
  const row = await db.selectFrom('account').select('ended_access').where('id', '=', id).executeTakeFirst()
  return JSON.parse(row?.ended_access ?? '[]') as EndedAccess[]
}

/**
 * Blocks or unblocks an account. Its access is kept but refused during a block. After the block its webhooks resume as
 * if it had not happened, except for deliveries that are too old.
 */
export async function setBlocked(
  db: Kysely<Tables>,
  id: number,
  blocked: boolean,
  now: number,
): Promise<void> {
  await inAccessTransaction(db, async (trx) => {
    await trx
      .updateTable('account')
      .set({ blocked: Number(blocked) })
      .where('id', '=', id)
      .execute()
    if (blocked) return
    const hooks = trx.selectFrom('webhook').select('id').where('account_id', '=', id)
    await trx
      .updateTable('task')
      .set({
        status: 'error',
        ended_at: now,
        claim_token: null,
        error: 'Not sent: it was older than a day when the account was unblocked.',
      })
      .where('webhook_id', 'in', hooks)
      .where('ended_at', 'is', null)
      .where('created_at', '<', now - sentAfterBlockMs)
      .execute()
    // Nothing was attempted during the block, so it does not count as days of failures.
    await trx.updateTable('webhook').set({ failing_since: null }).where('account_id', '=', id).execute()
  })
}

/**
 * Deletes the delivery history of an account's webhooks in batches: deleting a long history at once would hold the
 * process.
 */
export async function deleteHistory(db: Kysely<Tables>, id: number): Promise<void> {
  const hooks = await db.selectFrom('webhook').select('id').where('account_id', '=', id).execute()
  await deleteDeliveries(
    db,
    hooks.map((hook) => hook.id),
    { waiting: false },
  )
}

/** Holds the locks that adding tokens and webhooks takes, so that those calls see that their session has ended. */
function inAccessTransaction<T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return inWriteTransaction(db, 'accounts', async (trx) => {
    await acquireLock(trx, 'webhooks')
    return work(trx)
  })
}

async function endInTransaction(
  trx: Kysely<Tables>,
  id: number,
  { by, kinds, password, link, unlessUnused = false }: Ending,
  now: number,
): Promise<EndedAccess | undefined> {
  const account = await trx
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  if (account === undefined) return undefined
  if (password?.instead !== undefined && account.password_hash !== password.instead) return undefined
  const ended: EndedAccess = {
    by,
    at: now,
    password: password !== undefined && account.password_hash !== null,
    sessions: [],
    tokens: [],
    webhooks: [],
    identities: [],
  }
  const spared = unlessUnused && account.password_hash === null && !(await isUsed(trx, id))
  for (const kind of spared ? [] : kinds) {
    // The sign-on of the issuer of `link` is kept, so that adding another one fails.
    ended[kind] = await removeRows(trx, kind, id, kind === 'identities' ? link?.issuer : undefined)
  }
  if (link !== undefined) await insertIdentity(trx, id, link, now)
  const told = isTold(ended) ? [ended, ...(await readEnded(trx, id))].slice(0, maxTold) : undefined
  const change: UpdateObject<Tables, 'account'> = {
    ...(password !== undefined && { password_hash: password.hash }),
    ...(told !== undefined && { ended_access: JSON.stringify(told) }),
  }
  if (Object.keys(change).length > 0)
    await trx.updateTable('account').set(change).where('id', '=', id).execute()
  return ended
}

/** Returns true if the owner is notified: owners know that their own new password signs out browsers. */
function isTold(ended: EndedAccess): boolean {
  if (ended.by === 'owner') return ended.tokens.length + ended.webhooks.length > 0
  return ended.password || accessKinds.some((kind) => ended[kind].length > 0)
}

/**
 * Returns true if anything besides tokens gives access to an account without a password: someone has signed in to it.
 */
async function isUsed(trx: Kysely<Tables>, id: number): Promise<boolean> {
  for (const kind of accessKinds.filter((one) => one !== 'tokens')) {
    const { table } = accessTables[kind]
    const row = await trx
      .selectFrom(table)
      .select('account_id')
      .where('account_id', '=', id)
      .limit(1)
      .execute()
    if (row.length > 0) return true
  }
  return false
}

/** Removes an account's rows of a kind; returns their distinct names. */
async function removeRows(
  trx: Kysely<Tables>,
  kind: AccessKind,
  id: number,
  keptIssuer: string | undefined,
): Promise<string[]> {
  const { table, name } = accessTables[kind]
  const { rows } = await sql<{ name: string }>`
    delete from ${sql.table(table)} where account_id = ${id}
      ${keptIssuer === undefined ? sql`` : sql`and issuer <> ${keptIssuer}`}
    returning ${sql.ref(name)} as name
  `.execute(trx)
  return [...new Set(rows.map((row) => row.name))]
}
