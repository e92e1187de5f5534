import { integer, oneOf } from '../setting.ts'

/** Accounts, and limits on the requests of a client. */
export const visitorSettings = {
  SIGN_UP: oneOf(
    'open',
    ['open', 'closed'],
    '`open`: visitors can create accounts. `closed`: only `gifwright account add` can.',
  ),
  SESSION_DAYS: integer(
    30,
    [1, 365],
    'How long a browser stays signed in without use. Sessions end after six times as long in any case.',
    'days',
  ),
  RATE_LIMIT: oneOf(
    'on',
    ['on', 'off'],
    '`off` disables the limits on calls, uploads and connections per address, for benchmarks and tests. IPv6 addresses count per /64. With SQLite, a restart resets all counters. With PostgreSQL, all machines count together: creations, sign-ins and reports exactly, even after a restart; reads, searches and media files to within about a second.',
  ),
  CREATIONS_PER_MINUTE: integer(60, [1, 100_000], 'Creation calls per minute and address without a token.'),
  ACCOUNT_CREATIONS_PER_MINUTE: integer(
    120,
    [1, 100_000],
    'Creation calls per minute and account, with all its tokens; ten times as many per address.',
  ),
  SIZES_PER_MINUTE: integer(60, [1, 100_000], 'Size measurements per minute and address without an account.'),
  ACCOUNT_SIZES_PER_MINUTE: integer(
    60,
    [1, 100_000],
    'Size measurements per minute and account; ten times as many per address.',
  ),
  READS_PER_MINUTE: integer(
    3000,
    [1, 1_000_000],
    'Other calls without a token, and pages, per minute and address.',
  ),
  ACCOUNT_READS_PER_MINUTE: integer(
    6000,
    [1, 1_000_000],
    'Other calls per minute and account, with all its tokens; ten times as many per address.',
  ),
  SEARCHES_PER_MINUTE: integer(
    1500,
    [1, 1_000_000],
    'Searches without a token, and searches and suggestions on pages, per minute and address.',
  ),
  ACCOUNT_SEARCHES_PER_MINUTE: integer(
    3000,
    [1, 1_000_000],
    'Searches per minute and account, with all its tokens; ten times as many per address.',
  ),
  SIGN_INS_PER_MINUTE: integer(
    10,
    [1, 100_000],
    'Attempts per minute and address to sign in, sign up, confirm a password or use a wrong token.',
  ),
  NOTICES_PER_MINUTE: integer(
    5,
    [1, 100_000],
    'Reports of GIFs, and answers to decisions, per minute and address.',
  ),
  NOTICES_PER_DAY: integer(50, [1, 100_000], 'Reports of GIFs per day and address.'),
  EXPORTS_PER_HOUR: integer(
    6,
    [1, 100_000],
    'How often per hour an account can download all its data; each download reads all its files.',
  ),
  NOTICE_CONTACT_DAYS: integer(
    180,
    [0, 36_500],
    'How long the identity of people who reported a GIF or answered a decision is kept after the decision. Reports and decisions stay.',
    'days',
  ),
  MEDIA_PER_MINUTE: integer(
    30_000,
    [1, 10_000_000],
    'Media files, style sheets and scripts per minute and address.',
  ),
  MAX_EVENT_STREAMS: integer(
    500,
    [1, 100_000],
    'The maximum number of pages per machine that follow a task live; further ones poll.',
  ),
  EVENT_STREAMS_PER_ADDRESS: integer(30, [1, 100_000], 'The maximum number of such pages per address.'),
  MAX_CONNECTIONS: integer(
    4000,
    [10, 1_000_000],
    'The maximum number of open connections per machine; further ones are closed.',
  ),
  CONNECTIONS_PER_ADDRESS: integer(
    200,
    [1, 1_000_000],
    'The maximum number of open connections per address, less when few are free; TRUSTED_PROXIES are exempt.',
  ),
}
