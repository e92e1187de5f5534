export { formatDecimal, formatFileSize, formatLimit } from '../format.ts'
