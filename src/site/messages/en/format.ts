import { formatsIn } from '../formats.ts'

export const formats = formatsIn('en')

export const { plural, formatCount, formatNumber, formatLimit, formatOrdinal } = formats
