import { formatBytes, formatDecimal } from './format.ts'

/** Notes on the size of a GIF, in the maker and for the finished GIF: see options/rules/size-note.ts. */
export const sizeNotes = {
  enough: (bytes: number) => `${formatBytes(bytes)}: more would not look better`,
  /** The text before the offer of a narrower GIF. */
  rough: (bytes: number) => `${formatBytes(bytes)},`,
  narrower: (width: number) => `or ${width} px at better quality`,
  smaller: (width: number, maxBytes: number) => `Made ${width} px wide, to fit ${formatBytes(maxBytes)}`,
  smallerAndSlower: (width: number, fps: number, maxBytes: number) =>
    `Made ${width} px wide at ${formatDecimal(fps, 1)} fps, to fit ${formatBytes(maxBytes)}`,
  /** The estimated size of a preset. */
  about: (bytes: number) => `about ${formatBytes(bytes)}`,
}
