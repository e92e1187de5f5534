import { operationOf } from './headers.ts'
import { bodyBytes, type CostlyRequest } from './requests.ts'

const up = (unit: string) => unit.repeat(Math.floor(bodyBytes / unit.length))
/** The maximum length of a part's header. */
const partHeader = 15_000
const part = (header: string, value = 'x') => `--b\r\n${header}\r\n\r\n${value}\r\n`
const disposition = 'Content-Disposition: form-data; name='
const nested = (depth: number) => `{"q":${'['.repeat(depth)}${']'.repeat(depth)}}`
const numbered = (count: number, one: (number: number) => string) =>
  Array.from({ length: count }, (_, n) => one(n)).join('')

/** The text around the values of a body, up to the maximum size of a body. */
const bodies: Record<string, Record<string, string>> = {
  'application/json': {
    'a long name': `{"${up('a')}":1}`,
    'a long name of escapes': `{"${up('\\u0061').slice(0, -6)}":1}`,
    'a long name of brackets': `{"${up('[1')}":1}`,
    'a long number': `{"q":${up('1')}}`,
    'a long exponent': `{"limit":1e${up('1')}}`,
    'a long fraction': `{"limit":0.${up('9')}}`,
    'many values of an unknown name': `{"x":[${up('1,')}1]}`,
    'many lists': `{"q":[${up('[],')}1]}`,
    'many names': `{${numbered(900, (n) => `"${'a'.repeat(250)}${n}":1,`)}"q":"cat"}`,
    'too many names': `{${numbered(20_000, (n) => `"${n}":1,`)}"q":"cat"}`,
    'one name again and again': `{${up('"q":1,')}"q":1}`,
    'deep lists': nested(30),
    'lists nested too deeply': nested(bodyBytes / 2),
    spaces: `{"q":"cat"${up(' ')}}`,
    escapes: `{"q":"${up('\\n')}"}`,
    backslashes: `{"q":"${up('\\\\')}"}`,
  },
  'application/x-www-form-urlencoded': {
    'a long name': `${up('a')}=1`,
    'a long name of brackets': `${up('[1')}=1`,
    'an escaped name': `${up('%5B')}=1`,
    'numbered names': numbered(900, (n) => `q[${n}]=cat&`),
    'names of brackets': numbered(900, (n) => `q${'[1'.repeat(100)}]${n}=1&`),
    separators: up('&'),
    'equals signs': up('='),
    'plus signs': `q=${up('+')}`,
    'half escapes': `q=${up('%')}`,
  },
  'multipart/form-data; boundary=b': {
    'a long name': part(`${disposition}"${'a'.repeat(partHeader)}"`),
    'a name of quotes': part(`${disposition}"${'\\"'.repeat(partHeader / 2)}"`),
    'an open quote': part(`${disposition}"${'a'.repeat(partHeader)}`),
    'a header of spaces': part(`${disposition}"q";${' '.repeat(partHeader)}`),
    'many parameters': part(`${disposition}"q"${'; a=b'.repeat(partHeader / 5)}`),
    'many open parameters': part(`${disposition}"q"${';a="'.repeat(partHeader / 4)}`),
    'many header lines': part(`${disposition}"q"${'\r\na:b'.repeat(partHeader / 5)}`),
    'a long file name': part(`${disposition}"q"; filename="${'/'.repeat(partHeader)}"`),
    'a long type': part(`${disposition}"q"\r\nContent-Type: ${'a;'.repeat(partHeader / 2)}`),
    'many parts': numbered(900, (n) => part(`${disposition}"q[${n}]"`, 'a'.repeat(150))),
    'beginnings of a boundary': part(`${disposition}"q"`, up('\r\n--')),
    dashes: part(`${disposition}"q"`, up('-')),
  },
}

/** Returns bodies whose names, numbers, lists and headers are expensive to read. */
export function shapedBodies(): CostlyRequest[] {
  return ['/api/find', '/login'].flatMap((path) =>
    Object.entries(bodies).flatMap(([contentType, shapes]) =>
      Object.entries(shapes).map(([what, body]) => ({
        operation: operationOf('POST', path),
        what: `${what} (${contentType.split(';', 1)[0]})`,
        method: 'POST',
        path,
        headers: { 'content-type': contentType },
        body: Buffer.from(contentType.startsWith('multipart') ? `${body}--b--\r\n` : body),
      })),
    ),
  )
}
