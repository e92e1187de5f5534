import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Account, Caller, Viewer } from '../../../accounts/account.ts'
import type { SessionRecord } from '../../../accounts/session-store.ts'
import { viewerOfSession } from '../../../accounts/sessions.ts'
import { AppError } from '../../../lib/app-error.ts'
import { sessionKey } from './cookies.ts'
import type { Site } from '../../site.ts'
import { clientKey, networkKey } from '../../../lib/net/client-key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of a signed-in viewer; null for visitors and for requests with a token. */
    session: SessionRecord | null
  }
}

type SessionDeps = Pick<Site, 'sessions'> & {
  settings: Pick<Site['settings'], 'url' | 'sessionLimits' | 'passwords'>
}

/**
 * Sets the viewer of every page by the session cookie. A token, which the server has already read, takes precedence.
 */
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
  // Sessions that began with a password end when passwords are switched off.
  return known?.session.idToken === null && !settings.passwords ? undefined : known
}

/** The viewer's account. Throws AppError unauthorized, which redirects a visitor to sign in. */
export function accountOf({ viewer }: FastifyRequest): Account {
  if (viewer.account === null) throw new AppError('unauthorized', { detail: 'signInFirst' })
  return viewer.account
}

/**
 * The operator's account. Throws AppError not_found for other accounts, for which the operator's pages do not exist.
 */
export function adminOf(request: FastifyRequest): Account {
  const account = accountOf(request)
  if (!account.admin || request.session === null) throw new AppError('not_found', { detail: 'noAdminPage' })
  return account
}

/**
 * The account signed in with this browser. Throws AppError unauthorized otherwise, also for an API token: a token must
 * not create other tokens, which would outlive it, nor read the data of its account.
 */
export function signedInAccount(request: FastifyRequest): Account {
  return signedIn(request).account
}

/** The account signed in with this browser, and its session; throws like `signedInAccount`. */
export function signedIn(request: FastifyRequest): { account: Account; session: SessionRecord } {
  const { session } = request
  if (session === null) throw new AppError('unauthorized', { detail: 'signInWithBrowser' })
  return { account: accountOf(request), session }
}

/** The client of a sign-in attempt; null if rate limits are switched off. */
export function clientOf({ rates }: Site, { ip }: FastifyRequest): Caller['client'] {
  return rates === null ? null : { address: clientKey(ip), network: networkKey(ip) }
}

/** The caller who confirms a password within a session. */
export function callerOf(site: Site, request: FastifyRequest): Caller {
  const knownAs = request.session === null ? null : `session ${request.session.id}`
  return { client: clientOf(site, request), knownAs }
}

export type ChangeDetails = Record<string, string | number | boolean>

/** Logs a change by an operator, with the operator's id. */
export function logAdminChange(request: FastifyRequest, action: string, details: ChangeDetails): void {
  request.log.info({ admin: accountOf(request).id, action, ...details }, 'an operator changed something')
}
