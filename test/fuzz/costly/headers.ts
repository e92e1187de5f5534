import type { Operation } from '../requests/operations.ts'
import type { Headers, World } from '../requests/requests.ts'
import type { CostlyRequest } from './requests.ts'

/** All headers together may take 16 KB. */
const headerBytes = 12_000

const names = [
  ...['range', 'if-none-match', 'if-match', 'if-modified-since', 'if-range', 'accept', 'accept-encoding'],
  ...[
    'accept-language',
    'cookie',
    'authorization',
    'sec-fetch-site',
    'origin',
    'x-forwarded-for',
    'user-agent',
  ],
  ...['content-type', 'referer', 'content-encoding', 'x-forwarded-host', 'expect', 'host', 'traceparent'],
  ...['access-control-request-headers', 'x-goog-api-key', 'forwarded', 'purpose'],
]
const shapes: Record<string, string> = {
  letters: 'a',
  spaces: 'a ',
  commas: ',',
  'empty tags': '"",',
  'weak tags': 'W/"a", ',
  ranges: '0-1,',
  digits: '1',
  addresses: '127.0.0.1, ',
  'IPv6 addresses': '[::ffff:1.2.3.4]:5, ',
  cookies: 'gifwright=a; ',
  'quoted cookies': '%41="%42"; ',
  parameters: ';a="b"',
  'half quotes': ';a="',
  dates: 'Thu, 01 Jan 1970 00:00:00 GMT ',
  bytes: '\u00e9',
}
const prefixes: Record<string, string> = {
  range: 'bytes=',
  authorization: 'Bearer ',
  'content-type': 'multipart/form-data',
}

/**
 * Returns requests with every header that is read, with costly texts, to each kind of address; `isChosen` selects some.
 */
export function headerRequests(
  { known, visitors }: World,
  isChosen: (place: number) => boolean = () => true,
): CostlyRequest[] {
  const [, bySession = {}] = visitors
  const [mediaId, code] = [String(known.mediaId?.[0]), String(known.code?.[0])]
  const form = { ...bySession, 'content-type': 'application/x-www-form-urlencoded' }
  const targets: [method: string, path: string, headers: Headers][] = [
    ['GET', `/media/gifs/${mediaId}/gif.gif`, {}],
    ['GET', `/${code}`, bySession],
    ['GET', `/api/gif/${code}`, {}],
    [
      'OPTIONS',
      '/v2/search?q=cat',
      { origin: 'https://example.org', 'access-control-request-method': 'GET' },
    ],
    ['POST', '/login', form],
    ['POST', '/api/find', { 'content-type': 'application/json' }],
  ]
  return targets
    .flatMap(([method, path, headers]) =>
      names.flatMap((name) =>
        Object.entries(shapes).map(([shape, text]) => ({
          operation: operationOf(method, path),
          what: `${name}: ${shape}`,
          method,
          path,
          headers: {
            ...headers,
            [name]: `${prefixes[name] ?? ''}${text.repeat(Math.floor(headerBytes / text.length))}`.trim(),
          },
          body: method === 'POST' ? Buffer.from('{}') : null,
        })),
      ),
    )
    .filter((_request, place) => isChosen(place))
}

/** Returns an operation known only by its address. */
export function operationOf(method: string, path: string): Operation {
  return { method, path, query: {}, body: null, required: [], answers: {} }
}
