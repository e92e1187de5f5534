import { integer, number, oneOf, optionalText, secret, text } from '../setting.ts'

/** Traces by OpenTelemetry, under the names that its tools know. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText(
    'Where traces are sent by OpenTelemetry’s protocol, OTLP over HTTP with JSON, such as `http://127.0.0.1:4318`; `/v1/traces` is added. Unset: no traces, and nothing of OpenTelemetry is loaded.',
    'an http(s) address',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    optionalText(
      'Headers that are sent with them, such as the key of a service: `name=value,name=value`, percent-encoded.',
      'pairs',
    ),
  ),
  OTEL_SERVICE_NAME: text('gifwright', 'What this service is called in traces.'),
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
    'Which traces are recorded: all, none, or the share OTEL_TRACES_SAMPLER_ARG. With `parentbased_`, what a trusted proxy decided holds for the traces that it began, and what the request decided holds for the task.',
  ),
  OTEL_TRACES_SAMPLER_ARG: number(1, [0, 1], 'The share of traces for `traceidratio`.', 'a share'),
  OTEL_EXPORTER_OTLP_TIMEOUT: integer(
    10_000,
    [10, 60_000],
    'How long a batch of spans may take to be sent, with all retries, until it is given up.',
    'milliseconds',
  ),
  OTEL_BSP_SCHEDULE_DELAY: integer(
    5000,
    [10, 600_000],
    'How long spans wait until they are sent together.',
    'milliseconds',
  ),
}
