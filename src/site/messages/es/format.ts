import { formatsIn } from '../formats.ts'

export const formats = formatsIn('es')

export const { plural, formatCount, formatNumber, formatLimit, formatOrdinal } = formats
