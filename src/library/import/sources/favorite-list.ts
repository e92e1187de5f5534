import type { ImportDetails } from '../import-item.ts'
import { addressEntry, isAddress } from './address-list.ts'
import { isRecord, type Manifest, textAt } from './manifest.ts'
import type { ManifestEntry } from './manifest-entries.ts'

/**
 * Favorites of GIF pickers, as JSON. No picker has a format that others follow; they save
 * - a list of addresses (Discord exporters such as Sighyu/Discord-Gif-Export);
 * - a list of the objects that the picker received: `{url, description, …}` of gif-picker-react's `onGifClick`, and the
 *   records of Tenor (`media_formats.gif.url`, `content_description`, `tags`) and GIPHY (`images.original.url`,
 *   `title`, `alt_text`), which apps store unchanged;
 * - such a list under `favorites`, `favourites`, `gifs`, `results` or `data`.
 */
export function* favoriteEntries(text: string): Generator<ManifestEntry> {
  for (const [index, one] of listIn(JSON.parse(text)).entries()) yield toEntry(one, index)
}

export function isFavoriteList({ head }: Manifest): boolean {
  const start = head.trimStart()
  if (/^\[\s*"https?:/.test(start)) return true
  const isList =
    /^\[\s*\{/.test(start) || /^\{[^[]{0,500}"(?:favou?rites|gifs|results|data)"\s*:\s*\[\s*[{"]/.test(start)
  return isList && /"(?:url|src)"\s*:\s*"https?:/.test(start)
}

const listKeys = ['favorites', 'favourites', 'gifs', 'results', 'data']

function listIn(root: unknown): unknown[] {
  if (Array.isArray(root)) return root
  const key = isRecord(root) ? listKeys.find((one) => Array.isArray(root[one])) : undefined
  const list = isRecord(root) && key !== undefined ? root[key] : []
  return Array.isArray(list) ? list : []
}

function toEntry(value: unknown, index: number): ManifestEntry {
  const address = typeof value === 'string' ? value : isRecord(value) ? addressIn(value) : undefined
  if (address === undefined || !isAddress(address)) {
    return { name: `entry ${index + 1}`, reason: { detail: 'entryWithoutHttps' } }
  }
  return addressEntry(address, isRecord(value) ? detailsIn(value) : {})
}

function addressIn(values: Record<string, unknown>): string | undefined {
  const formats = values['media_formats']
  const images = values['images']
  const tenor = isRecord(formats) && isRecord(formats['gif']) ? textAt(formats['gif'], 'url') : undefined
  const giphy =
    isRecord(images) && isRecord(images['original']) ? textAt(images['original'], 'url') : undefined
  return tenor ?? giphy ?? textAt(values, 'src') ?? textAt(values, 'gif') ?? textAt(values, 'url')
}

function detailsIn(values: Record<string, unknown>): ImportDetails {
  const details: ImportDetails = {}
  const title = textAt(values, 'title') ?? textAt(values, 'description') ?? textAt(values, 'name')
  if (title !== undefined) details.title = title
  const alt = textAt(values, 'alt_text') ?? textAt(values, 'content_description') ?? textAt(values, 'alt')
  if (alt !== undefined) details.alt = alt
  const tags: unknown[] = Array.isArray(values['tags']) ? values['tags'] : []
  if (tags.length > 0) details.tags = tags.filter((tag) => typeof tag === 'string')
  return details
}
