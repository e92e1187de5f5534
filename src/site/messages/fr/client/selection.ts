import type { selectionTexts as english } from '../../en/client/selection.ts'
import { plural } from '../format.ts'

export const selectionTexts: typeof english = {
  selectAll: 'Tout sélectionner',
  deselectAll: 'Tout désélectionner',
  selected: (count) =>
    count === 0
      ? 'Sélectionnez des GIF pour en modifier plusieurs à la fois.'
      : `${count} ${plural(count, { one: 'sélectionné', other: 'sélectionnés' })} :`,
}
