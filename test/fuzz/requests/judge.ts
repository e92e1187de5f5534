import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Schema from 'typebox/schema'
import { httpStatuses } from '#src/http/plugins/errors.ts'
import type { ExactAnswer } from '../../support/http/exact-request.ts'
import { expect, Fault } from '../fault.ts'
import type { FuzzRequest } from './requests.ts'

type ErrorAnswer = {
  status: string
  error: { code: keyof typeof httpStatuses; message: string; field?: string }
}

/** For a compatible interface: Tenor's form or GIPHY's. */
type CompatErrorAnswer = {
  error?: { code: number; message: string }
  meta?: { status: number; msg: string }
}

const compiled = new WeakMap<object, { Check(value: unknown): boolean }>()

/**
 * Returns the status and the error's code; throws a Fault if an answer breaks the promises of the document and the
 * site.
 */
export function judge(request: FuzzRequest, answer: ExactAnswer, siteUrl: string): string {
  const { status, headers } = answer
  // 501 is oEmbed's answer for an unsupported format. Sequential requests never exceed a limit: no 503.
  const isOembed = status === 501 && /^(\/services)?\/oembed/.test(request.path)
  expect(status < 500 || isOembed, `answered ${status}: ${textOf(answer)}`)
  expect(headers['x-content-type-options'] === 'nosniff', `no nosniff on a ${status}`)
  if (status >= 300 && status < 400 && status !== 304) checkRedirect(headers.location, siteUrl)
  const type = headers['content-type'] ?? ''
  if (request.method === 'HEAD' || answer.body.length === 0) {
    expect(status < 500 || isOembed || request.method === 'HEAD', `an empty ${status}`)
    return String(status)
  }
  if (type.startsWith('text/html')) checkPage(unpacked(answer))
  const isApi = /^\/api(?:[/?]|$)/.test(request.path) && !request.path.startsWith('/api/docs')
  if (!type.startsWith('application/json')) {
    expect(!isCompat(request.path), `a compatible interface answered ${status} with ${type}`)
    expect(!isApi || type.startsWith('text/event-stream'), `the API answered ${status} with ${type}`)
    return String(status)
  }
  const body = parse(unpacked(answer))
  if (status < 400) {
    checkSchema(request, status, body)
    return String(status)
  }
  if (isCompat(request.path) && Object(body).status !== 'error') {
    checkCompatError(request, status, body as CompatErrorAnswer)
    return String(status)
  }
  return `${status} ${checkError(request, answer, body as ErrorAnswer)}`
}

function isCompat(path: string): boolean {
  return /^\/(?:v1|v2|compat\/(?:giphy\/v[12]|tenor\/v2))(?:[/?#]|$)/.test(path)
}

/** A request that could not be parsed at all is answered in the contract's form. */
function checkCompatError(request: FuzzRequest, status: number, body: CompatErrorAnswer): void {
  const { code, message } = body.error ?? { code: body.meta?.status, message: body.meta?.msg ?? '' }
  expect(code === status, `the body of a ${status} says ${code}`)
  checkMessage(message)
  checkSchema(request, status, body)
}

function checkMessage(message: string): void {
  expect(
    /^[A-Z`][^\n]{5,300}[.?…]$/s.test(message) && !/\/(?:tmp|work|home|src)\/|node_modules/.test(message),
    `not a sentence for a person: ${message}`,
  )
}

function checkError(request: FuzzRequest, { status }: ExactAnswer, body: ErrorAnswer): string {
  expect(body.status === 'error' && typeof body.error?.code === 'string', `no error: ${JSON.stringify(body)}`)
  const { code, message, field } = body.error
  // Requests that Node could not parse are answered below fastify, with statuses of its own.
  const isUnread = code === 'malformed_body' && [408, 414, 417, 431].includes(status)
  expect(httpStatuses[code] === status || isUnread, `${code} with the status ${status}`)
  checkMessage(message)
  const { operation, path, method } = request
  if (Object.keys(operation.answers).length === 0) return code
  checkSchema(request, status, body)
  const isAtFault = code === 'invalid_value' || code === 'missing_value'
  const names = [...Object.keys(operation.query), ...Object.keys(operation.body ?? {})]
  expect(
    !isAtFault || method !== operation.method || names.includes(field ?? ''),
    `${code} of ${path} names the field ${field}`,
  )
  return code
}

function checkSchema({ operation, method, path }: FuzzRequest, status: number, body: unknown): void {
  const schema = operation.answers[status] ?? operation.answers[`${Math.floor(status / 100)}XX`]
  const isMeant = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/?#]+')}/?(?:[?#]|$)`).test(path)
  if (schema === undefined || method !== operation.method || !isMeant) return
  let check = compiled.get(schema)
  if (check === undefined) compiled.set(schema, (check = Schema.Compile(schema)))
  expect(check.Check(body), `a ${status} that is not as documented: ${JSON.stringify(body).slice(0, 500)}`)
}

function checkRedirect(location: string | undefined, siteUrl: string): void {
  const to = URL.parse(location ?? '', siteUrl)
  expect(to !== null && to.origin === new URL(siteUrl).origin, `a redirect to ${location}`)
}

/** Texts of `odd-texts.ts` as they must never appear in a page. */
const injected = /<script>alert|<img src=x onerror|<b>"jump/

/** The answer with its body before compression. */
function unpacked(answer: ExactAnswer): ExactAnswer {
  const encoding = answer.headers['content-encoding']
  if (encoding === 'br') return { ...answer, body: brotliDecompressSync(answer.body) }
  if (encoding === 'gzip') return { ...answer, body: gunzipSync(answer.body) }
  expect(encoding === undefined, `an answer is encoded as ${encoding}`)
  return answer
}

function checkPage({ status, headers, body }: ExactAnswer): void {
  const policy = String(headers['content-security-policy'] ?? '')
  expect(/default-src 'none'|default-src 'self'/.test(policy), `a page (${status}) with the policy ${policy}`)
  expect(!injected.test(body.toString('utf8')), `a page (${status}) holds markup of untrusted input`)
}

function parse(answer: ExactAnswer): unknown {
  try {
    return JSON.parse(answer.body.toString('utf8'))
  } catch {
    throw new Fault(`no JSON: ${textOf(answer)}`)
  }
}

function textOf({ body }: ExactAnswer): string {
  return body.toString('utf8', 0, 400)
}
