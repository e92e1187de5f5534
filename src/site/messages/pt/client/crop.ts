import type { cropTexts as english } from '../../en/client/crop.ts'

export const cropTexts: typeof english = {
  label: (crop) => `Recorte: ${crop}`,
  spoken: (width, height, x, y) =>
    `${width} por ${height} pixels, ${x} a partir da esquerda, ${y} a partir do topo`,
  size: (width, height) => `${width} × ${height} pixels`,
}
