import { addressMistakes } from './address-mistakes.ts'
import type { Env } from './env.ts'

/** The target and selection of traces; null: no traces. */
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
    /** The longest time a span waits to be sent. */
    delayMs: env.OTEL_BSP_SCHEDULE_DELAY,
  }
}

/** Returns the mistakes in the settings of traces, without the values of secrets. */
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

/** The pairs in OpenTelemetry's format: `name=value,name=value`, percent-encoded. */
function headerPairs(text: string): [name: string, value: string][] {
  return text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim(), decode(value.join('=').trim())]
    })
}

/** Decodes a value; an invalid one becomes empty, which is refused. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
