/** How the browser's modules write numbers and sizes. */
export { formatDecimal, formatFileSize, formatLimit } from '../format.ts'
