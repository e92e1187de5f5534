import type { FastifyRequest } from 'fastify'
import { isConfirmed } from '../../accounts/confirm-password.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { readText } from '../kit/requests/read-query.ts'
import { signedIn } from '../kit/requests/viewer.ts'
import type { Site } from '../site.ts'
import { settingsPage } from './settings-page.ts'

/** Renders the settings of the signed-in account, with the state of a rejected form. */
export async function renderSettings(
  site: Site,
  request: FastifyRequest,
  state: { error?: AppError; tokenName?: string; revokeTokens?: boolean } = {},
): Promise<Html> {
  const { account, session } = signedIn(request)
  const [tokens, sessions, hash, identities, endedAccess] = await Promise.all([
    site.accounts.tokens(account.id),
    site.sessions.list(account.id, site.settings.sessionLimits),
    site.accounts.passwordHash(account.id),
    site.accounts.identities(account.id),
    site.accounts.endedAccess(account.id),
  ])
  return settingsPage(site.view(request), {
    account,
    tokens,
    sessions,
    identities,
    endedAccess,
    ownSessionId: session.id,
    isConfirmationNeeded: !isConfirmed(session, site.clock),
    hasPassword: hash !== null,
    nowMs: site.clock.now(),
    done: readText(request.query, 'done'),
    error: state.error ?? null,
    tokenName: state.tokenName ?? '',
    revokeTokens: state.revokeTokens ?? true,
  })
}
