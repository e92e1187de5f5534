import { addressMistakes } from './address-mistakes.ts'
import type { Env } from './env.ts'

/** Where traces go, and which; null: there are none. */
export function tracingConfig(env: Env) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env
  if (endpoint === null) return null
  return {
    endpoint: new URL(endpoint).href.replace(/(?<!\/)\/+$/, ''),
    headers: Object.fromEntries(headerPairs(env.OTEL_EXPORTER_OTLP_HEADERS ?? '')),
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    sampledShare: env.OTEL_TRACES_SAMPLER_ARG,
    timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
    /** The longest that a span waits until it is sent. */
    delayMs: env.OTEL_BSP_SCHEDULE_DELAY,
  }
}

/** What is wrong with the settings of traces, without the value of a secret. */
export function tracingMistakes(env: Env): string[] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env
  const areValid = headerPairs(headers ?? '').every(
    ([name, value]) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\t\u0020-\u007e]+$/.test(value),
  )
  return [
    ...addressMistakes('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint),
    ...(headers !== null && endpoint === null
      ? ['OTEL_EXPORTER_OTLP_HEADERS needs OTEL_EXPORTER_OTLP_ENDPOINT']
      : []),
    ...(areValid
      ? []
      : ['OTEL_EXPORTER_OTLP_HEADERS must be pairs such as name=value,name=value, percent-encoded']),
  ]
}

/** The pairs as OpenTelemetry writes them: `name=value,name=value`, percent-encoded. */
function headerPairs(text: string): [name: string, value: string][] {
  return text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim(), decode(value.join('=').trim())]
    })
}

/** Empty, which is no valid value, where it cannot be decoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
