import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logFault, sendError, setErrorStatus, toAppError } from '../../../http/plugins/errors.ts'
import { AppError } from '../../../lib/app-error.ts'
import { messagePage } from '../page/message-page.ts'
import { securityHeaders } from './security-headers.ts'
import { sendPage } from './send-page.ts'
import type { Site } from '../../site.ts'

/** Errors of the site are pages; a visitor who needs an account is sent to sign in. Scripts get the API's JSON. */
export function registerSiteErrors(scope: FastifyInstance, site: Site): void {
  scope.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const known = toAppError(error)
    logFault(error, known, request)
    if (wantsJson(request)) return sendError(known, request, reply)
    if (leadsToSignIn(known, request)) {
      const { links } = site.view(request)
      return reply.header('cache-control', 'no-store').redirect(links.signIn(request.url), 303)
    }
    return sendErrorPage(site, known, request, reply)
  })
  scope.setNotFoundHandler(() => {
    throw noPage()
  })
}

/** What there is to say where no page is, or none for this viewer. */
export function noPage(): AppError {
  return new AppError(
    'not_found',
    'There is no GIF or page at this address. It may have been removed, or be private.',
  )
}

/** True for a request of a browser module rather than of a person's browser. */
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

const titles: Partial<Record<AppError['code'], string>> = {
  not_found: 'Not found',
  unauthorized: 'Please sign in',
  forbidden: 'This is not allowed',
  rate_limited: 'Slow down a little',
}

function sendErrorPage(
  site: Site,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  setErrorStatus(error, reply)
  reply.header('cache-control', 'no-store')
  // A token that is refused, or one call too many, is told before the site's own hook sets them.
  if (!reply.hasHeader('content-security-policy')) reply.headers(securityHeaders(site.mediaUrls.origin))
  const title = titles[error.code] ?? 'That did not work'
  const number = error.code === 'internal' ? ` Should you report it, its number is ${request.id}.` : ''
  return sendPage(request, reply, messagePage(site.view(request), title, error.message + number))
}
