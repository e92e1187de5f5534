import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logFault, sendError, setErrorStatus, toAppError } from '../../../http/plugins/errors.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type Html, html } from '../../../lib/html.ts'
import { translateError } from '../../messages/translate-error.ts'
import { layout } from '../page/layout.ts'
import type { SiteView } from '../page/site-view.ts'
import { securityHeaders } from './security-headers.ts'
import { sendPage } from './send-page.ts'
import type { Site } from '../../site.ts'

/**
 * Shows errors of the site as pages, and redirects visitors who need an account to sign in. Scripts get the API's JSON.
 */
export function registerSiteErrors(scope: FastifyInstance, site: Site): void {
  scope.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const known = toAppError(error)
    logFault(error, known, request)
    if (wantsJson(request)) return sendError(translateError(known, request.language), request, reply)
    if (leadsToSignIn(known, request)) {
      const { links } = site.view(request)
      return reply.header('cache-control', 'no-store').redirect(links.signIn(request.url), 303)
    }
    return sendErrorPage(site, translateError(known, request.language), request, reply)
  })
  scope.setNotFoundHandler(() => {
    throw noPage()
  })
}

/** The error of an address that has no page, or none for this viewer. */
export function noPage(): AppError {
  return new AppError('not_found', { detail: 'noPage' })
}

/** Returns true for a request from a script rather than a navigation. */
export function wantsJson({ headers }: FastifyRequest): boolean {
  return headers.accept?.startsWith('application/json') === true
}

function leadsToSignIn({ code }: AppError, { method, headers }: FastifyRequest): boolean {
  return (
    code === 'unauthorized' &&
    ['GET', 'HEAD'].includes(method) &&
    !/^Bearer\b/i.test(headers.authorization ?? '')
  )
}

function sendErrorPage(
  site: Site,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  setErrorStatus(error, reply)
  reply.header('cache-control', 'no-store')
  // Rejected tokens and exceeded rates are answered before the site's hook sets the headers.
  if (!reply.hasHeader('content-security-policy')) reply.headers(securityHeaders(site.mediaUrls.origins))
  const view = site.view(request)
  const { titles, requestNumber } = view.messages.kit.errors
  const title = Object.entries(titles).find(([code]) => code === error.code)?.[1] ?? titles.other
  const message = error.code === 'internal' ? `${error.message} ${requestNumber(request.id)}` : error.message
  return sendPage(request, reply, errorPage(view, title, message))
}

function errorPage(view: SiteView, title: string, message: string): Html {
  return layout(view, {
    title,
    indexed: false,
    main: html`<div class="empty">
      <h1>${title}</h1>
      <p>${message}</p>
      <a class="button" href="${view.links.path('/')}">${view.messages.kit.newestGifs}</a>
    </div>`,
  })
}

/** Loads an optional part of a page; `fallback` while it is unavailable, as during the build of the search index. */
export async function unlessUnavailable<T>(wanted: Promise<T>, fallback: T): Promise<T> {
  try {
    return await wanted
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return fallback
    throw error
  }
}
