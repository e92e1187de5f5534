import { givenName } from '../../../options/rules/rendition-names.ts'
import { behindDiscordProxy, discordFile, titleOfDiscord } from './discord-address.ts'

/**
 * Converts addresses of GIFs at other services into the address of the file worth keeping. Uses patterns only: nothing
 * is requested here. An address that matches no pattern stays as it is, and the fetcher finds the video that its page
 * names.
 *
 * Sources: media addresses of Tenor as its API returns them (`media_formats`: an ID of 11 characters and 5 for the
 * format), those of GIPHY (`images.original`), those of Imgur (https://api.imgur.com/models/image), and Discord's
 * proxies.
 */
export function toMediaAddress(address: string): string {
  const url = parse(address)
  if (url === null) return address
  const direct = behindDiscordProxy(url)
  if (direct !== null) return toMediaAddress(direct)
  return tenorGif(url) ?? giphyGif(url) ?? imgurFile(url) ?? discordFile(url) ?? address
}

/**
 * Returns the title in an address of Tenor, GIPHY or Discord's emojis: `happy-cat-gif-123` is "happy cat". Returns
 * undefined for names of renditions, and for all other addresses.
 */
export function titleOfAddress(address: string): string | undefined {
  const url = parse(address)
  if (url === null) return undefined
  const direct = behindDiscordProxy(url)
  if (direct !== null) return titleOfAddress(direct)
  const name = isTenor(url) ? tenorName(url) : isGiphy(url) ? giphyName(url) : titleOfDiscord(url)
  const title = (givenName(name) ?? '').replace(/[-_]+/g, ' ').trim()
  return /\p{L}/u.test(title) ? title : undefined
}

/** Returns the original GIF of Tenor for an address of any of its formats: `ID` and `AAAAC`. */
function tenorGif(url: URL): string | null {
  if (!/^(?:media\d*|c)\.tenor\.com$/.test(url.hostname)) return null
  const match = /^\/(?:m\/)?(?<id>[\w-]{11})AA\w{3}\/(?<name>[^/]+)\.\w+$/.exec(url.pathname)
  const { id, name } = match?.groups ?? {}
  return id === undefined || name === undefined ? null : `https://media.tenor.com/${id}AAAAC/${name}.gif`
}

function tenorName(url: URL): string {
  return withoutExtension(lastPart(url)).replace(/-(?:gif|sticker|meme)-\d+$/, '')
}

/** Returns the original GIF of GIPHY for a page, an embed or another rendition. */
function giphyGif(url: URL): string | null {
  if (!isGiphy(url)) return null
  const [first = '', second = '', third = ''] = partsOf(url)
  const id = isPageOfGiphy(url)
    ? second.split('-').at(-1)
    : first === 'media'
      ? second.startsWith('v1.')
        ? third
        : second
      : /^(?<id>\w+)\.(?:gif|mp4|webp)$/.exec(first)?.groups?.['id']
  return id !== undefined && /^[A-Za-z0-9]{8,}$/.test(id)
    ? `https://media.giphy.com/media/${id}/giphy.gif`
    : null
}

/** Returns the words before the id in a page address, or the name of a file unless that is its id. */
function giphyName(url: URL): string {
  const parts = partsOf(url)
  if (isPageOfGiphy(url)) return (parts[1] ?? '').split('-').slice(0, -1).join('-')
  return parts.length < 2 ? '' : withoutExtension(lastPart(url))
}

/**
 * Returns the file of a GIF at Imgur: a `gifv` is a page around an MP4, and a letter after the 7 of the id means a
 * still thumbnail.
 */
function imgurFile(url: URL): string | null {
  if (!/^i\.imgur\.com$/.test(url.hostname)) return null
  const match = /^\/(?<id>\w{7})[sbtmlhgr]?\.(?<type>gifv?|mp4|webm)$/i.exec(url.pathname)
  const { id, type } = match?.groups ?? {}
  if (id === undefined || type === undefined) return null
  return `https://i.imgur.com/${id}.${type === 'gifv' ? 'mp4' : type}`
}

const isTenor = ({ hostname }: URL): boolean => /(?:^|\.)tenor\.com$/.test(hostname)
const isGiphy = ({ hostname }: URL): boolean => /(?:^|\.)giphy\.com$/.test(hostname)

/** Returns true for pages, which are at `giphy.com`; that host has files as well. */
function isPageOfGiphy(url: URL): boolean {
  const [first = ''] = partsOf(url)
  return /^(?:www\.)?giphy\.com$/.test(url.hostname) && /^(?:gifs|stickers|embed|clips)$/.test(first)
}

function partsOf({ pathname }: URL): string[] {
  return pathname.split('/').filter((part) => part !== '')
}

function lastPart(url: URL): string {
  const part = partsOf(url).at(-1) ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const withoutExtension = (name: string): string => name.replace(/\.\w{1,5}$/, '')

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}
