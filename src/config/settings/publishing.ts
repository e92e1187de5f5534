import { integer, oneOf } from '../setting.ts'

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
