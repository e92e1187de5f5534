export type Encoded = { contentType: string; body: Buffer }
export type Encoding = { name: string; encode: (pairs: [string, string][]) => Encoded }

const boundary = '----gifwright-test-7f3a'

/** The three encodings, and the ways in which clients escape base64 in them. Each writes pairs whose names end in `[]` as lists. */
export const encodings: Encoding[] = [
  { name: 'JSON', encode: (pairs) => json(pairs, (text) => text) },
  { name: 'JSON with \\/', encode: (pairs) => json(pairs, (text) => text.replaceAll('/', '\\/')) },
  {
    name: 'JSON with \\u002B and \\u003d',
    encode: (pairs) => json(pairs, (text) => text.replaceAll('+', '\\u002B').replaceAll('=', '\\u003d')),
  },
  {
    name: 'urlencoded',
    encode: (pairs) =>
      form(pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)),
  },
  {
    name: 'urlencoded with bare + in base64',
    encode: (pairs) =>
      form(
        pairs.map(([name, value]) => {
          const escaped = encodeURIComponent(value)
          return `${name}=${value.startsWith('data:') ? escaped.replaceAll('%2B', '+').replaceAll('%2F', '/') : escaped}`
        }),
      ),
  },
  {
    name: 'multipart',
    encode: (pairs) => ({
      contentType: `multipart/form-data; boundary=${boundary}`,
      body: Buffer.from(
        `${pairs.map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--${boundary}--\r\n`,
      ),
    }),
  },
]

function json(pairs: [string, string][], escape: (text: string) => string): Encoded {
  const values: Record<string, string | string[]> = {}
  for (const [name, value] of pairs) {
    const list = values[name]
    if (Array.isArray(list)) list.push(value)
    else values[name] = name.endsWith('[]') ? [value] : value
  }
  return { contentType: 'application/json', body: Buffer.from(escape(JSON.stringify(values))) }
}

function form(fields: string[]): Encoded {
  return { contentType: 'application/x-www-form-urlencoded', body: Buffer.from(fields.join('&')) }
}
