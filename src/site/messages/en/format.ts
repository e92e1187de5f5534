import { formatsIn } from '../formats.ts'

export const formats = formatsIn('en')

export const { formatCount, formatNumber, formatLimit, formatOrdinal } = formats
