/** What developers read is in English, as the names of the interface are. */
export { useItInMessages } from '../en/use-it-in.ts'
