import type { sizeNotes as english } from '../en/size-notes.ts'
import { formatBytes, formatDecimal } from './format.ts'

export const sizeNotes: typeof english = {
  enough: (bytes) => `${formatBytes(bytes)}：これ以上大きくしても画質は変わりません`,
  rough: (bytes) => `${formatBytes(bytes)}、`,
  narrower: (width) => `または幅${width}pxでより高画質に`,
  smaller: (width, maxBytes) => `${formatBytes(maxBytes)}に収まるよう、幅を${width}pxにしました`,
  smallerAndSlower: (width, fps, maxBytes) =>
    `${formatBytes(maxBytes)}に収まるよう、幅${width}px、${formatDecimal(fps, 1)}fpsにしました`,
  about: (bytes) => `約${formatBytes(bytes)}`,
}
