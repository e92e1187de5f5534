import { operationOf } from '../../test/fuzz/costly/headers.ts'
import type { CostlyRequest } from '../../test/fuzz/costly/requests.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const common =
  'cat happy dog funny dance love cute reaction baby party wow yes no laughing surprised fail smile excited sad hello ' +
  'thank you good morning night birthday kitten puppy jump run sleep eating'

/** The searches that cost the index the most, each as an API call and as a page request. */
export function searches(): CostlyRequest[] {
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
  const ask = (route: string, what: string, path: string): CostlyRequest => ({
    operation: operationOf('GET', route),
    what,
    method: 'GET',
    path,
    headers: {},
    body: null,
  })
  return queries.flatMap((q) => {
    const what = `q: "${q.slice(0, 24)}" of ${q.length}`
    const text = encodeURIComponent(q)
    return [
      ...more.map((end) => ask('/api/find', `${what}${end}`, `/api/find?q=${text}${end}`)),
      ask('/search/suggestions', what, `/search/suggestions?q=${text}`),
      ask('/', what, `/?q=${text}&page=40`),
    ]
  })
}
