import type { EnvFile } from '../env-file.ts'
import { type SettingFinding, mistake } from './finding.ts'

/** Settings that have no effect unless another one is set, or has a value other than `off`. */
type Dependents = { on: string; off?: string; names: readonly string[] }

const dependents: readonly Dependents[] = [
  { on: 'DATABASE_URL', names: ['DATABASE_CONNECTIONS', 'DATABASE_STATEMENT_SECONDS'] },
  {
    on: 'S3_BUCKET',
    names: [
      ...['S3_REGION', 'S3_PATH_STYLE', 'S3_TIMEOUT_SECONDS', 'MEDIA_CACHE_MB'],
      ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    ],
  },
  { on: 'METRICS_PORT', names: ['METRICS_HOST'] },
  {
    on: 'OIDC_ISSUER',
    names: [
      ...['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_SCOPES', 'OIDC_GROUPS_CLAIM'],
      ...['OIDC_PREMIUM_GROUPS', 'OIDC_ADMIN_GROUPS', 'OIDC_SIGN_UP'],
    ],
  },
  {
    on: 'UPSTREAM_URL',
    names: [
      ...['UPSTREAM_KEY', 'UPSTREAM_PER_MINUTE', 'UPSTREAM_SECONDS', 'UPSTREAM_MEDIA_MB'],
      'UPSTREAM_CACHE_MB',
    ],
  },
  {
    on: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    names: [
      ...['OTEL_SERVICE_NAME', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'],
      ...['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_BSP_SCHEDULE_DELAY'],
    ],
  },
  { on: 'YT_DLP', off: 'off', names: ['YT_DLP_SITES'] },
  { on: 'PASSWORD_SIGN_IN', off: 'off', names: ['SIGN_UP'] },
  { on: 'WATERMARK', off: 'off', names: ['WATERMARK_TEXT'] },
  { on: 'TRENDING_SEARCHES', off: 'off', names: ['MIN_TRENDING_VIEWERS'] },
  {
    on: 'KEEP_SOURCE_HOURS',
    off: '0',
    names: ['KEEP_SOURCE_MB', 'PREPARED_SOURCE_MB_PER_CLIENT', 'PREPARED_SOURCES_PER_CLIENT'],
  },
]

/** Other programs also read these from the environment. */
const shared = /^(?:AWS|OTEL)_/

/** Settings that have no effect because the setting they depend on is unset or off. */
export function halfPairs(
  source: Record<string, string | undefined>,
  envFile: EnvFile | null,
): SettingFinding[] {
  const valueOf = (name: string) => source[name]?.trim() ?? ''
  const isSet = (name: string) => valueOf(name) !== '' || valueOf(`${name}_FILE`) !== ''
  const isOurs = (name: string) =>
    !shared.test(name) || [name, `${name}_FILE`].some((one) => envFile?.decides.has(one) === true)
  return dependents.flatMap(({ on, off, names }) => {
    const hasEffect = off === undefined ? isSet(on) : valueOf(on) !== off
    if (hasEffect) return []
    const why =
      off === undefined ? `without ${on}: set both, or neither` : `with ${on}=${off}: remove one of them`
    return names
      .filter((name) => isSet(name) && isOurs(name))
      .map((name) => mistake(`${name} has no effect ${why}.`))
  })
}
