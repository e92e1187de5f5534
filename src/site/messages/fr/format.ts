import { formatsIn } from '../formats.ts'

const base = formatsIn('fr')

/** French counts in octets: 64 ko, 1,23 Mo. */
const inOctets = (size: string) =>
  size.replace(/ ([KMG]?)B$/, (_unit, prefix: string) => ` ${prefix === 'K' ? 'k' : prefix}o`)

export const formats: typeof base = {
  ...base,
  formatBytes: (bytes) => inOctets(base.formatBytes(bytes)),
  formatLimit: (bytes) => inOctets(base.formatLimit(bytes)),
  formatFileSize: (bytes, decimals) => inOctets(base.formatFileSize(bytes, decimals)),
}

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
