import { Parser } from 'htmlparser2'
import { maxAddressLength } from '../guard/address-guard.ts'
import { findJsonLdVideos, type JsonLdVideo } from './json-ld-video.ts'
import { cleanTitle } from './source-title.ts'

const maxCandidates = 10
/** The most candidates of each kind to read: a page may name a hundred thousand. */
const maxNamed = 100
/** Deeper than any page that a person wrote; the parser's work grows with the depth. */
const maxDepth = 256
/** Characters parsed between two checks of the depth. */
const parsedAtOnce = 16 * 1024
/** Types of players, playlists and plug-ins, which pages also call videos. */
const playerType = /^(?:text\/|application\/(?!mp4|ogg|octet-stream))|mpegurl|dash/i
const playlistName = /\.(?:m3u8?|mpd|ism)$/i

/** The number of pictures to try if a page has no video. */
const maxPictures = 3
/** Types that never move: by far the most pictures of pages. */
const stillType = /^image\/(?:jpe?g|png|avif|svg|bmp|tiff|x-icon|vnd)/i
const stillName = /\.(?:jpe?g|png|avif|svgz?|bmp|tiff?|ico|heic)$/i

/**
 * The video of a page. `candidates` are http(s) addresses, the likeliest first; `pictures` are those of previews, which may be
 * animations. None was checked.
 */
export type PageVideo = { candidates: URL[]; pictures: URL[]; title: string | null }

type Candidate = { url: string; type: string }
type OpenGraphFile = { url?: string; secureUrl?: string; type?: string }
type Found = {
  openGraph: OpenGraphFile[]
  openGraphPictures: OpenGraphFile[]
  pictures: Candidate[]
  twitter: Candidate
  elements: Candidate[]
  jsonLd: JsonLdVideo[]
  base: string | undefined
  titles: { openGraph?: string; page?: string }
}

/**
 * Finds the video files that a page names: Open Graph, Twitter card, `<video>`, JSON-LD, in this order; and the
 * pictures of its previews, one of which may be a GIF. Players in frames, streaming playlists and still pictures are
 * omitted. Never throws.
 */
export function findPageVideo(html: string, page: URL): PageVideo {
  const found = readPage(html)
  const videos = [
    ...found.openGraph.flatMap(bothAddresses),
    found.twitter,
    ...found.elements.toSorted((a, b) => preference(a) - preference(b)),
    ...found.jsonLd,
  ]
  const pictures = [...found.openGraphPictures.flatMap(bothAddresses), ...found.pictures]
  const base = parse(found.base ?? '', page.href)?.href ?? page.href
  const names = [found.titles.openGraph, found.jsonLd[0]?.name, found.titles.page]
  return {
    candidates: filesOf(videos, { base, type: playerType, name: playlistName }).slice(0, maxCandidates),
    pictures: filesOf(pictures, { base, type: stillType, name: stillName }).slice(0, maxPictures),
    title: names.map((name) => cleanTitle(name ?? '')).find((name) => name !== null) ?? null,
  }
}

function bothAddresses({ url = '', secureUrl = '', type = '' }: OpenGraphFile): Candidate[] {
  return [
    { url: secureUrl, type },
    { url, type },
  ]
}

/** Returns the distinct http(s) addresses of candidates, without those whose type or name shows something else. */
function filesOf(
  candidates: readonly Candidate[],
  wrong: { base: string; type: RegExp; name: RegExp },
): URL[] {
  const urls = candidates.flatMap((candidate) => {
    const url = wrong.type.test(candidate.type) ? null : parse(candidate.url, wrong.base)
    const isFile = url !== null && /^https?:$/.test(url.protocol) && !wrong.name.test(url.pathname)
    return isFile ? [url.href] : []
  })
  return [...new Set(urls)].map((url) => new URL(url))
}

/** Parses an address; returns null for other text, or if it is too long: each is parsed together with the base. */
function parse(address: string, base: string): URL | null {
  const text = address.length > maxAddressLength ? '' : address.trim()
  const url = text === '' ? null : URL.parse(text, base)
  return url !== null && url.href.length <= maxAddressLength ? url : null
}

function preference({ url, type }: Candidate): number {
  const order = ['mp4', 'webm']
  const place = order.findIndex((name) => type.includes(name) || url.split(/[?#]/)[0]?.endsWith(`.${name}`))
  return place === -1 ? order.length : place
}

function readPage(html: string): Found {
  const found: Found = {
    openGraph: [],
    openGraphPictures: [],
    pictures: [],
    twitter: { url: '', type: '' },
    elements: [],
    jsonLd: [],
    base: undefined,
    titles: {},
  }
  let depth = 0
  let videoDepth = 0
  let svgDepth = 0
  let text: { of: 'title' | 'script'; value: string } | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (name === 'meta') readMeta(found, attributes)
      else if (name === 'base') found.base ??= attributes['href']
      else if (name === 'link' && attributes['rel'] === 'image_src')
        add(found.pictures, { url: attributes['href'] ?? '', type: attributes['type'] ?? '' })
      else if (name === 'video' || (name === 'source' && videoDepth > 0)) {
        add(found.elements, { url: attributes['src'] ?? '', type: attributes['type'] ?? '' })
      } else if (name === 'title' && svgDepth === 0) text = { of: 'title', value: '' }
      else if (name === 'script' && /ld\+json/i.test(attributes['type'] ?? ''))
        text = { of: 'script', value: '' }
      if (name === 'video') videoDepth += 1
      if (name === 'svg') svgDepth += 1
    },
    ontext(part) {
      if (text !== undefined) text.value += part
    },
    onclosetag(name) {
      depth -= 1
      if (name === 'video') videoDepth -= 1
      if (name === 'svg') svgDepth -= 1
      if (text === undefined || name !== text.of) return
      if (name === 'title') found.titles.page ??= text.value
      else for (const video of findJsonLdVideos(text.value)) add(found.jsonLd, video)
      text = undefined
    },
  })
  for (let start = 0; start < html.length; start += parsedAtOnce) {
    if (depth > maxDepth) break
    parser.write(html.slice(start, start + parsedAtOnce))
  }
  parser.end()
  return found
}

function add<T>(list: T[], item: T): void {
  if (list.length < maxNamed) list.push(item)
}

function readMeta(found: Found, attributes: Record<string, string>): void {
  const property = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase()
  const content = attributes['content'] ?? ''
  if (property === 'og:title') found.titles.openGraph ??= content
  else if (property === 'twitter:player:stream') found.twitter.url ||= content
  else if (property === 'twitter:player:stream:content_type') found.twitter.type ||= content
  else if (property === 'twitter:image' || property === 'twitter:image:src')
    add(found.pictures, { url: content, type: '' })
  else if (property.startsWith('og:video')) readOpenGraph(found.openGraph, property.slice(8), content)
  else if (property.startsWith('og:image')) readOpenGraph(found.openGraphPictures, property.slice(8), content)
}

/** Reads `og:video`, `og:image` or one of their properties. A repeated property starts the next file. */
function readOpenGraph(files: OpenGraphFile[], property: string, content: string): void {
  const last = files.at(-1)
  if (property === '' || property === ':url') {
    if (last === undefined || (last.url !== undefined && last.url !== content)) add(files, { url: content })
    else last.url = content
  } else if (property === ':secure_url') {
    if (last === undefined || last.secureUrl !== undefined) add(files, { secureUrl: content })
    else last.secureUrl = content
  } else if (property === ':type' && last !== undefined) last.type ??= content
}
