import type { cropTexts as english } from '../../en/client/crop.ts'

export const cropTexts: typeof english = {
  label: (crop) => `Recadrage : ${crop}`,
  spoken: (width, height, x, y) => `${width} sur ${height} pixels, à ${x} du bord gauche, à ${y} du haut`,
  size: (width, height) => `${width} × ${height} pixels`,
}
