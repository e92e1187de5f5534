import type {
  FastifyContextConfig,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { Static, TObject } from 'typebox'
import { setErrorStatus, toAppError } from '../../../http/plugins/errors.ts'
import type { AppError } from '../../../lib/app-error.ts'
import type { Html } from '../../../lib/html.ts'
import { sendPage } from './send-page.ts'
import type { Language } from '../../messages/languages.ts'
import { translateError } from '../../messages/translate-error.ts'
import { wantsJson } from './site-errors.ts'

/** The values of a form as sent, to show again. */
export type Typed = Record<string, unknown>

export type PostForm<T extends TObject> = {
  values: T
  config?: FastifyContextConfig
  /** Handles the form, then redirects with 303 or answers. Throws AppError. */
  handle: (values: Static<T>, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** Replaces a domain error for the person at the form; by default, only its sentence is translated. */
  describeError?: (error: AppError, language: Language) => AppError
  /** Renders the form again with the typed values and the error. Without it, an error has its own page. */
  rerender?: (typed: Typed, error: AppError, request: FastifyRequest) => Html | Promise<Html>
}

/** Registers a form of the site: the schema reads its values in any encoding, and errors lead back to it. */
export function postForm<T extends TObject>(
  scope: FastifyInstance,
  path: string,
  { values, config = {}, handle, describeError = translateError, rerender }: PostForm<T>,
): void {
  scope.post(
    path,
    { schema: { hide: true, body: values }, attachValidation: true, config },
    async (request, reply) => {
      try {
        if (request.validationError !== undefined) throw request.validationError
        // Validated by this schema, or else there is a validation error.
        return await handle(request.body as Static<T>, request, reply)
      } catch (error) {
        const known = toAppError(error as FastifyError | AppError)
        if (rerender === undefined || known.code === 'internal' || wantsJson(request)) throw error
        setErrorStatus(known, reply)
        const shown = describeError(known, request.language)
        return sendPage(request, reply, await rerender(typedBy(request), shown, request))
      }
    },
  )
}

/** The length beyond which values are not shown again; no field allows as much. */
const maxTypedLength = 5000

/** A typed value, cut if it is longer than any field allows; '' without one. */
export function typedText(typed: Typed, key: string): string {
  const value = typed[key]
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string') return first.slice(0, maxTypedLength)
  return typeof first === 'number' || typeof first === 'boolean' ? String(first) : ''
}

/** Returns true if a checkbox was checked. */
export function typedFlag(typed: Typed, key: string): boolean {
  return ['1', 'true', 'on'].includes(typedText(typed, key))
}

function typedBy({ body }: FastifyRequest): Typed {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
