import { formatsIn } from '../formats.ts'

export const formats = formatsIn('en')

export const { formatBytes, formatCount, formatNumber, formatLimit, formatOrdinal } = formats
