import { integer, list, number, oneOf } from '../setting.ts'

/** What lists and searches show, what is trending, and what may trend. */
export const discoverySettings = {
  DEFAULT_RATING: oneOf(
    'g',
    ['g', 'pg', 'pg-13'],
    'The rating of GIFs that nobody has rated. Most apps ask for `g` only: with any other default they show only GIFs that were rated `g`. It is never stored: a change applies to all unrated GIFs at the next start.',
  ),
  TREND_HALF_LIFE_HOURS: number(
    48,
    [1, 8760],
    'How long until a use of a GIF, or a search, counts half in what is trending.',
    'hours',
  ),
  TRENDING_SEARCHES: oneOf(
    'on',
    ['on', 'off'],
    'Whether searches that many people make are shown to everyone; with `off` they are not counted either.',
  ),
  MIN_TRENDING_VIEWERS: integer(
    5,
    [5, 100_000],
    'How many viewers must have made a search in one day before it can trend. An IPv6 viewer is a /48.',
  ),
  BLOCKED_WORDS: list(
    [],
    'Words, or several words in a row, that are neither completed nor shown among the trending searches.',
    'comma-separated words',
  ),
}
