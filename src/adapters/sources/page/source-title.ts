import { givenName } from '../../../options/rules/rendition-names.ts'

const maxTitleLength = 200
/** The rest is not read: composing many accents on one letter costs the square of their number. */
const maxRawLength = 2000
const maxExtensionLength = 5

/** Cleans a title: one line, no control or direction characters, at most 200 characters. Null if nothing is left. */
export function cleanTitle(text: string): string | null {
  const plain = text
    .slice(0, maxRawLength)
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, (character) => (character === '\u200d' ? character : ''))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return [...plain].slice(0, maxTitleLength).join('').trim() || null
}

/**
 * Returns the title of a file: the name in its Content-Disposition, otherwise the last part of the given address or of
 * the final one, whichever looks like a file name. The extension is dropped. Returns null for names that services give:
 * those of renditions, and ids.
 */
export function titleFromFile(given: URL, final: URL, contentDisposition: string | undefined): string | null {
  const names = [given, final].map((url) => (idHosts.test(url.hostname) ? '' : lastSegment(url)))
  const name = dispositionName(contentDisposition ?? '') ?? names.find(hasExtension) ?? names[0] ?? ''
  return cleanTitle(givenName(hasExtension(name) ? name.slice(0, name.lastIndexOf('.')) : name) ?? '')
}

/** Services that name files by their ids. */
const idHosts = /(?:^|\.)(?:giphy\.com|imgur\.com|gfycat\.com|redgifs\.com|redd\.it|twimg\.com)$/

function hasExtension(name: string): boolean {
  const dot = name.lastIndexOf('.')
  return dot > 0 && /^[a-z0-9]+$/i.test(name.slice(dot + 1)) && name.length - dot - 1 <= maxExtensionLength
}

function lastSegment(url: URL): string {
  return decode(url.pathname.split('/').findLast((segment) => segment !== '') ?? '')
}

function dispositionName(header: string): string | undefined {
  const extended = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(header)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  const name = extended === undefined ? (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]) : decode(extended)
  // Some senders put a whole path there; only its last part is a name.
  return name?.split(/[/\\]/).at(-1) || undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
