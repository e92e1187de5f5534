/**
 * What does counting calls cost? CPU time of the server process per request with RATE_LIMIT=on, its limits too high to
 * be met, next to RATE_LIMIT=off; two processes, by turns.
 *   node bench/rates.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { startServer } from '../test/support/server-process.ts'
import { cpuSeconds, median, table } from './measure.ts'

const rounds = 5
const requests = 2000
const program = fileURLToPath(new URL('../bin/gifwright.mjs', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0', LOG_LEVEL: 'error' }
const highest = '1000000'

execFileSync(process.execPath, [program, 'demo', '--gifs', '100'], {
  env: { ...process.env, ...settings },
  stdio: 'inherit',
})
const off = await startServer({ ...settings, RATE_LIMIT: 'off' })
const on = await startServer({
  ...settings,
  RATE_LIMIT: 'on',
  READS_PER_MINUTE: highest,
  MEDIA_PER_MINUTE: highest,
})
try {
  const { result } = (await (await fetch(`${on.url}/api/random-gif`)).json()) as {
    result: unknown
  }
  const front = await (await fetch(on.url)).text()
  const asset = /href="(\/assets\/[^"]+\.css)"/.exec(front)?.[1] ?? /"(\/[^"]+\.css)"/.exec(front)?.[1] ?? ''
  const media = /"(?:https?:\/\/[^"/]+)?(\/media\/gifs\/[^"]+\.(?:webp|jpg|mp4))"/.exec(
    front + JSON.stringify(result),
  )?.[1]
  const paths = {
    'GET /api/categories': '/api/categories',
    'a media file': media ?? '',
    'a style sheet': asset,
  }

  const rows: (string | number)[][] = []
  for (const [name, path] of Object.entries(paths)) {
    const costs = { off: [] as number[], on: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const [without, counted] = [await cost(off.url + path, off.pid), await cost(on.url + path, on.pid)]
      // The first round warms both.
      if (round === 0) continue
      costs.off.push(without)
      costs.on.push(counted)
    }
    const [without, counted] = [median(costs.off), median(costs.on)]
    rows.push([name, without.toFixed(1), counted.toFixed(1), (counted / without).toFixed(3)])
  }
  console.log(table(['request', 'CPU µs, RATE_LIMIT=off', 'CPU µs, on', 'on / off'], rows))
} finally {
  for (const server of [off, on]) {
    server.child.kill('SIGTERM')
    await server.exited
  }
  await rm(folder, { recursive: true, force: true })
}

/** CPU microseconds of the process `pid` for one request. */
async function cost(url: string, pid: number): Promise<number> {
  const before = cpuSeconds(pid)
  const { non2xx, errors } = await autocannon({ url, connections: 16, amount: requests })
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`)
  return ((cpuSeconds(pid) - before) / requests) * 1e6
}
