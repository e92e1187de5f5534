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

/** The values of a form as they were sent, to be shown again. */
export type Typed = Record<string, unknown>

export type PostForm<T extends TObject> = {
  values: T
  config?: FastifyContextConfig
  /** Does what the form asks for, then redirects with 303 or answers. Throws AppError. */
  handle: (values: Static<T>, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** What a person at the form reads in place of an error of the domain; its sentence in their language otherwise. */
  describeError?: (error: AppError, language: Language) => AppError
  /** The form with the values that were typed and the error. Without it an error has a page of its own. */
  rerender?: (typed: Typed, error: AppError, request: FastifyRequest) => Html | Promise<Html>
}

/** A form of the site: its values are read by the schema, in any encoding, and errors lead back to it. */
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
        // Read by this very schema, or else there is a validation error.
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

/** Longer than any field allows; the rest is not repeated on the page. */
const maxTypedLength = 5000

/** A value as it was typed, shortened where no field takes so much; '' when there is none. */
export function typedText(typed: Typed, key: string): string {
  const value = typed[key]
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string') return first.slice(0, maxTypedLength)
  return typeof first === 'number' || typeof first === 'boolean' ? String(first) : ''
}

/** Whether a checkbox was checked. */
export function typedFlag(typed: Typed, key: string): boolean {
  return ['1', 'true', 'on'].includes(typedText(typed, key))
}

function typedBy({ body }: FastifyRequest): Typed {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
