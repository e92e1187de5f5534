import { AppError } from '../../../lib/app-error.ts'
import { addressEntry, isAddress } from './address-list.ts'
import { isRecord, type Manifest, recordsOf, textAt } from './manifest.ts'
import type { ManifestEntry } from './manifest-entries.ts'

/**
 * Favorite GIFs of Discord. They are in the user settings of type 2, "frecency":
 * - as the API returns them, `{"settings": "…"}`, or that text alone: FrecencyUserSettings as protobuf in base64. Field
 *   2 is `favorite_gifs`, whose field 1 maps an address to {1: format, 2: src, 3: width, 4: height, 5: order}
 *   (docs.discord.food/resources/user-settings-proto, discord-protos);
 * - decoded, as client modifications store them: `{"favoriteGifs": {"gifs": {ADDRESS: {src, order, …}}}}`;
 * - in older clients' local storage: `{"_state": {"favorites": [{url, src, …}]}}` (GIFFavoritesStore);
 * - as exporters save them: a JSON list of addresses (Sighyu/Discord-Gif-Export, Sv443/DiscordGifExport), or addresses
 *   in lines, which the list of addresses reads.
 */
export function discordEntries(text: string): ManifestEntry[] {
  const json = text.trim()
  const isJson = json.startsWith('{') || json.startsWith('[')
  const favorites = isJson ? readDecoded(JSON.parse(json)) : readSettings(json)
  return favorites.toSorted((one, other) => one.order - other.order).map(toEntry)
}

export function isDiscordFavorites({ head }: Manifest): boolean {
  const start = head.trimStart()
  if (
    /^\{\s*"(?:settings"\s*:\s*"[\w+/=-]|favoriteGifs"|favorite_gifs"|_state"\s*:\s*\{\s*"(?:favorites|timesFavorited)")/.test(
      start,
    )
  )
    return true
  if (/^\{\s*"versions"[^]*"(?:favoriteGifs|favorite_gifs)"/.test(start)) return true
  return /^[\w+/-]{64}/.test(start) && isBase64(start) && hasFavorites(start)
}

/** The address of a page or file, the address of the file that shows it, and its position in the list. */
type Favorite = { url: string; src: string | undefined; order: number }

function toEntry({ url, src }: Favorite): ManifestEntry {
  // The page address of a GIF contains no recognizable file; `src` does.
  const { details, otherwise } = addressEntry(src !== undefined && isAddress(src) ? src : url)
  return { name: url, files: [], otherwise, details: addressEntry(url, details).details }
}

function readDecoded(value: unknown): Favorite[] {
  if (!isRecord(value)) return []
  const settings = textAt(value, 'settings')
  if (settings !== undefined) return readSettings(settings)
  const state = value['_state']
  if (isRecord(state)) {
    return recordsOf(state['favorites']).flatMap((one, order) => favoriteOf(textAt(one, 'url'), one, order))
  }
  const favorites = value['favoriteGifs'] ?? value['favorite_gifs']
  const gifs = isRecord(favorites) ? favorites['gifs'] : undefined
  if (!isRecord(gifs)) return []
  return Object.entries(gifs).flatMap(([url, one]) => (isRecord(one) ? favoriteOf(url, one, 0) : []))
}

function favoriteOf(url: string | undefined, values: Record<string, unknown>, place: number): Favorite[] {
  const order = typeof values['order'] === 'number' ? values['order'] : place
  return url === undefined ? [] : [{ url, src: textAt(values, 'src'), order }]
}

/** Enough for thousands of favorites; every two bytes can be a field. */
const maxSettingsLength = 2 ** 21

/** Throws a sentence if the text is not such a message. */
function readSettings(base64: string): Favorite[] {
  if (base64.length > maxSettingsLength)
    throw new AppError('media_unsupported', { detail: 'settingsTooLarge' })
  if (!isBase64(base64)) throw new AppError('media_unsupported', { detail: 'settingsNotBase64' })
  const settings = readProtobuf(Buffer.from(base64, 'base64'))
  return messages(settings, 2).flatMap((favorites) =>
    messages(favorites, 1).flatMap((entry) => {
      const url = textsOf(entry, 1).at(-1)
      const gif = messages(entry, 2).at(-1) ?? []
      const order = gif.findLast(({ number, value }) => number === 5 && typeof value === 'number')?.value
      return url === undefined
        ? []
        : [{ url, src: textsOf(gif, 2).at(-1), order: typeof order === 'number' ? order : 0 }]
    }),
  )
}

function messages(fields: ProtobufField[], wanted: number): ProtobufField[][] {
  return fields.flatMap(({ number, value }) =>
    number === wanted && typeof value !== 'number' ? [readProtobuf(value)] : [],
  )
}

function textsOf(fields: ProtobufField[], wanted: number): string[] {
  return fields.flatMap(({ number, value }) =>
    number === wanted && typeof value !== 'number' ? [value.toString('utf8')] : [],
  )
}

const isBase64 = (text: string): boolean => /^[\w+/-]+={0,2}\s*$/.test(text)

/** Returns true if a message, of which only the beginning may be given, starts with versions (1) or favorites (2). */
function hasFavorites(base64: string): boolean {
  const [first] = Buffer.from(base64.slice(0, 64), 'base64')
  return first === 0x0a || first === 0x12
}

/** A field of a message: a number, or bytes, which may be a text or another message. */
type ProtobufField = { number: number; value: number | Buffer }

/**
 * Parses the fields of a message in the wire format of protocol buffers (protobuf.dev/programming-guides/encoding). One
 * message of five fields is not worth a schema compiler. Throws a sentence if the message is cut or malformed.
 */
function readProtobuf(bytes: Buffer): ProtobufField[] {
  const fields: ProtobufField[] = []
  let at = 0
  const readVarint = (): number => {
    let value = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined) break
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new AppError('media_unsupported', { detail: 'settingsDamaged' })
  }
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new AppError('media_unsupported', { detail: 'settingsDamaged' })
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const key = readVarint()
    const number = Math.floor(key / 8)
    const wireType = key % 8
    if (wireType === 0) fields.push({ number, value: readVarint() })
    else if (wireType === 2) fields.push({ number, value: take(readVarint()) })
    else if (wireType === 1 || wireType === 5) take(wireType === 1 ? 8 : 4)
    else throw new AppError('media_unsupported', { detail: 'settingsDamaged' })
  }
  return fields
}
