/**
 * Measures the cost of a media file for the program and nginx when nginx forwards the program's answer, and when it
 * sends the file itself once the program has allowed it (MEDIA_OFFLOAD=x-accel): CPU time of each process per request,
 * medians of alternating rounds. Needs nginx.
 *   node bench/media-offload.ts
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStores } from '#src/app/stores.ts'
import { loadConfig } from '#src/config/config.ts'
import { renditionKey, mainRenditions, renditions } from '#src/media/rendition.ts'
import { publishGif } from '../test/support/stores/gifs.ts'
import { startServer } from '../test/support/processes/server-process.ts'
import { startNginx } from '../test/support/servers/nginx.ts'
import { median, table, threadSeconds } from './measure.ts'
import { getRequest, sendRequests } from './search/load.ts'

const sizes = [20_000, 200_000, 2_000_000, 8_000_000]
/** The first round warms up; it is not counted. */
const rounds = 4
const bytesInRound = 800_000_000
const maxRequestsInRound = 4000

const cleanUps: (() => Promise<void>)[] = []
const t = { after: (action: () => Promise<void>) => void cleanUps.push(action) }
const example = await readFile(new URL('../deploy/nginx-media-offload.conf', import.meta.url), 'utf8')

/** A server with a file of each size behind an nginx; returns the paths of the files. */
async function start(MEDIA_OFFLOAD: string) {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0', LOG_LEVEL: 'error', MEDIA_OFFLOAD }
  const stores = await openStores(loadConfig(settings))
  const paths: string[] = []
  for (const bytes of sizes) {
    const gif = await publishGif(stores)
    for (const name of mainRenditions) {
      await writeFile(join(folder, 'new'), Buffer.alloc(bytes, 'x'))
      await stores.mediaStore.put(renditionKey(gif.mediaId, name), join(folder, 'new'))
    }
    paths.push(`/media/gifs/${gif.mediaId}/${renditions.gif.file}`)
  }
  await stores.close()
  const server = await startServer({ ...settings, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT: 'off' })
  t.after(async () => {
    server.child.kill()
    await server.exited
  })
  const nginx = await startNginx(
    t,
    `location / { proxy_pass http://program; proxy_http_version 1.1; proxy_set_header Connection ""; }
    ${example.replace('/var/lib/gifwright/media/', `${join(folder, 'media')}/`)}`,
    `upstream program { server ${new URL(server.url).host}; keepalive 32; }`,
  )
  return { paths, pid: server.pid, nginx }
}

const setups = { off: await start('off'), 'x-accel': await start('x-accel') }
const micros = new Map<string, number[]>()
for (let round = 0; round <= rounds; round++) {
  for (const [name, { paths, pid, nginx }] of Object.entries(setups)) {
    for (const [index, path] of paths.entries()) {
      const bytes = sizes[index] ?? 0
      const count = Math.min(maxRequestsInRound, Math.ceil(bytesInRound / bytes / 4))
      const before = [threadSeconds(pid), threadSeconds(nginx.pid)]
      await sendRequests(nginx.url, [getRequest(path)], { count })
      const after = [threadSeconds(pid), threadSeconds(nginx.pid)]
      for (const [part, each] of ['program', 'nginx'].entries()) {
        const key = `${name} ${bytes} ${each}`
        const cost = (((after[part] ?? 0) - (before[part] ?? 0)) / count) * 1e6
        if (round > 0) micros.set(key, [...(micros.get(key) ?? []), cost])
      }
    }
  }
}
const cost = (name: string, bytes: number, part: string) =>
  median(micros.get(`${name} ${bytes} ${part}`) ?? [])
const rows = sizes.map((bytes) => {
  const [program, offloaded] = [cost('off', bytes, 'program'), cost('x-accel', bytes, 'program')]
  const [passed, sent] = [cost('off', bytes, 'nginx'), cost('x-accel', bytes, 'nginx')]
  const ratio = (offloaded + sent) / (program + passed)
  return [bytes, ...[program, passed, offloaded, sent].map((micro) => micro.toFixed(0)), ratio.toFixed(2)]
})
console.log(
  table(['bytes', 'program, off', 'nginx, off', 'program, x-accel', 'nginx, x-accel', 'ratio of sums'], rows),
)
console.log('CPU in µs for each file')
for (const action of cleanUps.toReversed()) await action()
