import * as fc from 'fast-check'
import { type EncodedBody, encode, encodings, type Pairs, query } from './encode.ts'
import { oddText } from './odd-texts.ts'
import type { Operation } from './operations.ts'
import {
  type Files,
  type KnownValues,
  oddValue,
  validValue,
  type SentValue,
  type ValueSchema,
} from './values.ts'

export type Headers = Record<string, string>

/** One request as sent on the wire. */
export type FuzzRequest = {
  /** The operation for which it is meant. */
  operation: Operation
  method: string
  /** In ASCII, as it is sent. */
  path: string
  headers: Headers
  body: Buffer | null
}

/** The objects that requests may name and the identities with which they are sent. */
export type World = {
  known: KnownValues
  files: Files
  /** The headers of each kind of visitor. */
  visitors: Headers[]
}

/** Node itself refuses a longer one, as a long path or header shows. */
const maxQueryLength = 9_000

/** Requests for the operations, mostly valid, with some invalid parts. */
export function requests(operations: Operation[], world: World): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...operations).chain((operation) => fc.oneof(requestFor(operation, world)))
}

function requestFor(operation: Operation, world: World): fc.Arbitrary<FuzzRequest> {
  const { method, path, query: parameters, body } = operation
  return fc
    .record({
      path: pathOf(path, world),
      // Most pages read two or three of the many values that any page reads.
      query: pairsOf(parameters, world, Object.keys(operation.answers).length > 0 ? 2 : 60),
      body: body === null ? seldom(pairsOf({ q: { type: 'string' } }, world, 2)) : pairsOf(body, world, 2),
      encoding: fc.constantFrom(...encodings),
      damage: seldom(damage),
      visitor: fc.constantFrom(...world.visitors),
      odd: fc.oneof(
        { weight: 5, arbitrary: fc.constant({}) },
        { weight: 2, arbitrary: fc.dictionary(headerName, headerValue, { maxKeys: 3 }) },
      ),
      method: fc.oneof(
        { weight: 15, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS') },
      ),
    })
    .map((one) => {
      const encoded = one.body === null ? null : encode(one.body, one.encoding)
      const sent = encoded === null || one.damage === null ? encoded : one.damage(encoded)
      const text = query(one.query).slice(0, maxQueryLength)
      return {
        operation,
        method: one.method,
        path: text === '' ? one.path : `${one.path}?${text}`,
        headers: {
          ...one.visitor,
          ...(sent !== null && { 'content-type': sent.contentType }),
          ...one.odd,
        },
        body: sent?.body ?? null,
        [fc.toStringMethod]: () => `${one.method} ${one.path}?${text}`,
      }
    })
}

function seldom<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
}

/** The values of a call: most are valid, others odd or missing; occasionally unknown or repeated. */
function pairsOf(
  schemas: Record<string, ValueSchema>,
  { known, files }: World,
  missingWeight: number,
): fc.Arbitrary<Pairs> {
  const one = ([name, schema]: [string, ValueSchema]): fc.Arbitrary<Pairs> => {
    const right = validValue(name, schema, known, files)
    const odd = oddValue(name, schema, files)
    const as = (value: SentValue): Pairs => [[name, value]]
    return fc.oneof(
      { weight: 16, arbitrary: right.map(as) },
      { weight: 2, arbitrary: odd.map(as) },
      { weight: missingWeight, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.tuple(right, odd).map(([first, second]) => [...as(first), ...as(second)]) },
    )
  }
  const unknown = fc.array(fc.tuple(oddText, oddValue('unknown', {}, files)), { minLength: 1, maxLength: 3 })
  return fc
    .tuple(
      fc.tuple(...Object.entries(schemas).map(one)),
      fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: unknown }),
      seldom(fc.constant(1200)),
      fc.nat(100),
    )
    .map(([right, more, many, chance]) => {
      // Seldom more fields than any call needs.
      const flood =
        many !== null && chance === 0 ? Array.from({ length: many }, () => ['tags[]', 'a'] as const) : []
      return [...right.flat(), ...more, ...flood]
    })
}

const oddSegments = [
  ...[
    '%',
    '%z',
    '%zz',
    '%00',
    '%ff',
    '%E0%A4%A',
    '%2e%2e',
    '..',
    '.',
    '%2F',
    '%5c',
    '%0d%0a',
    '%u0041',
    '//',
  ],
  ...[
    ';',
    ';a=b',
    '*',
    '~',
    '%25',
    '%25%32%65',
    '%ED%A0%80',
    '%F0%9F%98%80',
    '%c0%ae',
    '-',
    '_',
    '%E2%80%AE',
  ],
  ...['__proto__', 'constructor', 'null', 'undefined', '0', '-1', '1e3', '9999999999999999999', 'a%20b', '+'],
  ...['x'.repeat(300), 'y'.repeat(9000), '%61'.repeat(400)],
]
const oddSegment = fc.oneof(
  fc.constantFrom(...oddSegments),
  oddText.map((text) => encodeURIComponent(text.toWellFormed())),
)

function pathOf(path: string, { known }: World): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment): fc.Arbitrary<string> => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    const right =
      name === undefined
        ? fc.constant(segment)
        : fc.constantFrom(...(known[name] ?? ['1']).map((value) => encodeURIComponent(String(value))))
    return fc.oneof(
      { weight: name === undefined ? 60 : 8, arbitrary: right },
      { weight: 1, arbitrary: oddSegment },
    )
  })
  const joined = fc.tuple(...segments).map((list) => list.join('/').replace(/^(?!\/)/, '/'))
  const end = fc.oneof(
    { weight: 30, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('/', '//', '?', '#', '/.', '%20', '.json', '?a[b]=c', '?__proto__[x]=1'),
    },
  )
  return fc.tuple(joined, end).map(([whole, last]) => whole + last)
}

const headerName = fc.constantFrom(
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type', 'content-encoding'],
  ...['cookie', 'host', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'origin', 'range'],
  ...['referer', 'sec-fetch-site', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
  ...[
    'x-http-method-override',
    'x-original-url',
    'x-real-ip',
    'forwarded',
    'x-odd',
    'access-control-request-method',
  ],
)
const knownHeaderValues = [
  ...[
    '',
    '*',
    '*/*',
    'application/json',
    'text/html',
    'br',
    'gzip, br;q=0',
    'identity;q=0',
    'Bearer',
    'Bearer x',
  ],
  ...['Basic YTpi', 'bearer \t', 'application/json; charset=utf-16', 'application/json; charset="utf-8"'],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
  ],
  ...[
    'application/x-www-form-urlencoded;',
    'text/plain',
    'application/xml',
    ';',
    'a',
    'gzip',
    'bytes=0-',
    'bytes=-',
  ],
  ...[
    'bytes=9999999999999999999-',
    'bytes=0-0,1-1',
    'same-origin',
    'cross-site',
    'null',
    'http://evil.example',
  ],
  ...['gifwright=', 'gifwright=x; gifwright=y', '__proto__=1', 'Thu, 01 Jan 1970 00:00:00 GMT', 'W/"a"', '"'],
  ...[
    'evil.example',
    'localhost:99999',
    'a b',
    '[::1',
    '127.0.0.1',
    '1.2.3.4, 5.6.7.8',
    'h'.repeat(4000),
    'POST',
  ],
]
const headerValue = fc.oneof(
  fc.constantFrom(...knownHeaderValues),
  oddText.map((text) =>
    Buffer.from(text.slice(0, 4000))
      .toString('latin1')
      .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
  ),
)

/** The ways in which a body may be damaged or wrongly declared. */
const damage: fc.Arbitrary<(sent: EncodedBody) => EncodedBody> = fc.oneof(
  fc.nat(1000).map((part) => ({ contentType, body }: EncodedBody) => ({
    contentType,
    body: body.subarray(0, Math.floor((body.length * part) / 1000)),
  })),
  fc
    .tuple(fc.nat(1000), fc.uint8Array({ maxLength: 8 }), fc.nat(8))
    .map(([part, inserted, removed]) => ({ contentType, body }: EncodedBody) => {
      const at = Math.floor((body.length * part) / 1000)
      return {
        contentType,
        body: Buffer.concat([body.subarray(0, at), inserted, body.subarray(at + removed)]),
      }
    }),
  fc
    .constantFrom(
      ...['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=other'],
      ...[
        'multipart/form-data; boundary="gifwright-fuzz-7f3a91"',
        'text/json',
        '',
        'application/json; charset=latin1',
      ],
    )
    .map((contentType) => ({ body }: EncodedBody) => ({ contentType, body })),
)
