/**
 * Addresses of GIFs at other services, made into the address of the file that is worth keeping. By pattern only: nothing is
 * asked for here. What no pattern knows stays as it is, and the fetcher reads it: a page by the video that it names.
 *
 * Sources: media addresses of Tenor as its API gives them (`media_formats`: ID of 11 characters and 5 of the format),
 * those of GIPHY (`images.original`), and Discord's image proxy as exported favourites have it.
 */
export function toMediaAddress(address: string): string {
  const url = parse(address)
  if (url === null) return address
  const direct = behindDiscordProxy(url)
  if (direct !== null) return toMediaAddress(direct)
  return tenorGif(url) ?? giphyGif(url) ?? address
}

/** What the name in an address of Tenor or GIPHY says: `happy-cat-gif-123` is "happy cat". */
export function titleOfAddress(address: string): string | undefined {
  const url = parse(address)
  if (url === null) return undefined
  const direct = behindDiscordProxy(url)
  if (direct !== null) return titleOfAddress(direct)
  const parts = url.pathname.split('/')
  const last = decode(parts.at(-1) ?? '')
  const name = isTenor(url) ? last.replace(/-gif-\d+$|\.\w+$/, '') : isGiphy(url) ? giphySlug(parts) : ''
  const title = name.replace(/-+/g, ' ').trim()
  return /\p{L}/u.test(title) && !/^(?:giphy|tenor|raw)$/i.test(title) ? title : undefined
}

/** `https://images-ext-1.discordapp.net/external/SIGNATURE/https/media.tenor.com/…`: its signature runs out. */
function behindDiscordProxy(url: URL): string | null {
  if (!/^images-ext-\d+\.discordapp\.net$/.test(url.hostname)) return null
  const match = /^\/external\/[^/]+\/(?:[^/]*\/)?(?<scheme>https?)\/(?<rest>.+)$/.exec(url.pathname)
  return match?.groups === undefined ? null : `${match.groups['scheme']}://${match.groups['rest']}`
}

/** The original GIF, whichever of the formats is named: `ID` and `AAAAC`. */
function tenorGif(url: URL): string | null {
  if (!/^(?:media\d*|c)\.tenor\.com$/.test(url.hostname)) return null
  const match = /^\/(?:m\/)?(?<id>[\w-]{11})AA\w{3}\/(?<name>[^/]+)\.\w+$/.exec(url.pathname)
  const { id, name } = match?.groups ?? {}
  return id === undefined || name === undefined ? null : `https://media.tenor.com/${id}AAAAC/${name}.gif`
}

/** The original GIF of a page, an embedding or another rendition. */
function giphyGif(url: URL): string | null {
  if (!isGiphy(url)) return null
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const [first = '', second = '', third = ''] = parts
  const id = isPageOfGiphy(url)
    ? /^(?:gifs|stickers|embed|clips)$/.test(first)
      ? second.split('-').at(-1)
      : undefined
    : first === 'media'
      ? second.startsWith('v1.')
        ? third
        : second
      : /^(?<id>\w+)\.(?:gif|mp4|webp)$/.exec(first)?.groups?.['id']
  return id !== undefined && /^[A-Za-z0-9]{8,}$/.test(id)
    ? `https://media.giphy.com/media/${id}/giphy.gif`
    : null
}

function giphySlug(parts: string[]): string {
  const page = parts.at(-1) ?? ''
  return page.includes('-') ? page.split('-').slice(0, -1).join('-') : ''
}

const isTenor = ({ hostname }: URL): boolean => /(?:^|\.)tenor\.com$/.test(hostname)
const isGiphy = ({ hostname }: URL): boolean => /(?:^|\.)giphy\.com$/.test(hostname)
const isPageOfGiphy = ({ hostname }: URL): boolean => /^(?:www\.)?giphy\.com$/.test(hostname)

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
