import { integer, number, oneOf, optionalText, secret, text } from '../setting.ts'

/** PostgreSQL in the place of SQLite; S3 in the place of a folder is to follow, and refused until then. */
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
    'The longest that a statement may take in PostgreSQL before it is cancelled.',
    'seconds',
  ),
  S3_ENDPOINT: optionalText(
    'The S3 server for media files, such as `https://s3.example.org`. For a later version: see S3_BUCKET.',
    'an http(s) address',
  ),
  S3_BUCKET: optionalText(
    'The bucket for media files. Unset: a folder in DATA_DIR. This version cannot use one yet, and does not start where it is set.',
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
}
