/** What developers read is in English, as the names of the interface are. */
export { developersMessages } from '../en/developers.ts'
