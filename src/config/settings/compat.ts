import { integer, list, number, optionalText, secret, text } from '../setting.ts'

/** Another server whose GIFs fill up answers of the compatible interfaces. */
export const upstreamSettings = {
  UPSTREAM_URL: optionalText(
    'The base address of a Tenor-v2-compatible server, such as `https://gifs.example.org/v2`. Where this catalogue has less than a page, the compatible interfaces add GIFs from there; clients see only this server. Check that the server permits it: some vendors forbid proxying and caching. A private address also needs its `IP:port` in `SOURCE_ALLOWED_HOSTS`.',
    'an http(s) address',
  ),
  UPSTREAM_KEY: secret(text('', 'The API key for that server.')),
  UPSTREAM_PER_MINUTE: integer(
    300,
    [1, 1_000_000],
    'How often each machine queries that server, for searches and for files separately; one address may cause at most a fifth of it.',
    'requests a minute',
  ),
  UPSTREAM_SECONDS: number(5, [0.1, 60], 'The longest that an answer of that server may take.', 'seconds'),
  UPSTREAM_MEDIA_MB: number(10, [0.1, 100], 'The largest file that is passed on from there.', 'megabytes'),
  UPSTREAM_CACHE_MB: integer(64, [0, 4096], 'Memory for files from there; 0 keeps none.', 'megabytes'),
}

/** The interfaces that apps know from other services. */
export const compatSettings = {
  COMPAT_API_KEYS: secret(
    list(
      [],
      'API keys that the compatible interfaces accept. Without any, every key passes, and none; with some, only these and those of `gifwright app add`.',
      'comma-separated keys',
    ),
  ),
  ANONYMOUS_SHARES_PER_MINUTE: integer(
    60,
    [0, 100_000],
    'Shares that are reported without the key of an app and count for trending, per minute from one address to each machine. Further ones are answered and do not count.',
  ),
}
