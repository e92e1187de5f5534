import { longestText } from '#src/lib/text/text-lengths.ts'
import { type ExactAnswer, oneConnection, requestExactly } from '../../support/http/exact-request.ts'
import { encode, type EncodedBody, encodings, type Pairs } from '../requests/encode.ts'
import type { Operation } from '../requests/operations.ts'
import type { FuzzRequest, Headers, World } from '../requests/requests.ts'
import { validFile, type SentValue, type ValueSchema } from '../requests/values.ts'
import { costlyTexts, fillText } from './texts.ts'

/** A request in which one value causes as much work as possible. */
export type CostlyRequest = FuzzRequest & {
  /** The field and the text in it. */
  what: string
}

/** A field of an operation's body, and the values sent with it. */
export type Field = {
  operation: Operation
  path: string
  headers: Headers
  name: string
  schema: ValueSchema
  others: Pairs
}

type Encoding = (typeof encodings)[number]

const kinds = Object.keys(costlyTexts)
/** The bytes of a body and of an address, leaving room for the other values. */
export const bodyBytes = 250_000
const addressBytes = 10_000
/** Large enough that quadratic work takes longer than a test allows. */
const sampleBytes = 40_000
/** The number of values of one name: a body may have 1,000 fields. */
const many = 900
/** The minimum depth; the square of a shorter text is not expensive. */
const leastDepth = 5000

/** Returns every body field of these operations. */
export function bodyFields(operations: readonly Operation[], world: World): Field[] {
  return operations.flatMap((operation) =>
    Object.entries(operation.body ?? {}).map(([name, schema]) => ({
      operation,
      path: pathOf(operation, world),
      headers: headersFor(operation, world),
      name,
      schema,
      others: neededValues(operation.body ?? {}, operation.required, world).filter(
        ([other]) => other !== name,
      ),
    })),
  )
}

/**
 * Returns requests with the field: with every kind of text, `bytes` long, in each encoding in turn; with the maximum
 * text of a body; with the maximum text of the field, so that its reader reads all of it; and with hundreds of values.
 */
export function bodyRequests(field: Field, place: number, bytes = sampleBytes): CostlyRequest[] {
  const lengths = [namedLimit(field), longestText(field.schema)]
  const depths = [...new Set(lengths)].filter((length) => length >= leastDepth && length < sampleBytes)
  const isList = field.schema.type === 'array'
  return kinds.flatMap((kind, turn) => {
    const encoding = encodings[(place + turn) % encodings.length] ?? 'json'
    // Showing the form again costs more than reading the text.
    const quick = asJson(field)
    const requests = [
      withValue(quick, encoding, kind, textOf(kind, bytes, encoding)),
      ...depths.map((length) => withValue(quick, 'json', `${length} ${kind}`, textOf(kind, length, 'units'))),
    ]
    if (turn !== place % kinds.length) return requests
    const values = Array<string>(many).fill(textOf(kind, bodyBytes / many / 2, encoding))
    return [
      ...requests,
      withValue(field, encoding, `${kind}, ${bodyBytes} bytes`, textOf(kind, bodyBytes, encoding)),
      withValue(field, encoding, `${kind}, ${many} times`, values),
      ...(isList ? [withValue(quick, 'json', 'a long list', Array<string>(bodyBytes / 5).fill('ab'))] : []),
    ]
  })
}

const textsMade = new Map<string, string>()

/** Returns a text of `size` bytes in an encoding, or of `size` UTF-16 units. */
function textOf(kind: string, size: number, measure: Encoding | 'units'): string {
  const key = `${kind} ${size} ${measure}`
  const known = textsMade.get(key)
  const text =
    known ?? fillText(kind, size, (part) => (measure === 'units' ? part.length : bytesIn(measure, part)))
  textsMade.set(key, text)
  return text
}

/** Returns a request with a text that is too long for the field, and asks for the error as JSON. */
export function tooLong(field: Field): CostlyRequest {
  const headers = { ...field.headers, accept: 'application/json' }
  return withValue({ ...field, headers }, 'json', 'too long', 'x'.repeat(longestText(field.schema) + 1))
}

/** Returns the maximum characters that the error of a field names; Infinity if the field itself has no limit. */
export function namedLimit({ schema }: Field): number {
  const longest = longestText(schema)
  return longest === Infinity ? longest : ((schema.items ?? schema).maxLength ?? longest)
}

/**
 * Returns requests with the fields that hold layers of a creation, with every kind of text in each value of a layer in
 * turn.
 */
export function layerRequests(fields: readonly Field[]): CostlyRequest[] {
  const values = [
    'type',
    'text',
    'font',
    'size',
    'color',
    'outline',
    'box',
    'align',
    'x',
    'start',
    'picture',
    'style',
  ]
  const layers = fields.filter(({ name }) => name === 'layers')
  return layers.flatMap((field, place) =>
    kinds.map((kind, turn) => {
      const name = values[(place + turn) % values.length] ?? ''
      const text = textOf(kind, bodyBytes / 4, 'json')
      const layer = { type: name === 'picture' ? 'picture' : 'text', text: 'x', [name]: text }
      return withValue(field, 'json', `${name}: ${kind}`, [layer])
    }),
  )
}

function asJson(field: Field): Field {
  return { ...field, headers: { ...field.headers, accept: 'application/json' } }
}

function withValue(field: Field, encoding: Encoding, what: string, value: SentValue): CostlyRequest {
  const { operation, path, headers, name, others } = field
  const encoded = encodeValues([[name, value], ...others], encoding)
  return {
    operation,
    what: `${name}: ${what}`,
    method: operation.method,
    path,
    headers: { ...headers, 'content-type': encoded.contentType },
    body: encoded.body,
  }
}

/** Same as `encode`, but cheap enough for thousands of large bodies. */
function encodeValues(pairs: Pairs, encoding: Encoding): EncodedBody {
  const texts = pairs.flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
  if (encoding !== 'form' || texts.some(([, value]) => typeof value !== 'string'))
    return encode(pairs, encoding)
  const written = texts.map(([name, value]) => `${escapeText(name)}=${escapeText(String(value))}`)
  return { contentType: 'application/x-www-form-urlencoded', body: Buffer.from(written.join('&')) }
}

const escapedTexts = new Map<string, string>()

function escapeText(text: string): string {
  const escaped = escapedTexts.get(text) ?? encodeURIComponent(text)
  escapedTexts.set(text, escaped)
  return escaped
}

function bytesIn(encoding: Encoding, text: string): number {
  if (encoding === 'form') return encodeURIComponent(text).length
  return encoding === 'json' ? Buffer.byteLength(JSON.stringify(text)) - 2 : Buffer.byteLength(text)
}

/** Returns requests with these kinds of texts in every query value and every path part of an operation. */
export function addressRequests(
  operation: Operation,
  world: World,
  kindsOf: (place: number) => readonly string[] = () => kinds,
): CostlyRequest[] {
  const ask = (what: string, path: string): CostlyRequest => ({
    operation,
    what,
    method: operation.method,
    path,
    headers: headersFor(operation, world),
    body: null,
  })
  const texts = (place: number) => kindsOf(place).map((kind) => [kind, addressText(kind)] as const)
  const names = Object.keys(operation.query)
  const parts = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part)
  return [
    ...names.flatMap((name, place) =>
      texts(place).map(([kind, text]) =>
        ask(`${name}: ${kind}`, `${pathOf(operation, world)}?${name}=${text}`),
      ),
    ),
    ...parts.flatMap((part, place) =>
      texts(names.length + place).map(([kind, text]) =>
        ask(
          `{${part}}: ${kind}`,
          pathOf(operation, { ...world, known: { ...world.known, [part]: [text] } }, String),
        ),
      ),
    ),
  ]
}

function addressText(kind: string): string {
  return encodeURIComponent(fillText(kind, addressBytes, (text) => encodeURIComponent(text).length))
}

function pathOf({ path }: Operation, { known }: World, escape = encodeURIComponent): string {
  return path.replaceAll(/\{(\w+)\}/g, (_part, name: string) => escape(String(known[name]?.[0] ?? 1)))
}

/**
 * Returns the headers of someone with the right to do it: the operator, or an account with its own GIFs and
 * collections.
 */
function headersFor({ path }: Operation, { visitors }: World): Headers {
  const [byToken = {}, bySession = {}, operator = {}] = visitors
  if (path.startsWith('/admin')) return operator
  return /^\/(?:api|v1|v2|compat)\//.test(path) ? byToken : bySession
}

/** Returns the values that an operation requires, and known values for the others. */
function neededValues(
  schemas: Record<string, ValueSchema>,
  required: readonly string[],
  { known, files }: World,
): Pairs {
  return Object.entries(schemas)
    .filter(
      ([name, schema]) =>
        required.includes(name) || (known[name] !== undefined && schema['x-upload'] !== true),
    )
    .map(([name, schema]) => [name, plainValue(name, schema)] as const)

  function plainValue(name: string, schema: ValueSchema): SentValue {
    if (schema['x-upload'] === true) return validFile(name, files)
    const value = known[name]?.[0]
    if (value !== undefined) return value
    const choice = schema.enum?.[0] ?? schema.anyOf?.[0]?.const
    if (choice !== undefined) return choice
    if (schema.type === 'array')
      return [plainValue(name, schema.items ?? {}), plainValue(name, schema.items ?? {})]
    if (schema.type === 'boolean') return '0'
    return schema.type === 'string' ? 'cat' : String(schema.minimum ?? 1)
  }
}

/** Sends a request. The service may have closed a kept connection with its last answer: then a new one is used. */
export function answerTo(url: string, request: CostlyRequest): Promise<ExactAnswer> {
  const ask = () => requestExactly(url, request, oneConnection)
  return ask().catch(ask)
}
