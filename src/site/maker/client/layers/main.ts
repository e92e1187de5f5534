import type { SourceDetail } from '../source/source-event.ts'
import { LayersEditor } from './layers-editor.ts'

/** Starts the editor of layers. `source` is what a GIF is made from now, where one was chosen already. */
export function startLayers(
  form: HTMLFormElement,
  panel: HTMLDetailsElement,
  source: SourceDetail | null,
): void {
  new LayersEditor(form, panel).start(source)
}
