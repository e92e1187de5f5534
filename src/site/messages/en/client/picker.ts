/** The texts of the picker. Pages that use it may replace any of them; `{count}` and `{query}` are filled in. */
export const pickerTexts = {
  label: 'GIF picker',
  search: 'Search GIFs',
  clear: 'Clear search',
  trending: 'Trending',
  categories: 'Categories',
  completions: 'Suggestions',
  results: 'GIFs',
  loading: 'Loading GIFs…',
  found: 'GIFs found: {count}',
  added: 'More GIFs loaded: {count}',
  corrected: 'Showing results for “{query}”',
  noMatch: 'No GIFs found for “{query}”',
  noMatchHint: 'Try fewer words or check the spelling.',
  empty: 'No GIFs here yet',
  showTrending: 'Show trending GIFs',
  failed: 'GIFs could not be loaded',
  failedHint: 'Check your connection, then try again.',
  busy: 'Too many requests',
  busyHint: 'Wait a moment, then try again.',
  refused: 'GIFs are not available here',
  refusedHint: 'The key of this picker was refused. Please tell the people who run this page.',
  retry: 'Try again',
}

export type PickerTexts = typeof pickerTexts
