/**
 * Measures the cost of GET /api/gif/{code}, POST /api/find and the searches of the compatible interfaces, next to a
 * bare fastify route that sends the same payload: CPU time of the server process per request, medians of alternating
 * rounds.
 *   node bench/api.ts [--gifs 100000] [--data FOLDER] [--only tenor]
 * Without `--data` a catalogue of captions is made.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from '../test/support/processes/server-process.ts'
import { until } from '../test/support/until.ts'
import { median, table, threadSeconds } from './measure.ts'
import { countGifs, fillWithCaptions, sampleGifs } from './search/catalogue.ts'
import { getRequest, postRequest, sendRequests } from './search/load.ts'
import { questionsOf } from './search/questions.ts'

/** One kind of answer, and requests for it. The bare route of this name sends the answer to the first of them. */
type Group = {
  answer: string
  route: 'gif' | 'find' | 'tenor' | 'tenorFiltered' | 'giphy'
  cases: { name: string; requests: Buffer[] }[]
}

const { values } = parseArgs({
  options: {
    gifs: { type: 'string', default: '100000' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
/** The first round warms up and fills caches; it is not counted. */
const rounds = 5
const requestsInRound = 3000
const distinct = 12_000
const repeated = 20

const bareRequests: Record<Group['route'], Buffer> = {
  gif: getRequest('/gif'),
  find: postRequest('/find', { q: 'a' }),
  tenor: getRequest('/answers/tenor'),
  tenorFiltered: getRequest('/answers/tenorFiltered'),
  giphy: getRequest('/answers/giphy'),
}

const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'gifwright-bench-')))
const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0', LOG_LEVEL: 'error' }
if (values.data === undefined) await fillWithCaptions(settings, Number(values.gifs))
const server = await startServer(settings)
await until('searches are answered', async () => (await find('a')).ok, 600_000)
const bareProcess = spawn(process.execPath, [fileURLToPath(new URL('bare-fastify.ts', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  const groups = groupsOf(sampleGifs(folder, 4 * distinct)).filter(({ answer }) =>
    answer.includes(values.only),
  )
  const payloads = new Map<string, string>()
  for (const { route, cases } of groups) payloads.set(route, await bodyOf(cases[0]?.requests[0]))
  const { gif, find: found, ...answers } = Object.fromEntries(payloads)
  bareProcess.stdin.end(JSON.stringify({ gif, find: found, answers }))
  const [line] = (await once(bareProcess.stdout, 'data')) as [Buffer]
  const bareUrl = line.toString().trim()
  const micros = new Map<string, number[]>()
  const measure = async (
    name: string,
    to: { url: string; pid: number },
    requests: Buffer[],
    round: number,
  ) => {
    const before = threadSeconds(to.pid)
    await sendRequests(to.url, requests, { count: requestsInRound, from: round * requestsInRound })
    const cost = ((threadSeconds(to.pid) - before) / requestsInRound) * 1e6
    if (round > 0) micros.set(name, [...(micros.get(name) ?? []), cost])
  }
  const bare = { url: bareUrl, pid: bareProcess.pid! }
  for (let round = 0; round < rounds; round++) {
    for (const { route, cases } of groups) {
      await measure(route, bare, [bareRequests[route]], round)
      for (const { name, requests } of cases) await measure(name, server, requests, round)
    }
  }
  const cost = (name: string) => median(micros.get(name) ?? [])
  const rows = groups.flatMap(({ answer, route, cases }) => {
    const base = cost(route)
    const bytes = Buffer.byteLength(payloads.get(route) ?? '')
    return [
      [`bare fastify, ${answer}`, bytes, base.toFixed(0), ''],
      ...cases.map(({ name }) => [name, '', cost(name).toFixed(0), (base / cost(name)).toFixed(2)]),
    ]
  })
  console.log(table([`${countGifs(folder)} GIFs`, 'bytes', 'CPU µs a request', 'bare / this'], rows))
} finally {
  bareProcess.kill()
  server.child.kill('SIGTERM')
  await server.exited
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}

function groupsOf(sample: { code: string; title: string }[]): Group[] {
  const words = questionsOf(
    sample.map(({ title }) => title),
    distinct,
  )['one word']
  const searches = (name: string, requestOf: (q: string) => Buffer) => {
    const requests = words.map((q) => requestOf(encodeURIComponent(q)))
    return [
      { name: `${name}, ${repeated} words repeated`, requests: requests.slice(0, repeated) },
      { name: `${name}, different words`, requests },
    ]
  }
  const codes = sample.map(({ code }) => getRequest(`/api/gif/${code}`))
  const tenor = (filter: string) => (q: string) => getRequest(`/v2/search?key=x&client_key=x&q=${q}${filter}`)
  const few = 'preview,gif,tinygif'
  return [
    {
      answer: 'one record',
      route: 'gif',
      cases: [
        { name: 'GET /api/gif/{code}, in memory', requests: codes.slice(0, 1000) },
        { name: 'GET /api/gif/{code}, each once', requests: codes },
      ],
    },
    {
      answer: '25 records',
      route: 'find',
      cases: searches('POST /api/find', (q) => postRequest('/api/find', { q: decodeURIComponent(q) })),
    },
    { answer: '20 tenor results', route: 'tenor', cases: searches('tenor search', tenor('')) },
    {
      answer: `20 tenor results of ${few}`,
      route: 'tenorFiltered',
      cases: searches(`tenor search, media_filter=${few}`, tenor(`&media_filter=${few}`)),
    },
    {
      answer: '25 giphy results',
      route: 'giphy',
      cases: searches('giphy search', (q) => getRequest(`/v1/gifs/search?api_key=x&rating=pg-13&q=${q}`)),
    },
  ]
}

function find(q: string): Promise<Response> {
  return fetch(`${server.url}/api/find?q=${q}`)
}

/** The body of the answer to a request that is ready as bytes. */
async function bodyOf(request: Buffer | undefined): Promise<string> {
  const [head = '', body] = request?.toString().split('\r\n\r\n') ?? []
  const [method = '', path = ''] = head.split(' ')
  const headers = { 'content-type': 'application/json' }
  const sent = method === 'GET' ? {} : { method, body: body ?? '', headers }
  const answer = await fetch(server.url + path, sent)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  // For texts beyond Latin-1 a bare route would make strings of two bytes per character, at several times the cost.
  return (await answer.text()).replace(/[^\x00-\x7F]/g, '?')
}
