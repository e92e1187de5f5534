import { type HtmlValue, html } from '../../../lib/html.ts'

/** The texts of the front page. */
export const browseMessages = {
  description: (siteName: string) => `GIFs to watch, search and copy on ${siteName}.`,
  feedTitle: (siteName: string, text: string) =>
    text === '' ? `Newest GIFs · ${siteName}` : `“${text}” · ${siteName}`,
  newest: 'Newest GIFs',
  popular: 'Most popular GIFs',
  trending: 'Trending',
  trendingSearches: 'Trending searches',
  searchHeading: (text: string) => `“${text}”`,
  searchInCategory: (text: string, category: string) => `“${text}” in ${category}`,
  correctedHeading: (text: string) => `Showing results for “${text}”`,
  note: {
    searchInstead: (text: string) => `Search instead for “${text}”`,
    exactOnly: 'Only exact matches are shown.',
    includeClose: 'Include close matches',
    partial: 'No GIF matches every word. These match most of them.',
  },
  sort: { label: 'Sort', relevance: 'Most relevant', newest: 'Newest', popular: 'Most popular' },
  categories: 'Categories',
  allCategories: 'All',
  tools: { pause: 'Pause', random: 'Random', showNsfw: 'Show NSFW', hideNsfw: 'Hide NSFW' },
  empty: {
    noMatch: 'No GIFs found. Try fewer words or check the spelling.',
    closest: 'Did you mean',
    emptyCategory: 'No GIFs in this category yet.',
    onlyNsfw: 'All GIFs here are marked NSFW. Turn on “Show NSFW” to see them.',
    unknownCategory: 'Category not found',
    unknownCategoryHint: 'It may have been renamed or removed. Choose one above.',
    searchAll: 'Search all categories',
    allGifs: 'All GIFs',
    makeOne: 'Make one',
  },
  firstGif: {
    heading: 'Make the first GIF',
    hint: 'Nobody has shared one here yet. Start with a video, a link or a few pictures; it takes seconds.',
    make: 'Make a GIF',
    developers: (link: string): HtmlValue => html`Developer? <a href="${link}">Use the API.</a>`,
  },
}
