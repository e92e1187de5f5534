import type { sizeNotes as english } from '../en/size-notes.ts'
import { formatBytes, formatDecimal } from './format.ts'

export const sizeNotes: typeof english = {
  enough: (bytes) => `${formatBytes(bytes)} : plus n’améliorerait rien`,
  rough: (bytes) => `${formatBytes(bytes)},`,
  narrower: (width) => `ou ${width} px en meilleure qualité`,
  smaller: (width, maxBytes) => `Réduit à ${width} px pour tenir dans ${formatBytes(maxBytes)}`,
  smallerAndSlower: (width, fps, maxBytes) =>
    `Réduit à ${width} px et ${formatDecimal(fps, 1)} i/s pour tenir dans ${formatBytes(maxBytes)}`,
  about: (bytes) => `environ ${formatBytes(bytes)}`,
}
