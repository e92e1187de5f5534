import type { sizeNotes as english } from '../en/size-notes.ts'
import { formatBytes, formatDecimal } from './format.ts'

export const sizeNotes: typeof english = {
  enough: (bytes) => `${formatBytes(bytes)}: Mehr sähe nicht besser aus`,
  rough: (bytes) => `${formatBytes(bytes)},`,
  narrower: (width) => `oder ${width} px in besserer Qualität`,
  smaller: (width, maxBytes) => `Für ${formatBytes(maxBytes)} auf ${width} px verkleinert`,
  smallerAndSlower: (width, fps, maxBytes) =>
    `Für ${formatBytes(maxBytes)} auf ${width} px und ${formatDecimal(fps, 1)} fps verkleinert`,
  about: (bytes) => `etwa ${formatBytes(bytes)}`,
}
