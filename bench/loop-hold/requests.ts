import { filled, texts } from './texts.ts'

/** A request that asks for as much work as one of its values can. */
export type Ask = {
  route: string
  field: string
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: Buffer
}

export type World = {
  url: string
  /** Of an operator who owns the GIF. */
  cookie: string
  token: string
  code: string
  mediaId: string
}

type Values = Record<string, string | string[]>
type Encoding = 'json' | 'form' | 'multipart'

/** The text of a body may have 256 KB. */
const bodyBytes = 250_000
/** An address may have 12 KB, a third of which is left of what is percent-encoded. */
const addressBytes = 11_000
/** All headers together may have 16 KB. */
const headerBytes = 12_000
const many = 900

/** Every field of every route, one after another, with every text. */
export function requestsOf(world: World): Ask[] {
  return [...apiRequests(world), ...siteRequests(world), ...addressRequests(world), ...headerRequests(world)]
}

const clip = {
  category: '1',
  start: '0',
  end: '2',
  title: 'A title',
  tags: 'one',
  url: 'https://example.com/a.mp4',
}
const options = {
  private: '0',
  nsfw: '0',
  watermark_type: 'default',
  preset: 'balanced',
  max_bytes: '2000000',
  loop: '0',
  reverse: '0',
  boomerang: '0',
  speed: '1',
  crop: '0,0,320,180',
  fps: '10',
  auto_loop: '0',
}
const dataUrl = 'data:video/mp4;base64,AAAA'
const pictures = ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo=']

function apiRequests({ token }: World): Ask[] {
  const headers = { authorization: `Bearer ${token}` }
  const create = '/api/create-gif/source'
  const calls: [string, Values, Encoding[]][] = [
    [`${create}/url`, { ...clip, ...options, width: '320' }, ['json']],
    [`${create}/video`, { ...clip, ...options, width: '320', video: dataUrl }, ['form']],
    [
      `${create}/pictures`,
      {
        category: '1',
        title: 'A title',
        tags: 'one',
        width: '320',
        height: '180',
        resize: '1',
        delay: '200',
        'pictures[]': pictures,
      },
      ['multipart'],
    ],
    ['/api/find', { q: 'cat', category: 'animals', start: '0', nsfw: '0' }, ['json', 'form', 'multipart']],
  ]
  return calls.flatMap(([path, values, encodings]) =>
    encodings.flatMap((encoding) => posts(path, path, values, headers, encoding)),
  )
}

function siteRequests({ url, cookie, code }: World): Ask[] {
  const headers = { origin: url, cookie }
  const visitor = { origin: url }
  const maker = {
    source: 'url',
    ...clip,
    ...options,
    width: '320',
    height: '180',
    resize: '1',
    delay: '200',
    clip_width: '320',
  }
  const forms: [string, string, Values, Record<string, string>][] = [
    ['/create', '/create', maker, headers],
    ['/login', '/login', { email: 'a@example.org', password: 'x', next: '/' }, visitor],
    ['/signup', '/signup', { email: 'x', password: 'x', next: '/' }, visitor],
    ['/settings/password', '/settings/password', { current_password: 'x', new_password: 'y' }, headers],
    ['/settings/tokens', '/settings/tokens', { name: '' }, headers],
    ['/settings/remove', '/settings/remove', { public_gifs: 'keep', current_password: 'x' }, headers],
    ['/mine', '/mine', { action: 'none', 'codes[]': 'nothing', page: '1' }, headers],
    ['/mine/delete', '/mine/delete', { 'codes[]': 'nothing', page: '1' }, headers],
    [
      '/:code/edit',
      `/${code}/edit`,
      { title: '', category: '1', tags: '', nsfw: '0', private: '0' },
      headers,
    ],
    ['/:code/report', `/${code}/report`, { reason: 'none', words: '' }, visitor],
    ['/:code/hide', `/${code}/hide`, { hidden: 'none' }, headers],
    ['/admin/hidden', '/admin/hidden', { gif: 'none' }, headers],
    ['/admin/categories', '/admin/categories', { name: '', code: '' }, headers],
    ['/admin/categories/:id', '/admin/categories/1', { name: '', code: '' }, headers],
    ['/admin/categories/:id/move', '/admin/categories/1/move', { place: 'none' }, headers],
    ['/admin/reports/:code/keep', '/admin/reports/none/keep', { back: '' }, headers],
    ['/admin/tasks/:id/retry', '/admin/tasks/none/retry', { back: '' }, headers],
    ['/admin/gifs/:code/remove', '/admin/gifs/none/remove', { from: '' }, headers],
    ['/admin/accounts/:id/premium', '/admin/accounts/999/premium', { premium: 'none' }, headers],
  ]
  return forms.flatMap(([route, path, values, who]) => posts(route, path, values, who, 'form'))
}

/** The request with each of its fields filled in turn, once and many times. */
function posts(
  route: string,
  path: string,
  values: Values,
  headers: Record<string, string>,
  encoding: Encoding,
): Ask[] {
  const ask = (field: string, filledIn: Values): Ask => ({
    route: `POST ${route} (${encoding})`,
    field,
    method: 'POST',
    path,
    ...encode(filledIn, encoding, headers),
  })
  return Object.keys(values).flatMap((field) =>
    Object.entries(texts).flatMap(([name, text]) => [
      ask(`${field}: ${name}`, { ...values, [field]: filled(text, roomFor(text, encoding)) }),
      ask(`${field}: ${name}, ${many} times`, {
        ...values,
        [field]: Array.from({ length: many }, () => filled(text, roomFor(text, encoding) / many / 1.2)),
      }),
    ]),
  )
}

/** Bytes of the text that make a body as large as it may be. */
function roomFor(text: string, encoding: Encoding): number {
  if (encoding === 'multipart') return bodyBytes
  const written =
    encoding === 'form'
      ? new URLSearchParams([['', text]]).toString().slice(1)
      : JSON.stringify(text).slice(1, -1)
  return (bodyBytes * Buffer.byteLength(text)) / Buffer.byteLength(written)
}

function encode(values: Values, encoding: Encoding, headers: Record<string, string>) {
  const pairs = Object.entries(values).flatMap(([key, value]) =>
    [value].flat().map((item) => [key, item] as const),
  )
  if (encoding === 'json')
    return {
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(values)),
    }
  if (encoding === 'form') {
    const body = Buffer.from(
      new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, value])).toString(),
    )
    return { headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body }
  }
  const parts = pairs.map(
    ([key, value]) => `--b\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  return {
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.from(`${parts.join('')}--b--\r\n`),
  }
}

function addressRequests({ cookie, token, code }: World): Ask[] {
  const session = { cookie }
  const bearer = { authorization: `Bearer ${token}` }
  const queries: [string, string[], Record<string, string>][] = [
    ['/', ['q', 'category', 'nsfw', 'page'], {}],
    ['/random', ['category'], {}],
    ['/search/suggestions', ['q'], {}],
    ['/oembed', ['url', 'format', 'maxwidth'], {}],
    ['/login', ['next'], {}],
    ['/create', ['from'], {}],
    ['/mine', ['page', 'done'], session],
    ['/settings', ['done'], session],
    ['/admin/accounts', ['q', 'page', 'done'], session],
    ['/admin/tasks', ['status', 'done'], session],
    ['/api/find', ['q', 'category', 'start'], {}],
    ['/api/random-gif', ['category'], {}],
    [`/${code}`, ['x'], {}],
  ]
  const paths: [string, Record<string, string>][] = [
    ['/VALUE', {}],
    ['/embed/VALUE', {}],
    ['/VALUE/edit', session],
    ['/create/VALUE', {}],
    ['/static/VALUE', {}],
    ['/media/gifs/VALUE/gif.gif', {}],
    ['/media/gifs/x/VALUE', {}],
    ['/admin/accounts/VALUE', session],
    ['/settings/tokens/VALUE/revoke', session],
    ['/api/gif/VALUE', bearer],
    ['/api/status/VALUE', {}],
    ['/api/docs/static/VALUE', {}],
    ['/api/VALUE', {}],
  ]
  return Object.entries(texts).flatMap(([name, text]) => {
    const ratio = encodeURIComponent(text).length / Buffer.byteLength(text)
    const value = encodeURIComponent(filled(text, addressBytes / ratio))
    const ask = (route: string, field: string, path: string, headers: Record<string, string>): Ask => ({
      route: `GET ${route}`,
      field: `${field}: ${name}`,
      method: 'GET',
      path,
      headers,
    })
    return [
      ...queries.flatMap(([path, keys, headers]) =>
        keys.map((key) =>
          ask(path === `/${code}` ? '/:code' : path, key, `${path}?${key}=${value}`, headers),
        ),
      ),
      ...paths.map(([path, headers]) => ask(path, 'path', path.replace('VALUE', value), headers)),
    ]
  })
}

function headerRequests({ code, mediaId, cookie, url }: World): Ask[] {
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
    ...['content-type', 'referer', 'content-encoding', 'x-forwarded-host', 'expect', 'host'],
  ]
  const shapes: Record<string, string> = {
    letters: 'a',
    spaces: 'a ',
    commas: ',',
    'empty tags': '"",',
    'weak tags': 'W/"a", ',
    ranges: '0-1,',
    addresses: '127.0.0.1, ',
    'IPv6 addresses': '[::ffff:1.2.3.4]:5, ',
    cookies: 'gifwright=a; ',
    'quoted cookies': '%41="%42"; ',
    parameters: ';a="b"',
    'half quotes': ';a="',
    dates: 'Thu, 01 Jan 1970 00:00:00 GMT ',
    bytes: '\u00e9',
  }
  const targets: [string, 'GET' | 'POST', Record<string, string>][] = [
    [`/media/gifs/${mediaId}/gif.gif`, 'GET', {}],
    [`/${code}`, 'GET', { cookie }],
    [`/api/gif/${code}`, 'GET', {}],
    ['/login', 'POST', { origin: url, 'content-type': 'application/x-www-form-urlencoded' }],
    ['/api/find', 'POST', { 'content-type': 'application/json' }],
  ]
  const prefixes: Record<string, string> = {
    range: 'bytes=',
    authorization: 'Bearer ',
    'content-type': 'multipart/form-data',
  }
  return targets.flatMap(([path, method, headers]) =>
    names.flatMap((header) =>
      Object.entries(shapes).map(([name, text]) => ({
        route: `${method} ${path.replace(mediaId, ':mediaId').replace(code, ':code')}`,
        field: `${header}: ${name}`,
        method,
        path,
        headers: {
          ...headers,
          [header]: `${prefixes[header] ?? ''}${text.repeat(Math.floor(headerBytes / text.length))}`.trim(),
        },
        ...(method === 'POST' && { body: Buffer.from('{}') }),
      })),
    ),
  )
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const common =
  'cat happy dog funny dance love cute reaction baby party wow yes no laughing surprised fail smile excited sad hello ' +
  'thank you good morning night birthday kitten puppy jump run sleep eating'

/** Searches that the index has the most to do for, each as the call and as the page asks. */
export function searches(): Ask[] {
  const queries: string[] = [
    'a '.repeat(500),
    [...letters].join(' '),
    [...letters].toReversed().join(' '),
    [...letters, ...'0123456'].slice(0, 32).join(' '),
    [...letters].map((letter) => `${letter}a`).join(' '),
    common,
    `${common} a`,
    ...[
      ...letters,
      'b a',
      'ba',
      'c c',
      'happy c',
      'cat',
      'cat dog',
      'cat c',
      'animals a',
      'a animals cat',
      'cat '.repeat(200),
    ],
    '東'.repeat(300),
    '東 '.repeat(300),
    '😀'.repeat(200),
  ]
  const more = [
    '',
    '&start=1000',
    '&start=50000',
    '&start=2147483648',
    '&nsfw=1&limit=100',
    '&category=animals&limit=100',
  ]
  return queries.flatMap((q) => [
    ...more.map((end) => ({
      route: 'GET /api/find',
      field: `q: "${q.slice(0, 24)}" of ${q.length}${end}`,
      method: 'GET' as const,
      path: `/api/find?q=${encodeURIComponent(q)}${end}`,
    })),
    {
      route: 'GET /search/suggestions',
      field: `q: "${q.slice(0, 24)}" of ${q.length}`,
      method: 'GET' as const,
      path: `/search/suggestions?q=${encodeURIComponent(q)}`,
    },
    {
      route: 'GET /',
      field: `q: "${q.slice(0, 24)}" of ${q.length}`,
      method: 'GET' as const,
      path: `/?q=${encodeURIComponent(q)}&page=40`,
    },
  ])
}
