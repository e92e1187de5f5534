import { integer, number, oneOf, optionalText, secret, text } from '../setting.ts'

/** PostgreSQL instead of SQLite, and S3 instead of a folder. */
export const clusterSettings = {
  DATABASE_URL: secret(
    optionalText(
      'The PostgreSQL database (version 15 or later), such as `postgres://gifwright:PASSWORD@db.example.org/gifwright`. Unset: SQLite in DATA_DIR.',
      'an address',
    ),
  ),
  DATABASE_CONNECTIONS: integer(
    10,
    [2, 500],
    'The maximum number of PostgreSQL connections per process, plus one for notifications and locks.',
  ),
  DATABASE_STATEMENT_SECONDS: number(
    30,
    [1, 3600],
    'How long a statement may take in PostgreSQL before it is canceled.',
    'seconds',
  ),
  S3_ENDPOINT: optionalText(
    'The S3 server for media files, such as `https://s3.example.org`. Unset: Amazon’s for S3_REGION.',
    'an http(s) address',
  ),
  S3_BUCKET: optionalText(
    'The bucket for media files, used by this instance only. Unset: a folder in DATA_DIR.',
    'a bucket name',
  ),
  S3_REGION: text('us-east-1', 'The region of the bucket.', 'a region'),
  S3_PATH_STYLE: oneOf(
    'auto',
    ['auto', 'on', 'off'],
    'Puts the bucket’s name into the path (`on`) or the host name (`off`) of addresses. `auto`: the path if S3_ENDPOINT is set.',
  ),
  AWS_ACCESS_KEY_ID: secret(optionalText('The access key of S3.', 'an access key')),
  AWS_SECRET_ACCESS_KEY: secret(optionalText('The secret of the access key.', 'a secret')),
  S3_TIMEOUT_SECONDS: number(
    30,
    [1, 600],
    'How long the S3 server may stay silent before a request fails or is retried.',
    'seconds',
  ),
  MEDIA_CACHE_MB: integer(
    512,
    [0, 10_000_000],
    'Disk space in DATA_DIR for copies of recently requested media files, if they are in S3. A file larger than an eighth of it, or than 64 MB, is not copied. 0: no copies.',
    'megabytes',
  ),
  MEDIA_DIRECT: oneOf(
    'off',
    ['off', 'on'],
    '`on`: browsers and apps load files of new public and unlisted GIFs straight from the bucket, or from a CDN in front of it. Set `MEDIA_URL` to the address of `public/` in the bucket. See [Files straight from the bucket](#files-straight-from-the-bucket).',
  ),
  MEDIA_PRIVATE: oneOf(
    'proxy',
    ['proxy', 'presigned'],
    'How files of private GIFs are served from the bucket. `proxy`: through the program. `presigned`: by a redirect to the bucket that is valid for five minutes. Files of hidden GIFs always go through the program.',
  ),
  PURGE_URL: optionalText(
    'Gets a POST with the addresses that a CDN must purge, as `{"urls": […]}`, when a public GIF is hidden, made private or removed. For `MEDIA_DIRECT=on`.',
    'an http(s) address',
  ),
  PURGE_SECRET: secret(optionalText('The bearer token for `PURGE_URL`.', 'a secret')),
}
