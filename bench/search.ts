/**
 * Measures the cost of searches, single records and media files, next to a bare fastify route that sends a constant
 * answer: CPU time of the server per request, medians over alternating rounds. Then the memory of the service, its
 * start, and the longest turns of its loop. Files are also compared with nginx if it is installed.
 *   node bench/search.ts [--gifs 100000] [--data FOLDER] [--json FILE]
 * Without `--data` a catalogue of captions is made; with it the folder must contain one, to which some GIFs are added.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from '../test/support/processes/server-process.ts'
import { until } from '../test/support/until.ts'
import { median, table, threadSeconds } from './measure.ts'
import { addFile, countGifs, fillWithCaptions, sampleGifs } from './search/catalogue.ts'
import { getRequest, postRequest, sendRequests } from './search/load.ts'
import { holdsOfAdds, slowestQuery } from './search/loop.ts'
import { startNginx } from './search/nginx.ts'
import { questionsOf } from './search/questions.ts'

type Case = {
  question: string
  base: string
  /** The target address; by default the service. */
  to?: { url: string; pid: number }
  requests: Buffer[]
  /** Requests per round. Each round continues where the previous one ended. */
  count: number
}

const { values } = parseArgs({
  options: {
    gifs: { type: 'string', default: '100000' },
    data: { type: 'string' },
    json: { type: 'string' },
  },
})
/** The first round warms up and fills caches; it is not counted. */
const rounds = 4
const distinct = 20_000
/** Requests per round if they need not all be different. */
const short = 5000
const fileSizes = [50_000, 2_000_000]
const mixedQueries = 10_000
const timesOfAdds = 300
const megabyte = 2 ** 20

const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'gifwright-bench-')))
const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0', LOG_LEVEL: 'error' }
if (values.data === undefined) await fillWithCaptions(settings, Number(values.gifs))
const files: string[] = []
for (const bytes of fileSizes) files.push(await addFile(settings, bytes))
const gifs = countGifs(folder)

// The first start creates the index, if it is missing; the second finds it.
const first = await startServer(settings)
await until('the index is made', () => isReady(first.url), 600_000)
first.child.kill('SIGTERM')
await first.exited
const startedAt = performance.now()
const probe = fileURLToPath(new URL('loop-hold/probe.ts', import.meta.url))
const server = await startServer(settings, { imports: probe })
const listensMs = performance.now() - startedAt
await until('searches are answered', () => isReady(server.url))
const searchesMs = performance.now() - startedAt
const sample = sampleGifs(folder, 4 * distinct)
const questions = questionsOf(
  sample.map(({ title }) => title),
  distinct,
)
const child = spawn(process.execPath, [fileURLToPath(new URL('bare-fastify.ts', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const nginxFolder = await mkdtemp(join(tmpdir(), 'gifwright-bench-nginx-'))
const nginx = await startNginx(nginxFolder, fileSizes)
try {
  child.stdin.end(
    JSON.stringify({
      gif: await (await fetch(`${server.url}/api/gif/${sample[0]?.code}`)).text(),
      find: await (await find(server.url, 'a')).text(),
      suggest: await (await fetch(`${server.url}/api/suggest?q=ca`)).text(),
      fileBytes: fileSizes,
    }),
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const bare = { url: line.toString().trim(), pid: child.pid! }
  const codes = sample.map(({ code }) => getRequest(`/api/gif/${code}`))
  const searches = (texts: string[]) => texts.map((q) => postRequest('/api/find', { q }))
  const search = (question: keyof typeof questions, count = short): Case => ({
    question,
    base: 'bare: 25 records',
    requests: searches(questions[question]),
    count,
  })
  const cases: Case[] = [
    {
      question: 'bare: 25 records',
      base: '',
      to: bare,
      requests: [postRequest('/find', { q: 'a' })],
      count: short,
    },
    search('one word', distinct),
    search('two words'),
    search('one typo'),
    search('one letter'),
    {
      question: 'one word, repeated',
      base: 'bare: 25 records',
      requests: searches(questions['one word'].slice(0, 20)),
      count: short,
    },
    {
      question: 'bare: suggestions',
      base: '',
      to: bare,
      requests: [getRequest('/suggest')],
      count: distinct,
    },
    {
      question: 'suggestions',
      base: 'bare: suggestions',
      requests: questions.completions.map((text) => getRequest(`/api/suggest?q=${encodeURIComponent(text)}`)),
      count: short,
    },
    { question: 'bare: one record', base: '', to: bare, requests: [getRequest('/gif')], count: short },
    { question: 'GIF by code, each once', base: 'bare: one record', requests: codes, count: short },
    {
      question: 'GIF by code, in memory',
      base: 'bare: one record',
      requests: codes.slice(0, 1000),
      count: short,
    },
    ...fileSizes.flatMap((bytes, index): Case[] => {
      const count = bytes < 1e6 ? short : 300
      const question = `media file of ${bytes} bytes`
      const requests = [getRequest(`/file/${bytes}`)]
      return [
        { question: `bare: ${bytes} bytes`, base: '', to: bare, requests, count },
        { question, base: `bare: ${bytes} bytes`, requests: [getRequest(files[index] ?? '')], count },
        ...(nginx === undefined
          ? []
          : [{ question: `nginx: ${bytes} bytes`, base: question, to: nginx, requests, count }]),
      ]
    }),
  ]
  const micros = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++) {
    for (const { question, to = server, requests, count } of cases) {
      const before = threadSeconds(to.pid)
      await sendRequests(to.url, requests, { count, from: round * count })
      const each = ((threadSeconds(to.pid) - before) / count) * 1e6
      if (round > 0) micros.set(question, [...(micros.get(question) ?? []), each])
    }
  }
  const cost = (question: string) => median(micros.get(question) ?? [])
  const rows = cases.map(({ question, base, requests, to }) => ({
    bench: 'search',
    gifs,
    question,
    different: requests.length,
    cpuMicros: cost(question),
    // For nginx, by how much it costs less than the service.
    ...(base !== '' && {
      ratio: to === nginx && nginx ? cost(question) / cost(base) : cost(base) / cost(question),
    }),
  }))
  console.log(
    table(
      [`${gifs} GIFs`, 'different', 'CPU µs a request', 'bare / this'],
      rows.map(({ question, different, cpuMicros, ratio }) => [
        question,
        different,
        cpuMicros.toFixed(1),
        ratio?.toFixed(2) ?? '',
      ]),
    ),
  )
  if (nginx === undefined) console.log('\nnginx is not installed: files are compared with bare routes only.')
  else console.log('\nFor nginx the ratio is nginx / service.')
  const rssMegabytes = residentMegabytes(server.pid)
  const indexFilesMegabytes = folderMegabytes(join(folder, 'search'))
  const mixed = (['one word', 'two words', 'one typo', 'one letter'] as const).flatMap((kind, index) =>
    searches(questions[kind].slice(0, mixedQueries * ([0.5, 0.3, 0.15, 0.05][index] ?? 0))),
  )
  const slowestMs = await slowestQuery(server.child, server.url, mixed)
  const holds = await holdsOfAdds(server.child, settings, timesOfAdds)
  const rssAfterAddsMegabytes = residentMegabytes(server.pid)
  const addP99Ms = holds[Math.ceil(holds.length * 0.99) - 1] ?? NaN
  const addWorstMs = holds.at(-1) ?? NaN
  const figures = {
    rssMegabytes,
    rssAfterAddsMegabytes,
    indexFilesMegabytes,
    listensMs,
    searchesMs,
    slowestMs,
    addP99Ms,
    addWorstMs,
  }
  console.log(
    `\nMemory of the service: ${rssMegabytes.toFixed(0)} MB, ${rssAfterAddsMegabytes.toFixed(0)} MB after ${timesOfAdds * 10} adds; files of the index: ${indexFilesMegabytes.toFixed(0)} MB.` +
      `\nWith the index on disk it listens after ${listensMs.toFixed(0)} ms, and answers searches after ${searchesMs.toFixed(0)} ms.` +
      `\nCPU time of the loop's longest turn: ${slowestMs.toFixed(1)} ms in ${mixed.length} mixed queries; p99 ${addP99Ms.toFixed(1)} ms, at most ${addWorstMs.toFixed(1)} ms, while 10 GIFs are added.`,
  )
  const service = { bench: 'search', gifs, question: 'the service', ...figures }
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify([...rows, service]))
} finally {
  child.kill()
  nginx?.child.kill()
  server.child.kill('SIGTERM')
  await server.exited
  await rm(nginxFolder, { recursive: true, force: true })
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}

function find(url: string, q: string): Promise<Response> {
  return fetch(`${url}/api/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q }),
  })
}

async function isReady(url: string): Promise<boolean> {
  return (await find(url, 'a')).ok
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function folderMegabytes(path: string): number {
  return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0) / megabyte
}
