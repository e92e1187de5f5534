import type { TObject } from 'typebox'
import {
  categoriesQuery,
  featuredQuery,
  postsQuery,
  registerShareQuery,
  searchQuery,
  trendingTermsQuery,
  wordsQuery,
} from './schemas.ts'

/** The calls of the Tenor-v2-compatible interface, all of them GET, for its documentation. */
export const tenorCalls: readonly { path: string; summary: string; query: TObject }[] = [
  { path: '/search', summary: 'Search GIFs', query: searchQuery },
  { path: '/featured', summary: 'List trending GIFs, then all others', query: featuredQuery },
  {
    path: '/categories',
    summary: 'List categories to search for, each with a picture',
    query: categoriesQuery,
  },
  { path: '/search_suggestions', summary: 'Suggest related searches', query: wordsQuery },
  { path: '/autocomplete', summary: 'Complete a search during typing', query: wordsQuery },
  { path: '/trending_terms', summary: 'List trending searches', query: trendingTermsQuery },
  { path: '/registershare', summary: 'Report a shared GIF', query: registerShareQuery },
  { path: '/posts', summary: 'Get GIFs by their ids', query: postsQuery },
]
