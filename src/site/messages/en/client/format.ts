/** How the browser's modules write numbers and sizes. */
export { formatBytes, formatDecimal, formatFileSize, formatLimit } from '../format.ts'
