import { layerTexts } from '#texts/layers.ts'
import { formatLimit } from '#texts/format.ts'
import type { Sticker } from './layer-stack.ts'

/** The types of pictures that can be stickers, as an input for files takes them. */
export const stickerTypes = 'image/png,image/webp,image/gif'

/** A picture whose file is not here yet. */
export const missingSticker: Sticker = { file: null, address: '', aspect: 1 }

/** Reads a picture that was chosen; a sentence about it where it cannot be a sticker. */
export async function readSticker(
  file: File,
  maxBytes: number,
): Promise<{ sticker: Sticker } | { problem: string }> {
  if (file.size > maxBytes) return { problem: layerTexts.stickerTooLarge(file.name, formatLimit(maxBytes)) }
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  const isShown = await image.decode().then(
    () => image.naturalWidth > 0 && image.naturalHeight > 0,
    () => false,
  )
  if (isShown) return { sticker: { file, address, aspect: image.naturalWidth / image.naturalHeight } }
  URL.revokeObjectURL(address)
  return { problem: layerTexts.stickerBroken(file.name) }
}
