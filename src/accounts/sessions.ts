import { randomBytes } from 'node:crypto'
import { AppError } from '../lib/app-error.ts'
import type { Viewer } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { SessionLimits, SessionRecord, SessionStore, SignOnProof } from './session-store.ts'
import { hashSecret } from './tokens.ts'

/** Enough of a user agent to recognize the browser. */
const browserLength = 300

/** Signs a browser in. The key for its cookie is returned once; only its hash is stored. */
export async function startSession(
  store: SessionStore,
  accountId: number,
  browser: string,
  signOn?: SignOnProof,
): Promise<{ key: string; record: SessionRecord }> {
  const key = randomBytes(32).toString('base64url')
  const session = { accountId, hash: hashSecret(key), browser: browser.slice(0, browserLength) }
  return { key, record: await store.add(signOn === undefined ? session : { ...session, signOn }) }
}

/**
 * The same for somebody who has just set the password with this hash. Throws AppError unauthorized, and leaves no session,
 * if the password was changed or removed in the meantime, which ended all sessions of the account.
 */
export async function startPasswordSession(
  accounts: AccountStore,
  sessions: SessionStore,
  { accountId, passwordHash, browser }: { accountId: number; passwordHash: string; browser: string },
): Promise<{ key: string }> {
  const { key, record } = await startSession(sessions, accountId, browser)
  if ((await accounts.passwordHash(accountId)) !== passwordHash) {
    await sessions.remove(accountId, record.id)
    throw passwordChanged()
  }
  return { key }
}

/** The error of a password that somebody else changed at the same moment. */
export function passwordChanged(): AppError {
  return new AppError('unauthorized', { detail: 'passwordChanged' })
}

/** The viewer of a valid session; undefined for a key that is unknown or expired, or of a blocked account. */
export async function viewerOfSession(
  store: SessionStore,
  key: string,
  limits: SessionLimits,
): Promise<{ viewer: Viewer; session: SessionRecord } | undefined> {
  const known = await store.byHash(hashSecret(key), limits)
  if (known === undefined || known.account.blocked) return undefined
  return { viewer: { account: known.account }, session: known.session }
}
