/** The texts of a crop that is drawn on a picture. */
export const cropTexts = {
  label: (crop: string) => `Crop: ${crop}`,
  spoken: (width: number, height: number, x: number, y: number) =>
    `${width} by ${height} pixels, ${x} from the left, ${y} from the top`,
  size: (width: number, height: number) => `${width} × ${height} pixels`,
}
