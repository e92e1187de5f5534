import { integer, list, secret } from '../setting.ts'

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
