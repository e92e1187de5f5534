import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { signIn } from '../../accounts/sign-in.ts'
import { signUp } from '../../accounts/sign-up.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Account } from '../../accounts/account.ts'
import { describeBrowser } from './describe-browser.ts'
import { nextPath } from './next-path.ts'
import { signInPage } from './sign-in-page.ts'
import { signUpPage } from './sign-up-page.ts'
import { postForm, type Typed, typedText } from '../kit/requests/post-form.ts'
import { readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import {
  clearSessionCookie,
  readDeviceCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../kit/requests/cookies.ts'
import { clientOf } from '../kit/requests/caller-of.ts'
import type { Site } from '../site.ts'

const credentials = Type.Object({
  email: Type.String({ maxLength: 1000 }),
  password: Type.String({ maxLength: 1000 }),
  next: Type.Optional(Type.String()),
})

/** Signing in, up and out. */
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
      const { account, key } = await signIn(site, {
        email,
        password,
        browser: browserOf(request),
        client: clientOf(site, request),
        deviceCookie: readDeviceCookie(request, settings.url()),
      })
      await startBrowserSession(site, request, reply, account, key)
      return reply.redirect(view(request).links.path(nextPath(next, '/')), 303)
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
      await endSession(site, request)
      clearSessionCookie(reply, settings.url())
      reply.header('cache-control', 'no-store')
      return reply.redirect(view(request).links.path('/'), 303)
    },
  })
}

/** Replaces the browser's session by a new one, and remembers the browser as known to the account. */
export async function startBrowserSession(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { id }: Account,
  key: string,
): Promise<void> {
  await endSession(site, request)
  const { settings, accounts, devices } = site
  setSessionCookie(reply, settings.url(), key, settings.sessionLimits.maxAgeMs)
  const hash = await accounts.passwordHash(id)
  if (hash !== null) {
    const device = devices.remember(readDeviceCookie(request, settings.url()), id, hash)
    setDeviceCookie(reply, settings.url(), device, devices.validMs)
  }
  reply.header('cache-control', 'no-store')
}

/** The description of the browser in the list of sessions. */
export function browserOf({ headers }: FastifyRequest): string {
  return describeBrowser(headers['user-agent'])
}

async function endSession({ sessions }: Site, { viewer, session }: FastifyRequest): Promise<void> {
  if (viewer.account !== null && session !== null) await sessions.remove(viewer.account.id, session.id)
}
