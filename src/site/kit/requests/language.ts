import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { isLanguage, type Language, languageTags } from '../../messages/languages.ts'
import { readLanguageCookie, setLanguageCookie } from './cookies.ts'
import Type from 'typebox'
import type { Site } from '../../site.ts'
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

/** Browsers send some 50 characters; the time to parse grows with the length. */
const maxHeaderLength = 200

/** What a shared cache has to tell apart where an answer is in the language of the request. */
export const languageVary = 'Accept-Language, Cookie'

const knownChoices = new LRUCache<string, Language>({ max: 200 })

declare module 'fastify' {
  interface FastifyRequest {
    /** The language that was chosen on the site, else the browser's, else English. */
    readonly language: Language
  }
}

/** Gives every request of the site its language. */
export function registerLanguage(scope: FastifyInstance, siteUrl: () => string): void {
  scope.decorateRequest('language', {
    getter(this: FastifyRequest) {
      const chosen = readLanguageCookie(this, siteUrl())
      return isLanguage(chosen) ? chosen : preferredLanguage(this.headers['accept-language'])
    },
  })
}

/** The first of the site's languages that an Accept-Language header names; English where it names none. */
export function preferredLanguage(header: string | undefined): Language {
  if (header === undefined || header.length > maxHeaderLength) return 'en'
  const known = knownChoices.get(header)
  if (known !== undefined) return known
  const negotiator = new Negotiator({ headers: { 'accept-language': header } })
  const language = negotiator.language(languageTags) ?? 'en'
  knownChoices.set(header, language)
  return language
}
