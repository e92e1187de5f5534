import type { sizeNotes as english } from '../en/size-notes.ts'
import { formatBytes, formatDecimal } from './format.ts'

export const sizeNotes: typeof english = {
  enough: (bytes) => `${formatBytes(bytes)}: con más no se vería mejor`,
  rough: (bytes) => `${formatBytes(bytes)},`,
  narrower: (width) => `o ${width} px con mejor calidad`,
  smaller: (width, maxBytes) => `Reducido a ${width} px para caber en ${formatBytes(maxBytes)}`,
  smallerAndSlower: (width, fps, maxBytes) =>
    `Reducido a ${width} px y ${formatDecimal(fps, 1)} fps para caber en ${formatBytes(maxBytes)}`,
  about: (bytes) => `unos ${formatBytes(bytes)}`,
}
