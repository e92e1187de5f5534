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

/** How much an account may keep of other people's GIFs. */
export const collectionSettings = {
  FAVOURITES_PER_ACCOUNT: integer(10_000, [1, 1_000_000], 'How many GIFs one account may have as favorites.'),
  COLLECTIONS_PER_ACCOUNT: integer(100, [1, 10_000], 'How many collections one account may have.'),
  GIFS_PER_COLLECTION: integer(500, [1, 10_000], 'How many GIFs one collection may have.'),
}

/** Who may publish GIFs, and how long and how many unpublished ones of visitors are kept. */
export const publishingSettings = {
  PUBLISHING: oneOf(
    'open',
    ['open', 'accounts', 'review'],
    'Who may publish what was made: `open` everyone; with `accounts`, GIFs of visitors without an account stay unlisted; with `review`, they are unlisted until you agree on the page Review. Accounts always publish by themselves, and so do apps that may upload.',
  ),
  UNPUBLISHED_DAYS: integer(
    30,
    [0, 36_500],
    'How long GIFs of visitors are kept that are not published; 0 keeps them forever. Those that wait for your review, are hidden or have open reports stay.',
    'days',
  ),
  UNPUBLISHED_PER_CLIENT: integer(
    200,
    [1, 1_000_000],
    'How many unpublished GIFs of visitors may come from one address; further ones get 429 until some are published, deleted or removed.',
  ),
  UNPUBLISHED_MB_PER_CLIENT: integer(
    2000,
    [1, 10_000_000],
    'How much the files of these GIFs may take together.',
    'megabytes',
  ),
}
