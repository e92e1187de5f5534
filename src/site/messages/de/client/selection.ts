import type { selectionTexts as english } from '../../en/client/selection.ts'

export const selectionTexts: typeof english = {
  selectAll: 'Alle auswählen',
  deselectAll: 'Auswahl aufheben',
  selected: (count) =>
    count === 0 ? 'Wähle GIFs aus, um mehrere auf einmal zu ändern.' : `${count} ausgewählt:`,
}
