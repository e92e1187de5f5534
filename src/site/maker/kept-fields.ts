import {
  formatPreparedSticker,
  type PreparedSticker,
  parsePreparedSticker,
} from '../../creation/sources/prepared-source.ts'
import type { LayerLimits } from '../../layers/layer-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { noPreparedSticker } from '../../creation/sources/source-store.ts'

/** Throws AppError invalid_value where there are too many, with those that are `sent`. */
export function checkStickerCount(kept: number, sent: number, { maxStickers }: LayerLimits): void {
  if (kept + sent <= maxStickers) return
  throw new AppError('invalid_value', { detail: 'stickerCount', max: maxStickers }, { field: 'stickers[]' })
}

/** What stands in `kept_pictures` for the next picture that is sent. */
export const sentPicture = 'new'

/** The kept stickers of a form, before those that are sent. Throws AppError not_found for what names none. */
export function readKeptStickers(text = ''): PreparedSticker[] {
  if (text.trim() === '') return []
  return text.split(',').map((one) => {
    const sticker = parsePreparedSticker(one)
    if (sticker === null) throw noPreparedSticker()
    return sticker
  })
}

export function formatKeptStickers(stickers: readonly PreparedSticker[]): string {
  return stickers.map(formatPreparedSticker).join(',')
}

export type KeptPictureFields = {
  kept_pictures?: readonly string[] | undefined
  /** Of the form without script: a place for each of the pictures, empty for one that is left out. */
  kept_places?: readonly string[] | undefined
}

/**
 * The names of the kept pictures in their order, null for the next one that is sent; null where the form has no such field.
 * Throws AppError invalid_value for places that are none.
 */
export function readKeptPictures({
  kept_pictures: values,
  kept_places: places,
}: KeptPictureFields): (string | null)[] | null {
  if (values === undefined) return null
  const names = values.filter((name) => name !== '').map((name) => (name === sentPicture ? null : name))
  if (places === undefined) return names
  const placed = sortByPlaces(names, places)
  if (placed !== null) return placed
  throw new AppError('invalid_value', { detail: 'picturePlace' }, { field: 'pictures[]' })
}

/** Without those whose place is empty; those of one place stay as they are. Null where there is not a place for each. */
export function sortByPlaces<T>(items: readonly T[], places: readonly string[]): T[] | null {
  if (places.length !== items.length || !places.every((place) => /^\s*(?:\d{1,9}\s*)?$/.test(place)))
    return null
  return items
    .map((item, index) => ({ item, place: places[index]?.trim() ?? '' }))
    .filter(({ place }) => place !== '')
    .toSorted((one, other) => Number(one.place) - Number(other.place))
    .map(({ item }) => item)
}
