import { formatsIn } from '../formats.ts'

export const formats = formatsIn('ja')

export const { formatBytes, formatNumber, formatLimit, formatOrdinal, formatFileSize, formatDecimal } =
  formats
