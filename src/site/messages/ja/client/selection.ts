import type { selectionTexts as english } from '../../en/client/selection.ts'

export const selectionTexts: typeof english = {
  selectAll: 'すべて選択',
  deselectAll: '選択を解除',
  selected: (count) => (count === 0 ? 'GIFを選択すると、まとめて変更できます。' : `${count}件を選択中：`),
}
