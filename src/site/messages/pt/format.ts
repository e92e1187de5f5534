import { formatsIn } from '../formats.ts'

export const formats = formatsIn('pt-BR')

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
