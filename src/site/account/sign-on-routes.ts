import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { confirmPassword } from '../../accounts/confirm-password.ts'
import { completeSignOn, linkSignOn, unlinkSignOn } from '../../accounts/sign-on/complete-sign-on.ts'
import type { SignOnClaims } from '../../accounts/sign-on/identity.ts'
import { type SignOnFlow, isFresh, staleSignOn } from '../../accounts/sign-on/sign-on-flows.ts'
import { toAppError, setErrorStatus } from '../../http/plugins/errors.ts'
import { AppError } from '../../lib/app-error.ts'
import { english } from '../messages/en/messages.ts'
import { clearSignOnCookie, readSignOnCookie, setSignOnCookie } from '../kit/requests/cookies.ts'
import { postForm } from '../kit/requests/post-form.ts'
import { readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { callerOf, signedIn } from '../kit/requests/viewer.ts'
import type { SignOn, Site } from '../site.ts'
import { browserOf, startBrowserSession } from './browser-session.ts'
import { nextPath } from '../kit/requests/next-path.ts'
import { renderSettings } from './render-settings.ts'
import { providerPage } from './provider-page.ts'
import { signInPage } from './sign-in-page.ts'

const callbackPath = '/login/callback'

/** Signs people in at the operator's OpenID provider, confirms their identity there, and links accounts to it. */
export function signOnRoutes(scope: FastifyInstance, site: Site): void {
  const { signOn, view } = site
  if (signOn === null) return
  // Each route begins or ends something, which a HEAD request must not do.
  const hidden = { schema: { hide: true }, exposeHeadRoute: false }

  scope.get('/login/provider', hidden, async (request, reply) => {
    const next = nextPath(readText(request.query, 'next'), '/')
    reply.header('cache-control', 'no-store')
    if (request.viewer.account !== null) return reply.redirect(view(request).links.path(next), 303)
    try {
      const flow = { purpose: 'sign-in', sessionId: null, next } as const
      return reply.redirect(await beginFlow(site, signOn, request, reply, flow), 303)
    } catch (error) {
      return sendSignInPage(site, request, reply, error, next)
    }
  })

  scope.get('/login/confirm', hidden, async (request, reply) => {
    const { session } = signedIn(request)
    const next = nextPath(readText(request.query, 'next'), '/settings')
    reply.header('cache-control', 'no-store')
    const flow = { purpose: 'confirm', sessionId: session.id, next } as const
    return reply.redirect(await beginFlow(site, signOn, request, reply, flow), 303)
  })

  scope.get(callbackPath, { ...hidden, config: { rate: 'signIn' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { settings } = site
    const cookie = readSignOnCookie(request, settings.url())
    if (cookie !== '') clearSignOnCookie(reply, settings.url())
    let next = '/'
    try {
      const flow = signOn.flows.finish(cookie, readText(request.query, 'state'))
      next = flow.next
      const claims = await signOn.provider.identify(answerUrl(site, request), toRequest(site, request, flow))
      const to = await finishFlow(site, signOn, { request, reply, flow, claims })
      return reply.redirect(view(request).links.path(to), 303)
    } catch (error) {
      if (request.viewer.account !== null) throw error
      return sendSignInPage(site, request, reply, error, next)
    }
  })

  linkRoutes(scope, site, signOn)
}

function linkRoutes(scope: FastifyInstance, site: Site, signOn: SignOn): void {
  const { view } = site
  // POST only: a site that signed a person in at the provider as someone else must not be able to link the account.
  postForm(scope, '/settings/sign-on/link', {
    values: Type.Object({ password: Type.Optional(Type.String({ maxLength: 1000 })) }),
    config: { rate: 'signIn' },
    async handle({ password = '' }, request, reply) {
      const { account, session } = signedIn(request)
      const caller = callerOf(site, request)
      await confirmPassword(site, account, session, { password, field: 'password', caller })
      const flow = { purpose: 'link', sessionId: session.id, next: '/settings' } as const
      const url = await beginFlow(site, signOn, request, reply, flow)
      reply.header('cache-control', 'no-store')
      const { title, text, go } = english.account.signOn.toProvider(signOn.rules.name)
      return sendPage(request, reply, providerPage(view(request), { title, text, go, url }))
    },
    rerender: (_typed, error, request) => renderSettings(site, request, { error }),
  })

  postForm(scope, '/settings/sign-on/unlink', {
    values: Type.Object({ issuer: Type.String({ maxLength: 2000 }) }),
    async handle({ issuer }, request, reply) {
      const { account, session } = signedIn(request)
      if (!site.settings.passwords) throw new AppError('forbidden', english.account.signOn.onlyWay)
      // Sessions that began at the provider could no longer be confirmed.
      await unlinkSignOn(site.accounts, account.id, issuer, signOn.rules)
      await site.sessions.removeAll(account.id, session.idToken === null ? session.id : null)
      return reply.redirect(view(request).links.path('/settings?done=unlinked'), 303)
    },
    rerender: (_typed, error, request) => renderSettings(site, request, { error }),
  })
}

/** Begins a flow in this browser. Returns the address of the provider to redirect to. */
async function beginFlow(
  site: Site,
  { flows, provider }: SignOn,
  request: FastifyRequest,
  reply: FastifyReply,
  given: Pick<SignOnFlow, 'purpose' | 'sessionId' | 'next'>,
): Promise<string> {
  const { flow, cookie } = flows.start(given)
  const url = await provider.authorizationUrl(toRequest(site, request, flow))
  setSignOnCookie(reply, site.settings.url(), cookie, flows.validMs)
  return url
}

type Finished = { request: FastifyRequest; reply: FastifyReply; flow: SignOnFlow; claims: SignOnClaims }

/** Completes the purpose of the flow. Returns the path to redirect to. */
async function finishFlow(
  site: Site,
  { rules }: SignOn,
  { request, reply, flow, claims }: Finished,
): Promise<string> {
  if (flow.purpose === 'sign-in') {
    const { account, key, outcome } = await completeSignOn(site, claims, rules, browserOf(request))
    await startBrowserSession(site, request, reply, account, key)
    return outcome === 'linked' ? '/settings?done=linked-by-email' : flow.next
  }
  const { account, session } = signedIn(request)
  if (session.id !== flow.sessionId) throw staleSignOn()
  if (flow.purpose === 'link') {
    await linkSignOn(site.accounts, { account, sessionId: session.id }, claims, rules)
    return '/settings?done=linked'
  }
  const confirmed = await site.accounts.byIdentity(claims)
  const texts = english.account.signOn
  if (confirmed?.id !== account.id) throw new AppError('forbidden', texts.somebodyElse(rules.name))
  if (!isFresh(flow, claims.authenticatedAt)) throw new AppError('forbidden', texts.notConfirmed(rules.name))
  await site.sessions.confirm(session.id)
  return flow.next
}

function toRequest(site: Site, request: FastifyRequest, { state, nonce, verifier, purpose }: SignOnFlow) {
  const callbackUrl = site.view(request).links.absolute(callbackPath)
  return { state, nonce, verifier, callbackUrl, reauthenticate: purpose === 'confirm' }
}

/** The address the provider sent the browser to, with the configured host instead of the request's. */
function answerUrl(site: Site, request: FastifyRequest): URL {
  const url = new URL(site.view(request).links.absolute(callbackPath))
  const [, query = ''] = request.url.split('?', 2)
  url.search = query
  return url
}

/** Sends the sign-in page with the error. Throws internal errors. */
async function sendSignInPage(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  next: string,
): Promise<FastifyReply> {
  const known = toAppError(error as FastifyError | AppError)
  if (known.code === 'internal') throw error
  setErrorStatus(known, reply)
  return sendPage(request, reply, signInPage(site.view(request), { email: '', next, error: known }))
}
