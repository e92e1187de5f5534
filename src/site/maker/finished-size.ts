import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { SizeNote } from '../../options/rules/size-note.ts'
import type { KeptSourceOfGif } from '../kit/gifs/kept-source.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** What became of the size limit of a finished GIF. */
export type FinishedSize = { note: SizeNote; maxBytes: number }

/**
 * Says what became of the size limit of a finished GIF; a width that looks better is offered while its source is kept, and
 * leads into the maker.
 */
export function finishedSize(
  { links, messages }: SiteView,
  { code, renditions }: Gif,
  { note, maxBytes }: FinishedSize,
  kept: KeptSourceOfGif | null,
): Html | null {
  const texts = messages.maker.done.size
  const bytes = renditions.gif?.bytes ?? maxBytes
  if (note.outcome === 'rough') {
    if (kept === null) return null
    const address = links.path(`/create?edit=${code}&width=${note.width}`)
    return html`<p class="note" data-size-note>
      ${texts.rough(bytes)} <a href="${address}">${texts.narrower(note.width)}</a>
    </p>`
  }
  if (note.outcome === 'enough') return html`<p class="note" data-size-note>${texts.enough(bytes)}</p>`
  const { width, fps } = note
  return html`<p class="note" data-size-note>
    ${fps === undefined ? texts.smaller(width, maxBytes) : texts.smallerAndSlower(width, fps, maxBytes)}
  </p>`
}
