import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changePassword } from '../../accounts/change-password.ts'
import { confirmPassword } from '../../accounts/confirm-password.ts'
import { hashSecret, makeToken } from '../../accounts/tokens.ts'
import { AppError } from '../../lib/app-error.ts'
import { cleanLine } from '../../lib/text/clean-text.ts'
import { newTokenPage, revokeTokenPage } from './token-pages.ts'
import { postForm, typedFlag, typedText } from '../kit/requests/post-form.ts'
import { readPathId } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { noPage } from '../kit/requests/site-errors.ts'
import { callerOf, signedIn, signedInAccount } from '../kit/requests/viewer.ts'
import { browserOf, startBrowserSession } from './browser-session.ts'
import { renderSettings } from './render-settings.ts'
import { ownDataRoutes } from './own-data-routes.ts'
import { trimmedText } from '../../lib/text/text-lengths.ts'
import { uploaderFile, uploaderFormats } from './uploader-files.ts'
import { html } from '../../lib/html.ts'
import { layout } from '../kit/page/layout.ts'
import { webhookRoutes } from '../kit/webhooks/webhook-routes.ts'

const tokenNameLength = 100

/** GET /settings, and the forms to change the settings of an account. */
export function settingsRoutes(scope: FastifyInstance, site: Site): void {
  scope.get('/settings', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, await renderSettings(site, request))
  })
  // Password managers look here for the page that changes a password.
  scope.get('/.well-known/change-password', { schema: { hide: true } }, (request, reply) =>
    reply.redirect(site.view(request).links.path('/settings#password'), 303),
  )
  postForm(scope, '/settings/password', {
    values: Type.Object({
      current_password: Type.String({ maxLength: 1000 }),
      new_password: Type.String({ maxLength: 1000 }),
      revoke_tokens: Type.Optional(Type.Boolean({ default: false })),
    }),
    config: { rate: 'signIn' },
    async handle(values, request, reply) {
      const { current_password: current, new_password: next, revoke_tokens: revokeTokens = false } = values
      const account = signedInAccount(request)
      if (!site.settings.passwords) throw new AppError('forbidden', { detail: 'noPasswords' })
      const from = { browser: browserOf(request), caller: callerOf(site, request) }
      const { key } = await changePassword(site, account, {
        current,
        next,
        endPrograms: revokeTokens,
        ...from,
      })
      await startBrowserSession(site, request, reply, account, key)
      const kept = [...(await site.accounts.tokens(account.id)), ...(await site.webhooks.list(account.id))]
      return reply.redirect(settingsPath(site, request, kept.length > 0 ? 'password-only' : 'password'), 303)
    },
    rerender: (typed, error, request) =>
      renderSettings(site, request, { error, revokeTokens: typedFlag(typed, 'revoke_tokens') }),
  })
  postForm(scope, '/settings/ended-access/dismiss', {
    values: Type.Object({}),
    async handle(_values, request, reply) {
      await site.accounts.dismissEndedAccess(signedInAccount(request).id)
      return reply.redirect(site.view(request).links.path('/settings'), 303)
    },
  })
  tokenRoutes(scope, site)
  sessionRoutes(scope, site)
  accountWebhookRoutes(scope, site)
  ownDataRoutes(scope, site)
}

function tokenRoutes(scope: FastifyInstance, site: Site): void {
  const { accounts, catalogue, view } = site

  postForm(scope, '/settings/tokens', {
    values: Type.Object({
      name: trimmedText(tokenNameLength),
      password: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    config: { rate: 'signIn' },
    async handle({ name, password = '' }, request, reply) {
      const { account, session } = signedIn(request)
      const tokenName = checkTokenName(name)
      const caller = callerOf(site, request)
      await confirmPassword(site, account, session, { password, field: 'password', caller })
      const { token, record } = await makeToken(accounts, account.id, tokenName, session.id)
      const [category] = await catalogue.listCategories()
      reply.header('cache-control', 'no-store')
      return sendPage(
        request,
        reply,
        newTokenPage(view(request), { token, record, categoryId: category?.id ?? 1 }),
      )
    },
    rerender: (typed, error, request) =>
      renderSettings(site, request, { error, tokenName: typedText(typed, 'name') }),
  })

  postForm(scope, '/settings/uploader', {
    values: Type.Object({
      token: Type.String({ maxLength: 100 }),
      format: Type.Union(uploaderFormats.map((format) => Type.Literal(format))),
    }),
    async handle({ token, format }, request, reply) {
      const { id } = signedInAccount(request)
      const owner = await accounts.byTokenHash(hashSecret(token))
      if (owner?.id !== id) throw new AppError('invalid_value', { detail: 'otherToken' })
      const { name, links } = view(request)
      const file = uploaderFile(format, { siteName: name, url: links.absolute('/api/upload'), token })
      return reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename="${file.name}"`,
        })
        .type(file.type)
        .send(file.text)
    },
  })

  scope.get('/settings/tokens/:id/revoke', { schema: { hide: true } }, async (request, reply) => {
    const account = signedInAccount(request)
    const id = readPathId(request, 'id')
    const token = (await accounts.tokens(account.id)).find((known) => known.id === id)
    if (token === undefined) throw noPage()
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, revokeTokenPage(view(request), token))
  })

  postForm(scope, '/settings/tokens/:id/revoke', {
    values: Type.Object({}),
    async handle(_values, request, reply) {
      if (!(await accounts.revokeToken(signedInAccount(request).id, readPathId(request, 'id'))))
        throw noPage()
      return reply.redirect(settingsPath(site, request, 'revoked'), 303)
    },
  })
}

function sessionRoutes(scope: FastifyInstance, site: Site): void {
  const { sessions } = site

  postForm(scope, '/settings/sessions/:id/end', {
    values: Type.Object({}),
    async handle(_values, request, reply) {
      await sessions.remove(signedInAccount(request).id, readPathId(request, 'id'))
      return reply.redirect(settingsPath(site, request, 'session'), 303)
    },
  })

  postForm(scope, '/settings/sessions/end-others', {
    values: Type.Object({}),
    async handle(_values, request, reply) {
      await sessions.removeAll(signedInAccount(request).id, request.session?.id ?? null)
      return reply.redirect(settingsPath(site, request, 'sessions'), 303)
    },
  })
}

function checkTokenName(name: string): string {
  const trimmed = name.length > 4 * tokenNameLength ? '' : cleanLine(name)
  if (trimmed === '' || [...trimmed].length > tokenNameLength) {
    throw new AppError(
      'invalid_value',
      { detail: 'tokenNameLength', max: tokenNameLength },
      { field: 'name' },
    )
  }
  return trimmed
}

function settingsPath({ view }: Site, request: FastifyRequest, done: string): string {
  return view(request).links.path(`/settings?done=${done}`)
}

/** GET /settings/webhooks: the webhooks of an account. */
function accountWebhookRoutes(scope: FastifyInstance, site: Site): void {
  webhookRoutes(scope, site, {
    path: '/settings/webhooks',
    ownerOf: (request) => signedInAccount(request).id,
    hint: (view) => view.messages.webhooks.hint,
    frame: (view, title, main) =>
      layout(view, {
        feature: 'account',
        title,
        indexed: false,
        main: html`<div class="page--text stack">
          <h1>${title}</h1>
          ${main}
        </div>`,
      }),
  })
}
