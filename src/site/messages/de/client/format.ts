export { formatLimit } from '../format.ts'
