import { integer, list, number, oneOf, optionalPort, optionalText, text } from '../setting.ts'

/** Addresses, names and logs of the service. */
export const serviceSettings = {
  HOST: text('127.0.0.1', 'The address to listen on; `0.0.0.0` for all.'),
  PORT: integer(3000, [0, 65535], 'The port to listen on; 0 picks a free one.'),
  SITE_URL: optionalText(
    'The public address of the site, used for links in pages and API responses. Unset: `http://HOST:PORT`.',
    'an http(s) address',
  ),
  MEDIA_URL: optionalText(
    'The address of media files. Unset: `SITE_URL/media`, which always serves files of hidden GIFs.',
    'an http(s) address',
  ),
  MEDIA_OFFLOAD: oneOf(
    'off',
    ['off', 'x-accel', 'x-sendfile'],
    'Lets the reverse proxy send media files from DATA_DIR/media after the program allows it: `x-accel` for nginx and Caddy, `x-sendfile` for Apache. Set up the proxy first, see [Files sent by the proxy](#files-sent-by-the-proxy). Not for files in S3.',
  ),
  SITE_NAME: text('Gifwright', 'The name of this instance, shown on pages.'),
  WATERMARK: oneOf(
    'on',
    ['on', 'off', 'visitors'],
    'The new GIFs that get the watermark. `on`: all, unless a Premium account leaves it out. `off`: none. `visitors`: those made without an account.',
  ),
  WATERMARK_TEXT: text(
    '',
    'The text of the watermark. Unset: the host of `SITE_URL`, or `SITE_NAME` on a local address.',
  ),
  SECURITY_CONTACT: optionalText(
    'Where to report a vulnerability in this instance: `mailto:` or `https:`. Published at `/.well-known/security.txt`.',
    'an address',
  ),
  TRUSTED_PROXIES: list(
    [],
    'Addresses of reverse proxies whose `X-Forwarded-For` is trusted.',
    'comma-separated addresses or ranges',
  ),
  LOG_LEVEL: oneOf(
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'The level of detail of the log, JSON lines on standard output.',
  ),
  LOG_ADDRESSES: oneOf('off', ['off', 'on'], '`on` includes the client’s address in logged requests.'),
  METRICS_PORT: optionalPort(
    'The port that serves `/metrics` to Prometheus; 0 picks a free one. Unset: no metrics.',
  ),
  METRICS_HOST: text(
    '127.0.0.1',
    'The address of that port. Anyone who can reach it can read the metrics: keep it internal.',
  ),
  DRAIN_SECONDS: number(
    25,
    [0, 600],
    'How long shutdown waits for running tasks before it releases them.',
    'seconds',
  ),
}
