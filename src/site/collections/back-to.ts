import type { FastifyRequest } from 'fastify'

/** The page of the site that a form without script was sent from, as a path; `fallback` where that is not known. */
export function backTo({ headers }: FastifyRequest, siteUrl: string, fallback: string): string {
  const { referer } = headers
  if (referer === undefined || !URL.canParse(referer)) return fallback
  const { host, pathname, search } = new URL(referer)
  // Two slashes begin another host.
  if (host !== new URL(siteUrl).host || pathname.startsWith('//')) return fallback
  return pathname + search
}
