import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { visitor } from '../../accounts/account.ts'
import type { SessionRecord } from '../../accounts/session-store.ts'
import { signIn } from '../../accounts/sign-in.ts'
import { signUp } from '../../accounts/sign-up.ts'
import { AppError } from '../../lib/app-error.ts'
import { browserOf, endSession, forgetPerson, startBrowserSession } from './browser-session.ts'
import { nextPath } from '../kit/requests/next-path.ts'
import { signInPage } from './sign-in-page.ts'
import { providerPage } from './provider-page.ts'
import { signUpPage } from './sign-up-page.ts'
import { english } from '../messages/en/messages.ts'
import { postForm, type Typed, typedText } from '../kit/requests/post-form.ts'
import { readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { readDeviceCookie } from '../kit/requests/cookies.ts'
import { clientOf } from '../kit/requests/viewer.ts'
import type { Site } from '../site.ts'

const credentials = Type.Object({
  email: Type.String({ maxLength: 1000 }),
  password: Type.String({ maxLength: 1000 }),
  next: Type.Optional(Type.String()),
})

/** Signs people in, up and out. */
export function signInRoutes(scope: FastifyInstance, site: Site): void {
  const { view, settings } = site
  const hidden = { schema: { hide: true } }
  const empty = { email: '', error: null }

  /** Shows the page to visitors; redirects accounts that are signed in. */
  const entryPage =
    (page: typeof signInPage, fallback: string) => (request: FastifyRequest, reply: FastifyReply) => {
      const next = nextPath(readText(request.query, 'next'), fallback)
      reply.header('cache-control', 'no-store')
      if (request.viewer.account !== null) return reply.redirect(view(request).links.path(next), 303)
      return sendPage(request, reply, page(view(request), { ...empty, next }))
    }
  const rerender =
    (page: typeof signInPage, fallback: string) => (typed: Typed, error: AppError, request: FastifyRequest) =>
      page(view(request), {
        email: typedText(typed, 'email'),
        next: nextPath(typedText(typed, 'next'), fallback),
        error,
      })

  scope.get('/login', hidden, entryPage(signInPage, '/'))
  postForm(scope, '/login', {
    values: credentials,
    config: { rate: 'signIn' },
    async handle({ email, password, next = '' }, request, reply) {
      if (!settings.passwords) throw new AppError('forbidden', english.account.signOn.noPasswords)
      const { account, key } = await signIn(site, {
        email,
        password,
        browser: browserOf(request),
        client: clientOf(site, request),
        deviceCookie: readDeviceCookie(request, settings.url()),
      })
      await startBrowserSession(site, request, reply, account, key)
      // After a reset, the settings page lists the access that was ended.
      const hasEndedAccess = (await site.accounts.endedAccess(account.id)).length > 0
      return reply.redirect(view(request).links.path(hasEndedAccess ? '/settings' : nextPath(next, '/')), 303)
    },
    rerender: rerender(signInPage, '/'),
  })

  scope.get('/signup', hidden, entryPage(signUpPage, '/mine'))
  postForm(scope, '/signup', {
    values: credentials,
    config: { rate: 'signIn' },
    async handle({ email, password, next = '' }, request, reply) {
      const isOpen = settings.signUpOpen
      const caller = { client: clientOf(site, request), knownAs: null }
      const browser = browserOf(request)
      const { account, key } = await signUp(site, { isOpen, email, password, browser, caller })
      await startBrowserSession(site, request, reply, account, key)
      return reply.redirect(view(request).links.path(nextPath(next, '/mine')), 303)
    },
    rerender: rerender(signUpPage, '/mine'),
  })

  postForm(scope, '/logout', {
    values: Type.Object({}),
    async handle(_values, request, reply) {
      const { session } = request
      await endSession(site, request)
      forgetPerson(reply, settings.url())
      reply.header('cache-control', 'no-store')
      const url = await providerLogout(site, request, session)
      if (url === null) return reply.redirect(view(request).links.path('/'), 303)
      request.viewer = visitor
      request.session = null
      const { title, text, go } = english.account.signOn.signedOut(site.signOn?.rules.name ?? '')
      return sendPage(request, reply, providerPage(view(request), { title, text, go, url }))
    },
  })
}

/** The address that ends the session at the provider; null if the provider offers none. */
async function providerLogout(
  { signOn, view }: Site,
  request: FastifyRequest,
  session: SessionRecord | null,
): Promise<string | null> {
  if (signOn === null || session === null || session.idToken === null) return null
  return signOn.provider.logoutUrl(session.idToken, view(request).links.absolute('/'))
}
