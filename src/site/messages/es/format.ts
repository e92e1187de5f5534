import { formatsIn } from '../formats.ts'

export const formats = formatsIn('es')

export const {
  plural,
  formatBytes,
  formatCount,
  formatNumber,
  formatLimit,
  formatOrdinal,
  formatFileSize,
  formatDecimal,
} = formats
