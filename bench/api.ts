/**
 * What do GET /api/gif/{code} and POST /api/find cost with 100,000 GIFs, next to a bare fastify route that sends the
 * same payload? CPU time of the server process per request, in one run, by turns.
 *   node bench/api.ts
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { startServer } from '../test/support/server-process.ts'
import { cpuSeconds, median, table } from './measure.ts'

const gifs = 100_000
const rounds = 5
const requests = 6000
const program = fileURLToPath(new URL('../bin/gifwright.mjs', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0', LOG_LEVEL: 'error' }

execFileSync(process.execPath, [program, 'demo', '--gifs', String(gifs)], {
  env: { ...process.env, ...settings },
  stdio: 'inherit',
})
const server = await startServer(settings)
const bare = spawn(process.execPath, [fileURLToPath(new URL('bare-fastify.ts', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  const codes = await someCodes()
  const words = ['cat', 'happy dance', 'dog', 'monday morning', 'sad', 'la']
  const answers = {
    gif: await (await fetch(`${server.url}/api/gif/${codes[0]}`)).text(),
    find: await (await post('cat', 0, 25)).text(),
  }
  bare.stdin.end(JSON.stringify(answers))
  const [line] = (await once(bare.stdout, 'data')) as [Buffer]
  const bareUrl = line.toString().trim()
  const cases: { name: string; url: string; pid: number; requests: autocannon.Request[] }[] = [
    {
      name: 'GET /api/gif/{code}',
      url: server.url,
      pid: server.pid,
      requests: codes.map((code) => ({ method: 'GET', path: `/api/gif/${code}` })),
    },
    {
      name: 'bare fastify, same payload',
      url: bareUrl,
      pid: bare.pid!,
      requests: [{ method: 'GET', path: '/gif' }],
    },
    ...words.map((q) => ({
      name: `POST /api/find ${q}`,
      url: server.url,
      pid: server.pid,
      requests: [findRequest(q)],
    })),
    {
      name: 'bare fastify, payload of find',
      url: bareUrl,
      pid: bare.pid!,
      requests: [{ ...findRequest('cat'), path: '/find' }],
    },
  ]
  const micros = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const { name, url, pid, requests: list } of cases) {
      const before = cpuSeconds(pid)
      const result = await autocannon({ url, connections: 16, amount: requests, requests: list })
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed`)
      if (round > 0) micros.get(name)?.push(((cpuSeconds(pid) - before) / requests) * 1e6)
    }
  }
  const cost = (name: string) => median(micros.get(name) ?? [])
  const rows = cases.map(({ name }) => {
    const base = cost(
      name.includes('gif') || name.endsWith('same payload')
        ? 'bare fastify, same payload'
        : 'bare fastify, payload of find',
    )
    return [name, cost(name).toFixed(0), (base / cost(name)).toFixed(2)]
  })
  console.log(table([`${gifs} GIFs`, 'CPU µs a request', 'bare / this'], rows))
} finally {
  bare.kill()
  server.child.kill('SIGTERM')
  await server.exited
  await rm(folder, { recursive: true, force: true })
}

function findRequest(q: string): autocannon.Request {
  return {
    method: 'POST',
    path: '/api/find',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q }),
  }
}

function post(q: string, start: number, limit: number): Promise<Response> {
  return fetch(`${server.url}/api/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q, start, limit }),
  })
}

async function someCodes(): Promise<string[]> {
  const codes: string[] = []
  for (let start = 0; start < 2000; start += 100) {
    const { result } = (await (await post('a', start, 100)).json()) as { result: { code: string }[] }
    codes.push(...result.map(({ code }) => code))
  }
  return codes
}
