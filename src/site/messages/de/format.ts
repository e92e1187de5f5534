import { formatsIn } from '../formats.ts'

export const formats = formatsIn('de')

export const { formatCount, formatNumber, formatLimit } = formats
