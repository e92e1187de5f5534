import type { cropTexts as english } from '../../en/client/crop.ts'

export const cropTexts: typeof english = {
  label: (crop) => `Zuschnitt: ${crop}`,
  spoken: (width, height, x, y) => `${width} mal ${height} Pixel, ${x} von links, ${y} von oben`,
  size: (width, height) => `${width} × ${height} Pixel`,
}
