import { integer, list, number, oneOf } from '../setting.ts'

/** Lists, searches and trending. */
export const discoverySettings = {
  DEFAULT_RATING: oneOf(
    'g',
    ['g', 'pg', 'pg-13'],
    'The rating of unrated GIFs. Most apps request only `g`: with any other default, they show only GIFs that were rated `g`. It is never stored, so a change applies to all unrated GIFs at the next start.',
  ),
  TREND_HALF_LIFE_HOURS: number(48, [1, 8760], 'The half-life of a use or a search in trending.', 'hours'),
  TRENDING_SEARCHES: oneOf(
    'on',
    ['on', 'off'],
    'Shows popular searches to everyone; with `off`, they are not counted either.',
  ),
  MIN_TRENDING_VIEWERS: integer(
    5,
    [5, 100_000],
    'The number of viewers who must make a search in one day before it can trend. An IPv6 viewer is a /48.',
  ),
  BLOCKED_WORDS: list(
    [],
    'Words or phrases that are neither completed nor shown among trending searches.',
    'comma-separated words',
  ),
}

/** Limits on favorites and collections. */
export const collectionSettings = {
  FAVOURITES_PER_ACCOUNT: integer(10_000, [1, 1_000_000], 'The maximum number of favorites per account.'),
  COLLECTIONS_PER_ACCOUNT: integer(100, [1, 10_000], 'The maximum number of collections per account.'),
  GIFS_PER_COLLECTION: integer(500, [1, 10_000], 'The maximum number of GIFs per collection.'),
}

/** Publishing, and the lifetime and number of visitors' unpublished GIFs. */
export const publishingSettings = {
  PUBLISHING: oneOf(
    'open',
    ['open', 'accounts', 'review'],
    'Who can publish GIFs. `open`: everyone. `accounts`: GIFs made without an account stay unlisted. `review`: they stay unlisted until you approve them on the Review page. Accounts, and apps that may upload, can always publish.',
  ),
  UNPUBLISHED_DAYS: integer(
    30,
    [0, 36_500],
    'How long visitors’ unpublished GIFs are kept; 0 keeps them forever. GIFs that await your review, are hidden or have open reports stay.',
    'days',
  ),
  UNPUBLISHED_PER_CLIENT: integer(
    200,
    [1, 1_000_000],
    'The maximum number of unpublished GIFs per visitor’s address; further ones get 429 until some are published, deleted or removed.',
  ),
  UNPUBLISHED_MB_PER_CLIENT: integer(
    2000,
    [1, 10_000_000],
    'The maximum total size of these GIFs.',
    'megabytes',
  ),
}
