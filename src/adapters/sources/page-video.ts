import { Parser } from 'htmlparser2'
import { findJsonLdVideos, type JsonLdVideo } from './json-ld-video.ts'
import { cleanTitle } from './source-title.ts'

const maxCandidates = 10
/** Types of what is called a video and is a player, a playlist or a plug-in. */
const notAFile = /^(?:text\/|application\/(?!mp4|ogg|octet-stream))|mpegurl|dash/i
const playlistName = /\.(?:m3u8?|mpd|ism)$/i

/** What a page says of its video. `candidates` are http(s) addresses, the likeliest first; none was checked. */
export type PageVideo = { candidates: URL[]; title: string | null }

type Candidate = { url: string; type: string }
type Found = {
  openGraph: { url?: string; secureUrl?: string; type?: string }[]
  twitter: Candidate
  elements: Candidate[]
  jsonLd: JsonLdVideo[]
  base: string | undefined
  titles: { openGraph?: string; page?: string }
}

/**
 * Finds the video files that a page names: Open Graph, Twitter card, `<video>`, JSON-LD, in this order. Players
 * in frames and streaming playlists are left out. Never throws, whatever the page holds.
 */
export function findPageVideo(html: string, page: URL): PageVideo {
  const found = readPage(html)
  const candidates = [
    ...found.openGraph.flatMap(({ url = '', secureUrl = '', type = '' }) => [
      { url: secureUrl, type },
      { url, type },
    ]),
    found.twitter,
    ...found.elements.toSorted((a, b) => preference(a) - preference(b)),
    ...found.jsonLd,
  ]
  const base = URL.parse(found.base ?? '', page.href)?.href ?? page.href
  const urls = candidates.flatMap((candidate) => {
    if (candidate.url.trim() === '' || notAFile.test(candidate.type)) return []
    const url = URL.parse(candidate.url.trim(), base)
    const isFile = url !== null && /^https?:$/.test(url.protocol) && !playlistName.test(url.pathname)
    return isFile ? [url.href] : []
  })
  const names = [found.titles.openGraph, found.jsonLd[0]?.name, found.titles.page]
  return {
    candidates: [...new Set(urls)].slice(0, maxCandidates).map((url) => new URL(url)),
    title: names.map((name) => cleanTitle(name ?? '')).find((name) => name !== null) ?? null,
  }
}

function preference({ url, type }: Candidate): number {
  const order = ['mp4', 'webm']
  const place = order.findIndex((name) => type.includes(name) || url.split(/[?#]/)[0]?.endsWith(`.${name}`))
  return place === -1 ? order.length : place
}

function readPage(html: string): Found {
  const found: Found = {
    openGraph: [],
    twitter: { url: '', type: '' },
    elements: [],
    jsonLd: [],
    base: undefined,
    titles: {},
  }
  let videoDepth = 0
  let svgDepth = 0
  let text: { of: 'title' | 'script'; value: string } | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta') readMeta(found, attributes)
      else if (name === 'base') found.base ??= attributes['href']
      else if (name === 'video' || (name === 'source' && videoDepth > 0)) {
        found.elements.push({ url: attributes['src'] ?? '', type: attributes['type'] ?? '' })
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
      if (name === 'video') videoDepth -= 1
      if (name === 'svg') svgDepth -= 1
      if (text === undefined || name !== text.of) return
      if (name === 'title') found.titles.page ??= text.value
      else found.jsonLd.push(...findJsonLdVideos(text.value))
      text = undefined
    },
  })
  parser.end(html)
  return found
}

function readMeta(found: Found, attributes: Record<string, string>): void {
  const property = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase()
  const content = attributes['content'] ?? ''
  const last = found.openGraph.at(-1)
  if (property === 'og:title') found.titles.openGraph ??= content
  else if (property === 'twitter:player:stream') found.twitter.url ||= content
  else if (property === 'twitter:player:stream:content_type') found.twitter.type ||= content
  // A property that is told a second time begins the next video.
  else if (property === 'og:video' || property === 'og:video:url') {
    if (last === undefined || (last.url !== undefined && last.url !== content))
      found.openGraph.push({ url: content })
    else last.url = content
  } else if (property === 'og:video:secure_url') {
    if (last === undefined || last.secureUrl !== undefined) found.openGraph.push({ secureUrl: content })
    else last.secureUrl = content
  } else if (property === 'og:video:type' && last !== undefined) last.type ??= content
}
