/** Notes on the size of a GIF, shown by the browser's modules. */
export { sizeNotes } from '../size-notes.ts'
