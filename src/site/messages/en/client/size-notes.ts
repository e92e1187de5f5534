/** What the browser's modules say of the size of a GIF. */
export { sizeNotes } from '../size-notes.ts'
