export { formatBytes, formatDecimal, formatFileSize, formatLimit } from '../format.ts'
