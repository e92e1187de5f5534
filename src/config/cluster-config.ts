import { addressMistakes } from './address-mistakes.ts'
import type { Env } from './env.ts'

/** The PostgreSQL database; null: SQLite in the data folder. */
export function databaseConfig(env: Env) {
  if (env.DATABASE_URL === null) return null
  return {
    url: env.DATABASE_URL,
    tls: tlsOf(env.DATABASE_URL),
    maxConnections: env.DATABASE_CONNECTIONS,
    statementTimeoutMs: env.DATABASE_STATEMENT_SECONDS * 1000,
  }
}

/**
 * The names of libpq, except `allow`, which encrypts only if the server insists. `no-verify` is another name of
 * `require`.
 */
const tlsModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** `unchecked`: encrypted, but the server is not verified. */
function tlsOf(url: string): 'off' | 'unchecked' | 'checked' {
  const { mode, rootCert } = tlsParametersOf(url)
  if (mode === null || mode === 'disable') return 'off'
  if (mode === 'no-verify' || mode === 'prefer') return 'unchecked'
  return mode === 'require' && rootCert === null ? 'unchecked' : 'checked'
}

function tlsParametersOf(url: string): { mode: string | null; rootCert: string | null } {
  const parameters = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
  return { mode: parameters.get('sslmode'), rootCert: parameters.get('sslrootcert') }
}

function tlsMistakes(url: string | null): string[] {
  const { mode, rootCert } = tlsParametersOf(url ?? '')
  if (mode === null) return []
  if (!tlsModes.includes(mode))
    return [`sslmode in DATABASE_URL must be one of ${tlsModes.slice(0, -1).join(', ')}, not "${mode}"`]
  return mode === 'verify-ca' && rootCert === null
    ? ['sslmode=verify-ca in DATABASE_URL needs sslrootcert, the file of your authority; or use verify-full']
    : []
}

/** The S3 store of media files; null: a folder. */
export function s3Config(env: Env) {
  if (env.S3_BUCKET === null) return null
  return {
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    pathStyle: env.S3_PATH_STYLE === 'auto' ? env.S3_ENDPOINT !== null : env.S3_PATH_STYLE === 'on',
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
    timeoutMs: env.S3_TIMEOUT_SECONDS * 1000,
    cacheBytes: env.MEDIA_CACHE_MB * 2 ** 20,
  }
}

/** The way that clients get files from a bucket. */
export function mediaConfig(env: Env) {
  return {
    /** True if everyone reads the files of public and unlisted GIFs at MEDIA_URL, without the program. */
    direct: env.MEDIA_DIRECT === 'on',
    presignPrivate: env.MEDIA_PRIVATE === 'presigned',
    purge: env.PURGE_URL === null ? null : { url: env.PURGE_URL, secret: env.PURGE_SECRET },
  }
}

/** Returns the mistakes in all these settings. */
export function clusterMistakes(env: Env): string[] {
  const { DATABASE_URL: url, S3_BUCKET: bucket } = env
  const database = url === null || /^postgres(?:ql)?:\/\/[^/]+\/[^/?]+/.test(url)
  const keys = [env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY].filter((key) => key !== null)
  return [
    ...(database
      ? []
      : ['DATABASE_URL must be such as postgres://user:password@host/database; nothing else is supported']),
    ...tlsMistakes(url),
    ...addressMistakes('S3_ENDPOINT', env.S3_ENDPOINT),
    ...mediaMistakes(env),
    ...(env.S3_ENDPOINT !== null && bucket === null ? ['S3_ENDPOINT needs S3_BUCKET'] : []),
    ...(bucket !== null && keys.length < 2
      ? ['S3_BUCKET needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY']
      : []),
    ...(bucket !== null && env.MEDIA_OFFLOAD !== 'off'
      ? ['MEDIA_OFFLOAD is for files in a folder: unset it, or S3_BUCKET']
      : []),
  ]
}

function mediaMistakes(env: Env): string[] {
  const isDirect = env.MEDIA_DIRECT === 'on'
  const needs: [boolean, string][] = [
    [isDirect && env.S3_BUCKET === null, 'MEDIA_DIRECT=on needs S3_BUCKET'],
    [
      isDirect && env.MEDIA_URL === null,
      'MEDIA_DIRECT=on needs MEDIA_URL, the address of public/ in the bucket',
    ],
    [env.MEDIA_PRIVATE === 'presigned' && env.S3_BUCKET === null, 'MEDIA_PRIVATE=presigned needs S3_BUCKET'],
    [env.PURGE_URL !== null && !isDirect, 'PURGE_URL needs MEDIA_DIRECT=on'],
    [env.PURGE_SECRET !== null && env.PURGE_URL === null, 'PURGE_SECRET needs PURGE_URL'],
  ]
  return [
    ...(env.PURGE_URL === null || (/^https?:\/\//.test(env.PURGE_URL) && URL.canParse(env.PURGE_URL))
      ? []
      : ['PURGE_URL must be an http or https address']),
    ...needs.filter(([isMissing]) => isMissing).map(([, mistake]) => mistake),
  ]
}
