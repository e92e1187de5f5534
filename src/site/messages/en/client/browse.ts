import { formatCount, formatNumber } from '../format.ts'

/** The texts that the front page's browser modules show. */
export const browseTexts = {
  loading: 'Loading more…',
  loaded: (added: number, total: number) =>
    `${formatCount(added, { one: 'more GIF', other: 'more GIFs' })}, ${formatNumber(total)} in total.`,
  loadingFailed: 'More GIFs could not be loaded. Use the link to the next page.',
  searchFailed: 'Search failed. Press Enter to try again.',
  dropHere: 'Drop to make a GIF',
  opening: 'Opening the maker…',
  notOpened: 'This browser could not keep the file. Open “Make a GIF” and choose it there.',
}
