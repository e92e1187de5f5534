/** The formats of numbers and sizes in the browser's modules. */
export { formatBytes, formatDecimal, formatFileSize, formatLimit } from '../format.ts'
