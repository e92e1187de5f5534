import type { sizeNotes as english } from '../en/size-notes.ts'
import { formatBytes, formatDecimal } from './format.ts'

export const sizeNotes: typeof english = {
  enough: (bytes) => `${formatBytes(bytes)}: Mehr sähe nicht besser aus`,
  rough: (bytes) => `${formatBytes(bytes)},`,
  narrower: (width) => `oder ${width} px in besserer Qualität`,
  smaller: (width, maxBytes) => `Auf ${width} px verkleinert, damit es in ${formatBytes(maxBytes)} passt`,
  smallerAndSlower: (width, fps, maxBytes) =>
    `Auf ${width} px und ${formatDecimal(fps, 1)} Bilder pro Sekunde verkleinert, damit es in ${formatBytes(maxBytes)} passt`,
  about: (bytes) => `etwa ${formatBytes(bytes)}`,
}
