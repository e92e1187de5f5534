import { integer, list, number, optionalText, secret, text } from '../setting.ts'

/** Another server whose GIFs fill up responses of the compatible interfaces. */
export const upstreamSettings = {
  UPSTREAM_URL: optionalText(
    'The base address of a Tenor-v2-compatible server, such as `https://gifs.example.org/v2`. If this catalogue cannot fill a page, the compatible interfaces add GIFs from there; clients only see this server. Make sure that the server permits this: some vendors forbid proxying and caching. A private address also needs its `IP:port` in `SOURCE_ALLOWED_HOSTS`.',
    'an http(s) address',
  ),
  UPSTREAM_KEY: secret(text('', 'The API key for that server.')),
  UPSTREAM_PER_MINUTE: integer(
    300,
    [1, 1_000_000],
    'The maximum number of requests to that server per machine, counted separately for searches and files; one client address can use at most a fifth.',
    'requests a minute',
  ),
  UPSTREAM_SECONDS: number(5, [0.1, 60], 'How long that server may take to answer.', 'seconds'),
  UPSTREAM_MEDIA_MB: number(10, [0.1, 100], 'The largest file to serve from there.', 'megabytes'),
  UPSTREAM_CACHE_MB: integer(
    64,
    [0, 4096],
    'Memory to cache files from there; 0 disables the cache.',
    'megabytes',
  ),
}

/** The interfaces of other services that apps support. */
export const compatSettings = {
  COMPAT_API_KEYS: secret(
    list(
      [],
      'API keys that the compatible interfaces accept, in addition to those from `gifwright app add`. Unset: any key or none.',
      'comma-separated keys',
    ),
  ),
  ANONYMOUS_SHARES_PER_MINUTE: integer(
    60,
    [0, 100_000],
    'Shares without an app key that count for trending, per minute, address and machine. Further ones are accepted but do not count.',
  ),
}
