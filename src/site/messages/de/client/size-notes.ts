export { sizeNotes } from '../size-notes.ts'
