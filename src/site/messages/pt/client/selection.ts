import type { selectionTexts as english } from '../../en/client/selection.ts'

export const selectionTexts: typeof english = {
  selectAll: 'Selecionar tudo',
  deselectAll: 'Desmarcar tudo',
  selected: (count) =>
    count === 0
      ? 'Selecione GIFs para alterar vários de uma vez.'
      : `${count} ${count === 1 ? 'selecionado' : 'selecionados'}:`,
}
