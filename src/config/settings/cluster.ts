import { integer, number, oneOf, optionalText, secret, text } from '../setting.ts'

/** PostgreSQL in the place of SQLite, and S3 in the place of a folder. */
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
    'How many connections to PostgreSQL each process opens at most; one more is for notifications and locks.',
  ),
  DATABASE_STATEMENT_SECONDS: number(
    30,
    [1, 3600],
    'The longest that a statement may take in PostgreSQL before it is canceled.',
    'seconds',
  ),
  S3_ENDPOINT: optionalText(
    'The S3 server for media files, such as `https://s3.example.org`. Unset: Amazon’s for S3_REGION.',
    'an http(s) address',
  ),
  S3_BUCKET: optionalText(
    'The bucket for media files, of this instance alone. Unset: a folder in DATA_DIR.',
    'a bucket name',
  ),
  S3_REGION: text('us-east-1', 'The region of the bucket.', 'a region'),
  S3_PATH_STYLE: oneOf(
    'auto',
    ['auto', 'on', 'off'],
    'Whether the bucket’s name is in the path of addresses or in the host: `auto` takes the path wherever S3_ENDPOINT is set.',
  ),
  AWS_ACCESS_KEY_ID: secret(optionalText('The access key of S3.', 'an access key')),
  AWS_SECRET_ACCESS_KEY: secret(optionalText('The secret of the access key.', 'a secret')),
  S3_TIMEOUT_SECONDS: number(
    30,
    [1, 600],
    'How long the S3 server may say nothing before a request is given up or tried again.',
    'seconds',
  ),
  MEDIA_CACHE_MB: integer(
    512,
    [0, 10_000_000],
    'Disk space in DATA_DIR for copies of the media files that were asked for lately, where they are in S3. A file that takes more than an eighth of it, or more than 64 MB, is not copied. 0: none.',
    'megabytes',
  ),
  MEDIA_DIRECT: oneOf(
    'off',
    ['off', 'on'],
    '`on`: browsers and apps load files of new public and unlisted GIFs straight from the bucket, or from a CDN in front of it. `MEDIA_URL` is then the address of what lies under `public/` in the bucket. See [Files straight from the bucket](#files-straight-from-the-bucket).',
  ),
  MEDIA_PRIVATE: oneOf(
    'proxy',
    ['proxy', 'presigned'],
    'How files of private GIFs leave the bucket: through the program, or `presigned`, by a redirect to an address of the bucket that holds for five minutes. Those of hidden GIFs always go through the program.',
  ),
  PURGE_URL: optionalText(
    'Where to post the addresses that a CDN must forget, as `{"urls": […]}`, when a public GIF is hidden, made private or removed. For `MEDIA_DIRECT=on`.',
    'an http(s) address',
  ),
  PURGE_SECRET: secret(optionalText('What is sent to `PURGE_URL` as a bearer token.', 'a secret')),
}
