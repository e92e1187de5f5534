import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '../lib/app-error.ts'
import type { Account, Viewer } from './account.ts'
import type { AccountStore, TokenRecord } from './account-store.ts'

const prefix = 'gw_'

/** More than anyone can keep track of. */
const maxTokens = 50

/**
 * Creates an API token and stores its hash. The token itself is returned once and stored nowhere. Throws AppError
 * invalid_value when the account already has fifty, and unauthorized when the session `sessionId` has ended.
 */
export async function makeToken(
  store: AccountStore,
  accountId: number,
  name: string,
  sessionId?: number,
): Promise<{ token: string; record: TokenRecord }> {
  const token = prefix + randomBytes(32).toString('base64url')
  const hint = token.slice(0, prefix.length + 4)
  const hash = hashSecret(token)
  const record = await store.addToken({
    accountId,
    name,
    hash,
    hint,
    max: maxTokens,
    ...(sessionId !== undefined && { sessionId }),
  })
  return { token, record }
}

/**
 * The viewer of a token, without an operator's rights, which only sessions have; undefined for an unknown or revoked token.
 * Looked up by hash, so no secret is compared. Throws AppError forbidden when the account is blocked.
 */
export async function viewerOfToken(store: AccountStore, token: string): Promise<Viewer | undefined> {
  const account = await store.byTokenHash(hashSecret(token))
  if (account === undefined) return undefined
  refuseBlocked(account)
  return { account: { ...account, admin: false } }
}

/**
 * The hash that is stored for a token or a session key. Each has 256 random bits, so a plain hash is enough. It is looked up
 * by this hash; a database index does not compare in constant time, but its timing reveals only the hash of a guess, which
 * does not help to find a secret.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Throws AppError forbidden for an account that the operator has blocked. */
export function refuseBlocked(account: Account): void {
  if (account.blocked)
    throw new AppError('forbidden', 'The operator of this instance has blocked this account.')
}
