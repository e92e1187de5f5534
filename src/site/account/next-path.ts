const longest = 2000

/** Stands in for the site: a path that leads away from it is none of the site's. */
const here = 'http://site.invalid'

/**
 * Where to go after signing in, from what a stranger may have put into the address: a path of this site or `otherwise`.
 * Browsers read `\` as `/` and drop line breaks and tabs, and two slashes begin another host.
 */
export function nextPath(text: string, otherwise: string): string {
  const isPath = text.length <= longest && /^\/(?!\/)[^\\\s\p{C}]*$/u.test(text)
  if (!isPath || !URL.canParse(text, here)) return otherwise
  const { origin, pathname, search } = new URL(text, here)
  const leadsBack = /^\/(?:login|signup|logout)(?:\/|$)/.test(pathname)
  return origin !== here || pathname.startsWith('//') || leadsBack ? otherwise : `${pathname}${search}`
}
