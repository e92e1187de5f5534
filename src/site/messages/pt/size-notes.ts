import type { sizeNotes as english } from '../en/size-notes.ts'
import { formatBytes, formatDecimal } from './format.ts'

export const sizeNotes: typeof english = {
  enough: (bytes) => `${formatBytes(bytes)}: com mais não ficaria melhor`,
  rough: (bytes) => `${formatBytes(bytes)},`,
  narrower: (width) => `ou ${width} px com melhor qualidade`,
  smaller: (width, maxBytes) => `Reduzido para ${width} px para caber em ${formatBytes(maxBytes)}`,
  smallerAndSlower: (width, fps, maxBytes) =>
    `Reduzido para ${width} px e ${formatDecimal(fps, 1)} fps para caber em ${formatBytes(maxBytes)}`,
  about: (bytes) => `cerca de ${formatBytes(bytes)}`,
}
