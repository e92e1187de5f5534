/** The texts that the browser modules of the account pages show. */
export const accountTexts = {
  selectAll: 'Select all',
  deselectAll: 'Deselect all',
  selected: (count: number) =>
    count === 0 ? 'Select GIFs to change several at once.' : `${count} selected:`,
}
