/* Addresses of Discord: its proxy of other servers, whose signatures run out, and its own files. */

const isDiscord = ({ hostname }: URL): boolean => /(?:^|\.)discordapp\.(?:net|com)$/.test(hostname)

/**
 * Returns the address that one of Discord's proxy stands for, with its query; null for any other address. The form is
 * `/external/SIGNATURE/%3Fa%3D1/https/HOST/PATH`, without the part of the query where there is none. Some exports write `?`
 * instead of `%3F`. A query at the end is the proxy's own, of the size and format that it makes.
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

/** A query in the path has `=` and `&` encoded; one that was decoded with its `?` has them already. */
function withSigns(query: string): string {
  return /[=&]/.test(query) ? query : decode(query)
}

/** What Discord makes of a file, in another size or format: without these it is the file itself. */
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

/** Returns the address of the original of a file of Discord's own; null for any other address. */
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

/** Returns the name of an emoji of Discord; empty where the address has none. */
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
