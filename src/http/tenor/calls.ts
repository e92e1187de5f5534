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

/** The calls of the Tenor-v2-compatible interface, all of them GET, for people who read about them. */
export const tenorCalls: readonly { path: string; summary: string; query: TObject }[] = [
  { path: '/search', summary: 'GIFs that a text finds', query: searchQuery },
  { path: '/featured', summary: 'What is used most lately, then everything else', query: featuredQuery },
  { path: '/categories', summary: 'Texts to search for, each with a picture', query: categoriesQuery },
  { path: '/search_suggestions', summary: 'What else to search for', query: wordsQuery },
  { path: '/autocomplete', summary: 'What a person may be typing', query: wordsQuery },
  { path: '/trending_terms', summary: 'What many people search for', query: trendingTermsQuery },
  { path: '/registershare', summary: 'Reports that a GIF was shared', query: registerShareQuery },
  { path: '/posts', summary: 'GIFs by their ids', query: postsQuery },
]
