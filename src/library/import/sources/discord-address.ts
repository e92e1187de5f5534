/* Addresses of Discord: its proxy for other servers, whose signatures expire, and its own files. */

const isDiscord = ({ hostname }: URL): boolean => /(?:^|\.)discordapp\.(?:net|com)$/.test(hostname)

/**
 * Returns the address behind one of Discord's proxy, with its query; null for any other address. The form is
 * `/external/SIGNATURE/%3Fa%3D1/https/HOST/PATH`; the query part is optional. Some exports write `?` instead of `%3F`.
 * A query at the end belongs to the proxy: it sets the size and format of its output.
 */
export function behindDiscordProxy(url: URL): string | null {
  if (!isDiscord(url)) return null
  const match =
    /^\/external\/[^/?]+\/(?:(?:%3f|\?)(?<query>[^?]*?)\/)?(?<scheme>https?)\/(?<host>[^/?]+)(?<path>[^?]*)/i.exec(
      url.pathname + url.search,
    )
  const { query = '', scheme = '', host = '', path = '' } = match?.groups ?? {}
  const address = `${scheme}://${decode(host)}${path}${query === '' ? '' : `?${withSigns(query)}`}`
  return match !== null && URL.canParse(address) ? address : null
}

/**
 * Decodes the query in a path, where `=` and `&` are encoded; one that was decoded together with its `?` already has
 * them.
 */
function withSigns(query: string): string {
  return /[=&]/.test(query) ? query : decode(query)
}

/** The query values for which Discord changes a file's size or format: without them it returns the original. */
const renditionValues = [
  'width',
  'height',
  'size',
  'format',
  'quality',
  'animated',
  'lossless',
  'passthrough',
  '',
]

/** Returns the address of the original of a Discord file; null for any other address. */
export function discordFile(url: URL): string | null {
  if (!isDiscord(url)) return null
  const emoji = /^\/emojis\/(?<id>\d+)\.(?<type>\w+)$/.exec(url.pathname)?.groups
  const isMoving = emoji?.['type'] === 'gif' || url.searchParams.get('animated') === 'true'
  if (emoji !== undefined && isMoving) return `https://cdn.discordapp.com/emojis/${emoji['id']}.gif`
  if (!/^\/(?:ephemeral-)?attachments\//.test(url.pathname)) return null
  const original = new URL(`https://cdn.discordapp.com${url.pathname}${url.search}`)
  for (const name of renditionValues) original.searchParams.delete(name)
  return original.href
}

/** Returns the name of a Discord emoji; empty if the address has none. */
export function titleOfDiscord(url: URL): string {
  return isDiscord(url) && url.pathname.startsWith('/emojis/') ? (url.searchParams.get('name') ?? '') : ''
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
