/**
 * What do searches, single records and media files cost, next to a bare fastify route that sends a constant answer? CPU
 * time of the server per request, medians over alternating rounds.
 *   node bench/search.ts [--gifs 100000] [--data FOLDER] [--json FILE]
 * Without `--data` a catalogue of captions is made; with it the folder must hold one, which gets two GIFs more.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from '../test/support/server-process.ts'
import { until } from '../test/support/until.ts'
import { cpuSeconds, median, table } from './measure.ts'
import { addFile, fillWithCaptions, sampleGifs } from './search/catalogue.ts'
import { getRequest, postRequest, sendRequests } from './search/load.ts'
import { questionsOf } from './search/questions.ts'

type Case = {
  question: string
  base: string
  requests: Buffer[]
  /** Requests of a round. Each round goes on where the one before ended. */
  count: number
}

const { values } = parseArgs({
  options: {
    gifs: { type: 'string', default: '100000' },
    data: { type: 'string' },
    json: { type: 'string' },
  },
})
const gifs = Number(values.gifs)
/** The first round warms up and fills caches; it is not counted. */
const rounds = 4
const distinct = 20_000
const fileSizes = [50_000, 2_000_000]

const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'gifwright-bench-')))
const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0', LOG_LEVEL: 'error' }
if (values.data === undefined) await fillWithCaptions(settings, gifs)
const files: string[] = []
for (const bytes of fileSizes) files.push(await addFile(settings, bytes))

const startedAt = performance.now()
const server = await startServer(settings)
await until('searches are answered', async () => (await find('a')).ok)
const startMs = performance.now() - startedAt
const sample = sampleGifs(folder, rounds * distinct)
const questions = questionsOf(
  sample.map(({ title }) => title),
  distinct,
)
const bare = spawn(process.execPath, [fileURLToPath(new URL('bare-fastify.ts', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  bare.stdin.end(
    JSON.stringify({
      gif: await (await fetch(`${server.url}/api/gif/${sample[0]?.code}`)).text(),
      find: await (await find('a')).text(),
      fileBytes: fileSizes,
    }),
  )
  const [line] = (await once(bare.stdout, 'data')) as [Buffer]
  const bareUrl = line.toString().trim()
  const codes = sample.map(({ code }) => getRequest(`/api/gif/${code}`))
  const searches = (texts: string[]) => texts.map((q) => postRequest('/api/find', { q }))
  const cases: Case[] = [
    { question: 'bare: 25 records', base: '', requests: [postRequest('/find', { q: 'a' })], count: distinct },
    ...Object.entries(questions).map(([question, texts]) => ({
      question,
      base: 'bare: 25 records',
      requests: searches(texts),
      count: question === 'one word' ? distinct : distinct / 4,
    })),
    {
      question: 'one word, repeated',
      base: 'bare: 25 records',
      requests: searches(questions['one word'].slice(0, 20)),
      count: distinct,
    },
    { question: 'bare: one record', base: '', requests: [getRequest('/gif')], count: distinct },
    { question: 'GIF by code, each once', base: 'bare: one record', requests: codes, count: distinct },
    {
      question: 'GIF by code, in memory',
      base: 'bare: one record',
      requests: codes.slice(0, 1000),
      count: distinct,
    },
    ...fileSizes.flatMap((bytes, index) => [
      {
        question: `bare: ${bytes} bytes`,
        base: '',
        requests: [getRequest(`/file/${bytes}`)],
        count: bytes < 1e6 ? distinct : 500,
      },
      {
        question: `media file of ${bytes} bytes`,
        base: `bare: ${bytes} bytes`,
        requests: [getRequest(files[index] ?? '')],
        count: bytes < 1e6 ? distinct : 500,
      },
    ]),
  ]
  const micros = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++) {
    for (const { question, base, requests, count } of cases) {
      const [url, pid] = base === '' ? [bareUrl, bare.pid!] : [server.url, server.pid]
      const before = cpuSeconds(pid)
      await sendRequests(url, requests, { count, from: round * count })
      const each = ((cpuSeconds(pid) - before) / count) * 1e6
      if (round > 0) micros.set(question, [...(micros.get(question) ?? []), each])
    }
  }
  const cost = (question: string) => median(micros.get(question) ?? [])
  const rows = cases.map(({ question, base }) => ({
    bench: 'search',
    gifs,
    question,
    cpuMicros: cost(question),
    ...(base !== '' && { ratio: cost(base) / cost(question) }),
  }))
  console.log(
    table(
      [`${gifs} GIFs`, 'CPU µs a request', 'bare / this'],
      rows.map(({ question, cpuMicros, ratio }) => [question, cpuMicros.toFixed(1), ratio?.toFixed(2) ?? '']),
    ),
  )
  const rssMegabytes =
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
  console.log(
    `\nThe service takes ${rssMegabytes.toFixed(0)} MB, and answered searches ${startMs.toFixed(0)} ms after its start.`,
  )
  const memory = { bench: 'search', gifs, question: 'memory of the service', rssMegabytes, startMs }
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify([...rows, memory]))
} finally {
  bare.kill()
  server.child.kill('SIGTERM')
  await server.exited
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}

function find(q: string): Promise<Response> {
  return fetch(`${server.url}/api/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q }),
  })
}
