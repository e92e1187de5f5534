/** The texts of a form with many checkboxes. */
export const selectionTexts = {
  selectAll: 'Select all',
  deselectAll: 'Deselect all',
  selected: (count: number) =>
    count === 0 ? 'Select GIFs to change several at once.' : `${count} selected:`,
}
