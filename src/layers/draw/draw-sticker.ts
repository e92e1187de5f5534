import type { CanvasKit } from 'canvaskit-wasm'
import { uprightMatrix } from '../pictures/picture-orientation.ts'
import type { PictureLayer } from '../layer.ts'
import type { Sticker } from '../pictures/sticker.ts'
import { type Bitmap, drawBitmap } from './bitmap.ts'
import { boundsOf, type FrameSize, type PlacedBox } from './place.ts'

/** Returns the box of a picture of these proportions in frames of a size. */
export function pictureBox(
  layer: PictureLayer,
  picture: { width: number; height: number },
  frame: FrameSize,
): PlacedBox {
  const width = Math.max(1, layer.width * frame.width)
  return {
    centerX: layer.x * frame.width,
    centerY: layer.y * frame.height,
    width,
    height: Math.max(1, (width * picture.height) / picture.width),
    rotation: layer.rotation,
  }
}

/** Draws one frame of a picture in its box, for frames of a size. */
export function drawSticker(
  kit: CanvasKit,
  { box, opacity, frame }: { box: PlacedBox; opacity: number; frame: FrameSize },
  sticker: Sticker,
  stickerFrame: number,
): Bitmap | null {
  return drawBitmap(kit, boundsOf(box, 1), frame, (canvas) => {
    canvas.rotate(box.rotation, box.centerX, box.centerY)
    const paint = new kit.Paint()
    paint.setAntiAlias(true)
    paint.setAlphaf(opacity)
    const image = sticker.image(stickerFrame)
    const stored = kit.XYWHRect(0, 0, image.width(), image.height())
    const [left, top] = [box.centerX - box.width / 2, box.centerY - box.height / 2]
    const isTurned = sticker.orientation !== 1
    if (isTurned) {
      canvas.translate(left, top)
      canvas.scale(box.width / sticker.width, box.height / sticker.height)
      const [a, b, c, d, e, f] = uprightMatrix(sticker.orientation, {
        width: image.width(),
        height: image.height(),
      })
      canvas.concat([a, c, e, b, d, f, 0, 0, 1])
    }
    canvas.drawImageRectOptions(
      image,
      stored,
      isTurned ? stored : kit.XYWHRect(left, top, box.width, box.height),
      kit.FilterMode.Linear,
      kit.MipmapMode.Linear,
      paint,
    )
    paint.delete()
  })
}
