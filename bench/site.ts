/**
 * Measures the cost of a page of the site with 100,000 GIFs, next to a bare fastify that compresses and sends the same
 * page: CPU time of the server process per request, in one run, by turns; and the bytes on the wire.
 *   node bench/site.ts
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buffer } from 'node:stream/consumers'
import autocannon from 'autocannon'
import { startServer } from '../test/support/processes/server-process.ts'
import { cpuSeconds, median, table } from './measure.ts'

const gifs = 100_000
const rounds = 6
const requests = 1500
const headers = { 'accept-encoding': 'br' }
const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0', LOG_LEVEL: 'error' }
const program = fileURLToPath(new URL('../bin/gifwright.mjs', import.meta.url))

execFileSync(process.execPath, [program, 'demo', '--gifs', String(gifs)], {
  env: { ...process.env, ...settings },
  stdio: 'inherit',
})
const server = await startServer(settings)
const bare = spawn(process.execPath, [fileURLToPath(new URL('bare-pages.ts', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  const { result } = (await (await fetch(`${server.url}/api/random-gif`)).json()) as {
    result: [{ code: string }]
  }
  const paths = { front: '/', search: '/?q=cat', gif: `/${result[0].code}`, create: '/create' }
  const pages: Record<string, string> = {}
  for (const [name, path] of Object.entries(paths))
    pages[name] = await (await fetch(server.url + path)).text()
  bare.stdin.end(JSON.stringify(pages))
  const [line] = (await once(bare.stdout, 'data')) as [Buffer]
  const bareUrl = line.toString().trim()

  const rows: (string | number)[][] = []
  for (const [name, path] of Object.entries(paths)) {
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round++) {
      const one = await cost(server.url + path, server.pid)
      const other = await cost(`${bareUrl}/${name}`, bare.pid ?? 0)
      // The first round warms both.
      if (round > 0) ours.push(one)
      if (round > 0) theirs.push(other)
    }
    const [mine, base] = [median(ours), median(theirs)]
    const bytes = await bytesOnTheWire(server.url + path)
    rows.push([
      path.replace(result[0].code, '{code}'),
      mine.toFixed(0),
      base.toFixed(0),
      (base / mine).toFixed(2),
      bytes,
    ])
  }
  console.log(
    table([`${gifs} GIFs`, 'CPU µs a page', 'bare fastify, the same page', 'bare / this', 'bytes, br'], rows),
  )
} finally {
  bare.kill()
  server.child.kill('SIGTERM')
  await server.exited
  await rm(folder, { recursive: true, force: true })
}

/** CPU microseconds of the process `pid` for one request. */
async function cost(url: string, pid: number): Promise<number> {
  const before = cpuSeconds(pid)
  const { non2xx, errors } = await autocannon({ url, connections: 16, amount: requests, headers })
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`)
  return ((cpuSeconds(pid) - before) / requests) * 1e6
}

async function bytesOnTheWire(url: string): Promise<number> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return (await buffer(response)).length
}
