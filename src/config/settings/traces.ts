import { integer, number, oneOf, optionalText, secret, text } from '../setting.ts'

/** OpenTelemetry traces, with the setting names of its tools. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText(
    'Where to send traces with OTLP over HTTP and JSON, such as `http://127.0.0.1:4318`; `/v1/traces` is added. Unset: no traces, and OpenTelemetry is not loaded.',
    'an http(s) address',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    optionalText(
      'Headers to send with them, such as a service’s key: `name=value,name=value`, percent-encoded.',
      'pairs',
    ),
  ),
  OTEL_SERVICE_NAME: text('gifwright', 'The name of this service in traces.'),
  OTEL_TRACES_SAMPLER: oneOf(
    'parentbased_always_on',
    [
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ],
    'The traces to record: all, none, or the share OTEL_TRACES_SAMPLER_ARG. With `parentbased_`, a trusted proxy decides for the traces it starts, and a request decides for its task.',
  ),
  OTEL_TRACES_SAMPLER_ARG: number(1, [0, 1], 'The share of traces for `traceidratio`.', 'a share'),
  OTEL_EXPORTER_OTLP_TIMEOUT: integer(
    10_000,
    [10, 60_000],
    'How long sending a batch of spans may take, including retries, before it is dropped.',
    'milliseconds',
  ),
  OTEL_BSP_SCHEDULE_DELAY: integer(
    5000,
    [10, 600_000],
    'How long spans wait before they are sent in a batch.',
    'milliseconds',
  ),
}
