import type { cropTexts as english } from '../../en/client/crop.ts'

export const cropTexts: typeof english = {
  label: (crop) => `Recorte: ${crop}`,
  spoken: (width, height, x, y) =>
    `${width} por ${height} píxeles, a ${x} de la izquierda y a ${y} de arriba`,
  size: (width, height) => `${width} × ${height} píxeles`,
}
