import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changePassword } from '../../accounts/change-password.ts'
import { makeToken } from '../../accounts/tokens.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { newTokenPage, revokeTokenPage } from '../pages/token-pages.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { postForm, typedText } from '../post-form.ts'
import { readText } from '../read-query.ts'
import { sendPage } from '../send-page.ts'
import type { Site } from '../site.ts'
import { noPage } from '../site-errors.ts'
import { signedInAccount } from '../signed-in-account.ts'
import { browserOf, clientOf, enter } from './account-routes.ts'
import { pathNumber } from './admin/admin-change.ts'
import { ownDataRoutes } from './own-data-routes.ts'

const tokenNameLength = 100

/** What an account can see and change of itself. */
export function settingsRoutes(scope: FastifyInstance, site: Site): void {
  scope.get('/settings', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, await shown(site, request))
  })
  // Where password managers look for the way to change a password.
  scope.get('/.well-known/change-password', { schema: { hide: true } }, (request, reply) =>
    reply.redirect(site.view(request).links.path('/settings#password'), 303),
  )
  postForm(scope, '/settings/password', {
    values: Type.Object({
      current_password: Type.String({ maxLength: 1000 }),
      new_password: Type.String({ maxLength: 1000 }),
    }),
    config: { rate: 'signIn' },
    async take({ current_password: current, new_password: next }, request, reply) {
      const change = { current, next, browser: browserOf(request), client: clientOf(site, request) }
      const { key } = await changePassword(site, signedInAccount(request), change)
      await enter(site, request, reply, key)
      return reply.redirect(settingsPath(site, request, 'password'), 303)
    },
    again: (_typed, error, request) => shown(site, request, { error }),
  })
  tokenRoutes(scope, site)
  sessionRoutes(scope, site)
  ownDataRoutes(scope, site)
}

function tokenRoutes(scope: FastifyInstance, site: Site): void {
  const { accounts, catalogue, view } = site

  postForm(scope, '/settings/tokens', {
    values: Type.Object({ name: Type.String() }),
    async take({ name }, request, reply) {
      const { id } = signedInAccount(request)
      const { token, record } = await makeToken(accounts, id, checkTokenName(name))
      const [category] = await catalogue.listCategories()
      reply.header('cache-control', 'no-store')
      return sendPage(
        request,
        reply,
        newTokenPage(view(request), { token, record, categoryId: category?.id ?? 1 }),
      )
    },
    again: (typed, error, request) => shown(site, request, { error, tokenName: typedText(typed, 'name') }),
  })

  scope.get('/settings/tokens/:id/revoke', { schema: { hide: true } }, async (request, reply) => {
    const account = signedInAccount(request)
    const id = pathNumber(request, 'id')
    const token = (await accounts.tokens(account.id)).find((known) => known.id === id)
    if (token === undefined) throw noPage()
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, revokeTokenPage(view(request), token))
  })

  postForm(scope, '/settings/tokens/:id/revoke', {
    values: Type.Object({}),
    async take(_values, request, reply) {
      if (!(await accounts.revokeToken(signedInAccount(request).id, pathNumber(request, 'id'))))
        throw noPage()
      return reply.redirect(settingsPath(site, request, 'revoked'), 303)
    },
  })
}

function sessionRoutes(scope: FastifyInstance, site: Site): void {
  const { sessions } = site

  postForm(scope, '/settings/sessions/:id/end', {
    values: Type.Object({}),
    async take(_values, request, reply) {
      await sessions.remove(signedInAccount(request).id, pathNumber(request, 'id'))
      return reply.redirect(settingsPath(site, request, 'session'), 303)
    },
  })

  postForm(scope, '/settings/sessions/end-others', {
    values: Type.Object({}),
    async take(_values, request, reply) {
      await sessions.removeAll(signedInAccount(request).id, request.session?.id ?? null)
      return reply.redirect(settingsPath(site, request, 'sessions'), 303)
    },
  })
}

async function shown(
  site: Site,
  request: FastifyRequest,
  again: { error?: AppError; tokenName?: string } = {},
): Promise<Html> {
  const account = signedInAccount(request)
  const [tokens, sessions, hash] = await Promise.all([
    site.accounts.tokens(account.id),
    site.sessions.list(account.id, site.settings.sessionLimits),
    site.accounts.passwordHash(account.id),
  ])
  return settingsPage(site.view(request), {
    account,
    tokens,
    sessions,
    ownSessionId: request.session?.id ?? null,
    hasPassword: hash !== null,
    nowMs: site.clock.now(),
    done: readText(request.query, 'done'),
    error: again.error ?? null,
    tokenName: again.tokenName ?? '',
  })
}

function checkTokenName(name: string): string {
  const trimmed = name.replace(/[\p{C}\s]+/gu, ' ').trim()
  if (trimmed === '' || [...trimmed].length > tokenNameLength) {
    throw new AppError('invalid_value', `Give the token a name of 1 to ${tokenNameLength} characters.`, {
      field: 'name',
    })
  }
  return trimmed
}

function settingsPath({ view }: Site, request: FastifyRequest, done: string): string {
  return view(request).links.path(`/settings?done=${done}`)
}
