import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { CleanUp } from '../clean-up.ts'
import { startHttpServer } from './http-server.ts'
import { until } from '../until.ts'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
type Body = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

/** A span as it arrived, with the attributes of its own and of its process. */
export type ReceivedSpan = Omit<OtlpSpan, 'attributes'> & {
  attributes: Record<string, unknown>
  resource: Record<string, unknown>
}

/** A collector of traces: accepts OTLP over HTTP as JSON, and stores the spans. Ends with the test. */
export async function startTraceReceiver(t: CleanUp) {
  const requests: { path: string; headers: IncomingMessage['headers']; body: string }[] = []
  const spans: ReceivedSpan[] = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    spans.push(...readSpans(JSON.parse(body) as Body))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  return {
    url: await startHttpServer(t, take),
    requests,
    spans,
    /** The first span of this name, when it has arrived. */
    async span(name: string, fits: (span: ReceivedSpan) => boolean = () => true): Promise<ReceivedSpan> {
      const find = () => spans.find((span) => span.name === name && fits(span))
      await until(`the span ${name} comes`, () => find() !== undefined)
      return find()!
    },
  }
}

function readSpans({ resourceSpans }: Body): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: readAttributes(span.attributes),
        resource: readAttributes(resource.attributes),
      })),
    ),
  )
}

function readAttributes(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
