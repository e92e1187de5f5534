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

/** POST /language: stores the choice of a language in the browser. */
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

/** The longest header to parse. Browsers send about 50 characters, and parsing time grows with the length. */
const maxHeaderLength = 200

/** The headers by which shared caches must distinguish answers in the language of the request. */
export const languageVary = 'Accept-Language, Cookie'

const knownChoices = new LRUCache<string, Language>({ max: 200 })

declare module 'fastify' {
  interface FastifyRequest {
    /** The language chosen on the site, or else the browser's, or else English. */
    readonly language: Language
  }
}

/** Sets the language of every request of the site. */
export function registerLanguage(scope: FastifyInstance, siteUrl: () => string): void {
  scope.decorateRequest('language', {
    getter(this: FastifyRequest) {
      const chosen = readLanguageCookie(this, siteUrl())
      return isLanguage(chosen) ? chosen : preferredLanguage(this.headers['accept-language'])
    },
  })
}

/** The site's language that an Accept-Language header prefers; English if it names none of them. */
export function preferredLanguage(header: string | undefined): Language {
  if (header === undefined || header.length > maxHeaderLength) return 'en'
  const known = knownChoices.get(header)
  if (known !== undefined) return known
  const negotiator = new Negotiator({ headers: { 'accept-language': header } })
  const language = negotiator.language(languageTags) ?? 'en'
  knownChoices.set(header, language)
  return language
}
