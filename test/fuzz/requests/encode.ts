import { type SentFile, type SentValue, SentFile as FileValue } from './values.ts'

/** Names and values in the order in which they are sent; a name may be repeated. */
export type Pairs = readonly (readonly [string, SentValue])[]

export type EncodedBody = { contentType: string; body: Buffer }

const boundary = 'gifwright-fuzz-7f3a91'

export const encodings = ['json', 'form', 'multipart'] as const

/** The values as one of the three kinds of body. */
export function encode(pairs: Pairs, encoding: (typeof encodings)[number]): EncodedBody {
  if (encoding === 'json') {
    const members = pairs.map(([name, value]) => `${JSON.stringify(name)}:${json(value)}`)
    return { contentType: 'application/json', body: Buffer.from(`{${members.join(',')}}`) }
  }
  if (encoding === 'form')
    return { contentType: 'application/x-www-form-urlencoded', body: Buffer.from(query(pairs)) }
  const parts = flat(pairs).flatMap(([name, value]) => [part(name, value), Buffer.from('\r\n')])
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** The values as the query of an address, in ASCII. */
export function query(pairs: Pairs): string {
  return flat(pairs)
    .map(([name, value]) => `${percent(name)}=${percent(text(value))}`)
    .join('&')
}

function json(value: SentValue): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner instanceof FileValue ? dataUrl(inner) : inner,
  )
}

/** A list repeats its name, as forms send it. */
function flat(pairs: Pairs): [string, SentValue][] {
  return pairs.flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((item): [string, SentValue] => [name, item]) : [[name, value]],
  )
}

function text(value: SentValue): string {
  if (typeof value === 'string') return value
  return value instanceof FileValue ? dataUrl(value) : json(value)
}

function dataUrl({ bytes, type }: SentFile): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

function part(name: string, value: SentValue): Buffer {
  const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`
  if (!(value instanceof FileValue)) {
    return Buffer.concat([Buffer.from(`${disposition}\r\n\r\n`), bytesOf(text(value))])
  }
  const type = value.type === '' ? '' : `\r\nContent-Type: ${value.type}`
  return Buffer.concat([
    Buffer.from(`${disposition}; filename="${quoted(value.name)}"${type}\r\n\r\n`),
    value.bytes,
  ])
}

function quoted(name: string): string {
  return name.replaceAll('"', '\\"').replaceAll(/[\r\n]/g, ' ')
}

function percent(value: string): string {
  return [...bytesOf(value)]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
}

/** UTF-8, in which a lone surrogate is written like a character: invalid UTF-8. */
function bytesOf(value: string): Buffer {
  if (value.isWellFormed()) return Buffer.from(value)
  return Buffer.concat(
    [...value].map((character) => {
      const code = character.codePointAt(0) ?? 0
      const isHalf = code >= 0xd800 && code <= 0xdfff
      return isHalf
        ? Buffer.from([0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)])
        : Buffer.from(character)
    }),
  )
}
