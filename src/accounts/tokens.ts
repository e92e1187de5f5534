import { createHash, randomBytes } from 'node:crypto'
import type { Viewer } from './account.ts'
import type { AccountStore, TokenRecord } from './account-store.ts'

const prefix = 'gw_'

/** Makes an API token and stores its hash. The token itself is given here once and kept nowhere. */
export async function makeToken(
  store: AccountStore,
  accountId: number,
  name: string,
): Promise<{ token: string; record: TokenRecord }> {
  const token = prefix + randomBytes(32).toString('base64url')
  const hint = token.slice(0, prefix.length + 4)
  const record = await store.addToken({ accountId, name, hash: hashToken(token), hint })
  return { token, record }
}

/** The account a token stands for; undefined for one unknown or revoked. Looked up by hash, so no secret is compared. */
export async function viewerOfToken(store: AccountStore, token: string): Promise<Viewer | undefined> {
  const account = await store.byTokenHash(hashToken(token))
  return account === undefined ? undefined : { account }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
