import { Preview } from './preview.ts'
import type { SourceDetail } from '../source/source-event.ts'

/** Starts the preview with the source that was chosen; it follows the form from then on. */
export function startPreview(form: HTMLFormElement, source: SourceDetail): void {
  new Preview(form).open(source)
}
