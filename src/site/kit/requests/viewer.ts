import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Account, Caller, Viewer } from '../../../accounts/account.ts'
import type { SessionRecord } from '../../../accounts/session-store.ts'
import { viewerOfSession } from '../../../accounts/sessions.ts'
import { AppError } from '../../../lib/app-error.ts'
import { english } from '../../messages/en/messages.ts'
import { sessionKey } from './cookies.ts'
import type { Site } from '../../site.ts'
import { clientKey, networkKey } from '../../../lib/net/client-key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the viewer of a page is signed in with; null for a visitor, and for a token. */
    session: SessionRecord | null
  }
}

type SessionDeps = Pick<Site, 'sessions'> & {
  settings: Pick<Site['settings'], 'url' | 'sessionLimits' | 'passwords'>
}

/** Pages know their viewer by the session's cookie. A token in the request, which the server has read, comes first. */
export function registerSessions(scope: FastifyInstance, deps: SessionDeps): void {
  scope.decorateRequest('session', null)
  scope.addHook('onRequest', async (request) => {
    const known = await sessionOf(request, deps)
    if (known === undefined) return
    request.viewer = known.viewer
    request.session = known.session
  })
}

/** Reads the viewer of a request outside the pages, such as one for a file. */
export function viewerReader(deps: SessionDeps): (request: FastifyRequest) => Promise<Viewer> {
  return async (request) => (await sessionOf(request, deps))?.viewer ?? request.viewer
}

async function sessionOf(request: FastifyRequest, { sessions, settings }: SessionDeps) {
  if (request.viewer.account !== null) return undefined
  const key = sessionKey(request, settings.url())
  const known = key === undefined ? undefined : await viewerOfSession(sessions, key, settings.sessionLimits)
  // Where passwords are switched off, the sessions end that began with one.
  return known?.session.idToken === null && !settings.passwords ? undefined : known
}

/** The viewer's account. Throws AppError unauthorized, which redirects a visitor to sign in. */
export function accountOf({ viewer }: FastifyRequest): Account {
  if (viewer.account === null) throw new AppError('unauthorized', english.kit.errors.signInFirst)
  return viewer.account
}

/** The same for the operator's pages, which are not there for other accounts: throws AppError not_found. */
export function adminOf(request: FastifyRequest): Account {
  const account = accountOf(request)
  if (!account.admin || request.session === null)
    throw new AppError('not_found', english.kit.errors.noAdminPage)
  return account
}

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

/** The source of a sign-in attempt; null where the operator has switched off rate limits. */
export function clientOf({ rates }: Site, { ip }: FastifyRequest): Caller['client'] {
  return rates === null ? null : { address: clientKey(ip), network: networkKey(ip) }
}

/** The source of a password that is confirmed within a session. */
export function callerOf(site: Site, request: FastifyRequest): Caller {
  const knownAs = request.session === null ? null : `session ${request.session.id}`
  return { client: clientOf(site, request), knownAs }
}

export type ChangeDetails = Record<string, string | number | boolean>

/** Logs a change by an operator, with the operator's id. */
export function logAdminChange(request: FastifyRequest, action: string, details: ChangeDetails): void {
  request.log.info({ admin: accountOf(request).id, action, ...details }, 'an operator changed something')
}
