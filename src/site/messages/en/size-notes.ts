import { formatBytes, formatDecimal } from './format.ts'

/** What there is to say of the size of a GIF, in the maker and of the finished one: see options/rules/size-note.ts. */
export const sizeNotes = {
  enough: (bytes: number) => `${formatBytes(bytes)}: more would not look better`,
  /** Followed by the offer of a narrower one. */
  rough: (bytes: number) => `${formatBytes(bytes)},`,
  narrower: (width: number) => `or ${width} px at better quality`,
  smaller: (width: number, maxBytes: number) => `Made ${width} px wide, to fit ${formatBytes(maxBytes)}`,
  smallerAndSlower: (width: number, fps: number, maxBytes: number) =>
    `Made ${width} px wide at ${formatDecimal(fps, 1)} fps, to fit ${formatBytes(maxBytes)}`,
  /** The size that is expected of a preset. */
  about: (bytes: number) => `about ${formatBytes(bytes)}`,
}
