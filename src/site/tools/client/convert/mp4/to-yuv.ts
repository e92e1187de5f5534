import { opaqueBackground } from '../../../../../options/rules/opaque-background.ts'

type Size = { width: number; height: number }

/** Video in 4:2:0 has even sides only: odd ones get one more. */
export function evenSize({ width, height }: Size): Size {
  return { width: width + (width % 2), height: height + (height % 2) }
}

/**
 * The planes Y, U and V in 4:2:0 (BT.709, 16 to 235) of a picture, RGBA as one number a pixel, 0 where it is transparent: that
 * becomes `opaqueBackground`. Where a side is odd, its last column or row is there twice.
 */
export function toYuv(picture: Uint32Array, size: Size): Uint8ClampedArray<ArrayBuffer> {
  const { width, height } = evenSize(size)
  const [lumaBytes, chromaBytes] = [width * height, (width * height) / 4]
  const planes = new Uint8ClampedArray(lumaBytes + 2 * chromaBytes)
  let chromaAt = lumaBytes
  for (let top = 0; top < height; top += 2) {
    for (let left = 0; left < width; left += 2) {
      let [red, green, blue] = [0, 0, 0]
      for (let corner = 0; corner < 4; corner += 1) {
        const x = left + (corner & 1)
        const y = top + (corner >> 1)
        const from = Math.min(y, size.height - 1) * size.width + Math.min(x, size.width - 1)
        const rgba = picture[from] || background
        const [r, g, b] = [rgba & 255, (rgba >> 8) & 255, (rgba >> 16) & 255]
        planes[y * width + x] = 16 + lumaOf(r, g, b) * (219 / 255)
        red += r
        green += g
        blue += b
      }
      const luma = lumaOf(red, green, blue)
      // Both sums are of four pixels.
      planes[chromaAt] = 128 + ((blue - luma) / 1.8556) * (224 / 255 / 4)
      planes[chromaAt + chromaBytes] = 128 + ((red - luma) / 1.5748) * (224 / 255 / 4)
      chromaAt += 1
    }
  }
  return planes
}

const { r: backRed, g: backGreen, b: backBlue } = opaqueBackground
const background = (0xff_00_00_00 | (backBlue << 16) | (backGreen << 8) | backRed) >>> 0

const lumaOf = (red: number, green: number, blue: number) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
