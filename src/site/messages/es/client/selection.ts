import type { selectionTexts as english } from '../../en/client/selection.ts'
import { plural } from '../format.ts'

export const selectionTexts: typeof english = {
  selectAll: 'Seleccionar todo',
  deselectAll: 'Anular selección',
  selected: (count) =>
    count === 0
      ? 'Selecciona varios GIF para cambiarlos a la vez.'
      : `${count} ${plural(count, { one: 'seleccionado', other: 'seleccionados' })}:`,
}
