import {
  formatKeptSticker,
  type KeptSticker,
  parseKeptSticker,
} from '../../creation/sources/prepared-source.ts'
import type { LayerLimits } from '../../layers/layer-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { noKeptSticker } from '../../creation/sources/source-store.ts'

/** Throws AppError invalid_value where there are too many, with those that are `sent`. */
export function checkStickerCount(kept: number, sent: number, { maxStickers }: LayerLimits): void {
  if (kept + sent <= maxStickers) return
  throw new AppError('invalid_value', `\`stickers[]\` may be at most ${maxStickers} pictures.`, {
    field: 'stickers[]',
  })
}

/** What stands in `kept_pictures` for the next picture that is sent. */
export const sentPicture = 'new'

/** The kept stickers of a form, before those that are sent. Throws AppError not_found for what names none. */
export function readKeptStickers(text = ''): KeptSticker[] {
  if (text.trim() === '') return []
  return text.split(',').map((one) => {
    const sticker = parseKeptSticker(one)
    if (sticker === null) throw noKeptSticker()
    return sticker
  })
}

export function formatKeptStickers(stickers: readonly KeptSticker[]): string {
  return stickers.map(formatKeptSticker).join(',')
}

/** The names of the kept pictures in their order, null for the next one that is sent; null where the form has no such field. */
export function readKeptPictures(values: readonly string[] | undefined): (string | null)[] | null {
  if (values === undefined) return null
  return values.filter((name) => name !== '').map((name) => (name === sentPicture ? null : name))
}
