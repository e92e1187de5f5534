import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { languageTags, type Language } from '../../messages/languages.ts'
import type { Site } from '../../site.ts'
import { setLanguageCookie } from './cookies.ts'
import { nextPath } from './next-path.ts'
import { postForm } from './post-form.ts'

const rememberedMs = 365 * 86_400_000

/** The choice of a language, which the browser remembers. */
export function languageRoutes(scope: FastifyInstance, { settings, view }: Site): void {
  postForm(scope, '/language', {
    values: Type.Object({
      language: Type.Unsafe<Language>({
        type: 'string',
        enum: languageTags,
        'x-must-be': languageTags.join(', '),
      }),
      next: Type.Optional(Type.String()),
    }),
    async handle({ language, next = '/' }, request, reply) {
      setLanguageCookie(reply, settings.url(), language, rememberedMs)
      return reply.redirect(view(request).links.path(nextPath(next, '/')), 303)
    },
  })
}
