const maxLength = 2000

/** A placeholder for the site's origin. */
const base = 'http://site.invalid'

/**
 * The path to open after signing in. `text` is untrusted: unless it is a path of this site, the result is `fallback`.
 * Browsers read `\` as `/` and drop line breaks and tabs, and a path that begins with two slashes names another host.
 */
export function nextPath(text: string, fallback: string): string {
  const isPath = text.length <= maxLength && /^\/(?!\/)[^\\\s\p{C}]*$/u.test(text)
  if (!isPath || !URL.canParse(text, base)) return fallback
  const { origin, pathname, search } = new URL(text, base)
  const leadsBack = /^\/(?:login|signup|logout)(?:\/|$)/.test(pathname)
  return origin !== base || pathname.startsWith('//') || leadsBack ? fallback : `${pathname}${search}`
}
