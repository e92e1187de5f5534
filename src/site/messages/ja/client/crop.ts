import type { cropTexts as english } from '../../en/client/crop.ts'

export const cropTexts: typeof english = {
  label: (crop) => `切り抜き：${crop}`,
  spoken: (width, height, x, y) => `幅${width}、高さ${height}ピクセル、左から${x}、上から${y}`,
  size: (width, height) => `${width} × ${height}ピクセル`,
}
