import { layerTexts } from '#texts/layers.ts'
import { formatLimit } from '#texts/format.ts'
import { uprightFile } from '../pictures/upright-file.ts'
import type { Sticker } from './layer-stack.ts'

/** The types of pictures that can be stickers, as an input for files takes them. */
export const stickerTypes = 'image/png,image/webp,image/gif'

/** A picture whose file is not here yet. */
export const missingSticker: Sticker = { file: null, kept: null, address: '', aspect: 1 }

/** Reads a picture that was chosen; a sentence about it where it cannot be a sticker. */
export async function readSticker(
  chosen: File,
  maxBytes: number,
  kept: string | null = null,
): Promise<{ sticker: Sticker } | { problem: string }> {
  if (chosen.size > maxBytes)
    return { problem: layerTexts.stickerTooLarge(chosen.name, formatLimit(maxBytes)) }
  const file = await uprightFile(chosen)
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  const isShown = await image.decode().then(
    () => image.naturalWidth > 0 && image.naturalHeight > 0,
    () => false,
  )
  const aspect = image.naturalWidth / image.naturalHeight
  if (isShown) return { sticker: { file, kept, address, aspect } }
  URL.revokeObjectURL(address)
  return { problem: layerTexts.stickerBroken(file.name) }
}

/** Gets a sticker that the service has kept, to be shown; `sources` is the address of kept sources. Null where it is gone. */
export async function loadKeptSticker(
  sources: string,
  kept: string,
  fileName: string,
): Promise<Sticker | null> {
  const [source = '', name = ''] = kept.split('.')
  const response = await fetch(`${sources}/${source}/pictures/${name}`).catch(() => null)
  if (response === null || !response.ok) return null
  const blob = await response.blob()
  const file = new File([blob], `${fileName}.${blob.type.replace(/^image\//, '')}`, { type: blob.type })
  const read = await readSticker(file, Infinity, kept)
  return 'sticker' in read ? read.sticker : null
}
