import { previewTexts } from '#texts/preview.ts'
import type { SizeNote } from '../../../../options/rules/size-note.ts'
import { createElement } from '../elements.ts'

/** What there is to say of the size of a GIF, and the button that makes it again in another width. */
export function sizeNoteText(
  note: SizeNote,
  { bytes, maxBytes }: { bytes: number; maxBytes: number },
  makeAgain: (width: number) => void,
): (string | Node)[] {
  const texts = previewTexts.sizeNotes
  if (note.outcome === 'enough') return [texts.enough(bytes)]
  if (note.outcome === 'smaller') {
    const { width, fps } = note
    return [
      fps === undefined ? texts.smaller(width, maxBytes) : texts.smallerAndSlower(width, fps, maxBytes),
    ]
  }
  const button = createElement('button', 'maker__narrower', texts.narrower(note.width))
  button.type = 'button'
  button.addEventListener('click', () => makeAgain(note.width))
  return [`${texts.rough(bytes)} `, button]
}
