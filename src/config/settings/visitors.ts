import { integer, oneOf } from '../setting.ts'

/** Who may have an account, and how much one client may ask for. */
export const visitorSettings = {
  SIGN_UP: oneOf(
    'open',
    ['open', 'closed'],
    'Whether visitors may create accounts; with `closed`, `gifwright account add` does.',
  ),
  SESSION_DAYS: integer(
    30,
    [1, 365],
    'How long an unused browser stays signed in; six times as long in any case.',
    'days',
  ),
  RATE_LIMIT: oneOf(
    'on',
    ['on', 'off'],
    '`off` disables the limits of calls, uploads and connections per address, for benchmarks and tests. An IPv6 address counts by its /64. With SQLite a restart resets all counters. With PostgreSQL all machines count together: creations, sign-ins and reports exactly, also over a restart; reads, searches and media files to within about a second.',
  ),
  CREATIONS_PER_MINUTE: integer(
    60,
    [1, 100_000],
    'Creation calls per minute from one address without a token.',
  ),
  ACCOUNT_CREATIONS_PER_MINUTE: integer(
    120,
    [1, 100_000],
    'Creation calls per minute of one account, with all its tokens; ten times as many from one address.',
  ),
  SIZES_PER_MINUTE: integer(
    60,
    [1, 100_000],
    'GIFs that are measured before they are made, per minute from one address without an account.',
  ),
  ACCOUNT_SIZES_PER_MINUTE: integer(
    60,
    [1, 100_000],
    'GIFs that are measured before they are made, per minute of one account; ten times as many from one address.',
  ),
  READS_PER_MINUTE: integer(
    3000,
    [1, 1_000_000],
    'Other calls without a token, and pages, per minute from one address.',
  ),
  ACCOUNT_READS_PER_MINUTE: integer(
    6000,
    [1, 1_000_000],
    'Other calls per minute of one account, with all its tokens; ten times as many from one address.',
  ),
  SEARCHES_PER_MINUTE: integer(
    1500,
    [1, 1_000_000],
    'Searches without a token, and searches and suggestions on pages, per minute from one address.',
  ),
  ACCOUNT_SEARCHES_PER_MINUTE: integer(
    3000,
    [1, 1_000_000],
    'Searches per minute of one account, with all its tokens; ten times as many from one address.',
  ),
  SIGN_INS_PER_MINUTE: integer(
    10,
    [1, 100_000],
    'Attempts per minute from one address to sign in, to sign up, or with a password or a wrong token.',
  ),
  NOTICES_PER_MINUTE: integer(
    5,
    [1, 100_000],
    'Reports of GIFs, and answers to decisions, per minute from one address.',
  ),
  NOTICES_PER_DAY: integer(50, [1, 100_000], 'Reports of GIFs per day from one address.'),
  EXPORTS_PER_HOUR: integer(
    6,
    [1, 100_000],
    'How often an account may download all of its data per hour; each download reads all its files.',
  ),
  NOTICE_CONTACT_DAYS: integer(
    180,
    [0, 36_500],
    'How long it is kept who reported a GIF or answered a decision, from when it was decided. What was reported and decided stays.',
    'days',
  ),
  MEDIA_PER_MINUTE: integer(
    30_000,
    [1, 10_000_000],
    'Media files, style sheets and scripts per minute from one address.',
  ),
  MAX_EVENT_STREAMS: integer(
    500,
    [1, 100_000],
    'How many pages may follow their task live on each machine; further ones poll.',
  ),
  EVENT_STREAMS_PER_ADDRESS: integer(30, [1, 100_000], 'How many of them may come from one address.'),
  MAX_CONNECTIONS: integer(
    4000,
    [10, 1_000_000],
    'How many connections may be open on each machine; further ones are closed.',
  ),
  CONNECTIONS_PER_ADDRESS: integer(
    200,
    [1, 1_000_000],
    'How many of them may come from one address, fewer when few are free; those of TRUSTED_PROXIES do not count.',
  ),
}
