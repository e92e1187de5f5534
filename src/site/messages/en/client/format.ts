/** How the browser's modules write numbers and sizes. */
export { formatLimit } from '../format.ts'
