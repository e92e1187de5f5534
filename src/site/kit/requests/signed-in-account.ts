import type { FastifyRequest } from 'fastify'
import type { Account } from '../../../accounts/account.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { SessionRecord } from '../../../accounts/session-store.ts'
import { english } from '../../messages/en/messages.ts'
import { accountOf } from './viewer-of-session.ts'

/**
 * The account that is signed in with this browser. Throws AppError unauthorized otherwise, also for an API token: it must
 * not create other tokens, which would outlive it, nor read what is stored about its account.
 */
export function signedInAccount(request: FastifyRequest): Account {
  return signedIn(request).account
}

/** The same with the session. */
export function signedIn(request: FastifyRequest): { account: Account; session: SessionRecord } {
  const { session } = request
  if (session === null) throw new AppError('unauthorized', english.kit.errors.signInWithBrowser)
  return { account: accountOf(request), session }
}
