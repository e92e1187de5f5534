/** What is drawn over every frame, on pixels that are straight RGBA; `seconds` is a time of the source. */
export type Drawing = { draw: (rgba: Uint8Array, seconds: number) => void }

type Size = { width: number; height: number }

/** The watermark of the service as it draws it: a picture of the size of the frame, see-through but for the mark. */
export async function openWatermark(address: string, size: Size): Promise<Drawing> {
  const response = await fetch(
    address.replace('WIDTH', String(size.width)).replace('HEIGHT', String(size.height)),
  )
  // So small a frame has none.
  if (response.status === 204) return { draw: () => undefined }
  if (!response.ok) throw new Error(`the watermark answers ${response.status}`)
  const bitmap = await createImageBitmap(await response.blob(), { premultiplyAlpha: 'none' })
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
    willReadFrequently: true,
  })
  if (context === null) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const { data } = context.getImageData(0, 0, size.width, size.height)
  const places: number[] = []
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) places.push(at - 3)
  return {
    draw: (rgba) => {
      for (const at of places) blendPixel(rgba, data, at)
    },
  }
}

function blendPixel(below: Uint8Array, above: Uint8ClampedArray, at: number): void {
  const alpha = (above[at + 3] ?? 0) / 255
  const rest = ((below[at + 3] ?? 0) / 255) * (1 - alpha)
  const whole = alpha + rest
  for (let channel = at; channel < at + 3; channel += 1) {
    below[channel] = Math.round(((above[channel] ?? 0) * alpha + (below[channel] ?? 0) * rest) / whole)
  }
  below[at + 3] = Math.round(whole * 255)
}
