import { sizeNotes } from '#texts/size-notes.ts'
import type { SizeNote } from '../../../options/rules/size-note.ts'

/** The note on the size of a GIF, and the button to make it again at another width. */
export function sizeNoteText(
  note: SizeNote,
  { bytes, maxBytes }: { bytes: number; maxBytes: number },
  makeAgain: (width: number) => void,
): (string | Node)[] {
  if (note.outcome === 'enough') return [sizeNotes.enough(bytes)]
  if (note.outcome === 'smaller') {
    const { width, fps } = note
    return [
      fps === undefined
        ? sizeNotes.smaller(width, maxBytes)
        : sizeNotes.smallerAndSlower(width, fps, maxBytes),
    ]
  }
  const button = document.createElement('button')
  button.className = 'link-button'
  button.textContent = sizeNotes.narrower(note.width)
  button.type = 'button'
  button.addEventListener('click', () => makeAgain(note.width))
  return [`${sizeNotes.rough(bytes)} `, button]
}
