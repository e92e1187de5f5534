import type { Kysely, Selectable } from 'kysely'
import type { Account } from '../../../../accounts/account.ts'
import type { Identity } from '../../../../accounts/sign-on/identity.ts'
import { AppError } from '../../../../lib/app-error.ts'
import type { Tables } from '../tables.ts'

/** The columns for `toAccount`. Only queries that ask for it read the hash of the password. */
export const accountColumns = [
  'account.id',
  'account.email',
  'account.premium',
  'account.admin',
  'account.blocked',
  'account.created_at',
] as const

/** Uses of tokens and sessions are recorded to the minute, so that not every request writes. */
export const lastUseMs = 60_000

/** Converts a row to the domain's account. */
export function toAccount(
  row: Omit<Selectable<Tables['account']>, 'password_hash' | 'ended_access'>,
): Account {
  return {
    id: row.id,
    email: row.email,
    premium: row.premium === 1,
    admin: row.admin === 1,
    blocked: row.blocked === 1,
    createdAt: row.created_at,
  }
}

/** The form in which e-mail addresses are compared: without case and surrounding spaces. */
export function foldedEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** The error for a session whose account was removed. */
export function accountGone(): AppError {
  return new AppError('unauthorized', { detail: 'accountGone' })
}

/** Returns true if a session has not ended. */
export async function isSession(db: Kysely<Tables>, id: number): Promise<boolean> {
  const row = await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Links a person to an account. */
export async function insertIdentity(
  db: Kysely<Tables>,
  accountId: number,
  { issuer, subject, email }: Identity & { email: string | null },
  now: number,
): Promise<void> {
  await db
    .insertInto('account_identity')
    .values({ issuer, subject, account_id: accountId, email, linked_at: now, last_used_at: now })
    .execute()
}
