/**
 * Puts mixed load on a real instance for ten minutes: search, view, create, cancel, hang up, and kill what it starts;
 * at the end the server itself. Then it checks that memory is flat, that every client was served, and that nothing is
 * lost. `npm run soak`, or `npm run soak -- --minutes 1`; with `--cluster`, two web machines and two workers on
 * PostgreSQL and S3, see `soak/cluster.ts`; with `--attacker`, a client tries to hold up the service in the second
 * half, see `soak/attacker.ts`: searches may take at most twice as long. The exit code is 1 if a promise was broken.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { assertNothingLost } from '../test/support/processes/crash.ts'
import { wasKilled } from '../test/support/processes/kill-tool.ts'
import { descendants, isAlive, startServer } from '../test/support/processes/server-process.ts'
import { median, table } from './measure.ts'
import { prepareAttack } from './soak/attack.ts'
import { actionsOn } from './soak/actions.ts'
import { Outcomes, repeat } from './soak/load.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    gifs: { type: 'string', default: '5000' },
    cluster: { type: 'boolean', default: false },
    attacker: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(
    'npm run soak -- [--cluster | --attacker] [--minutes 10] [--gifs 5000]   GIFs: made-up ones that the catalogue has at the start',
  )
  process.exit(0)
}
const seconds = Number(values.minutes) * 60
if (values.cluster) {
  const { soakCluster } = await import('./soak/cluster.ts')
  process.exit(await soakCluster({ seconds, gifs: Number(values.gifs) }))
}
/** The maximum of simultaneous creations, so that the queue is never full: that would be an honest 503. */
const maxTasks = 6
const sampleEveryMs = 2000
/** The memory growth allowed in the last quarter of the time over the previous one. */
const maxGrowth = 1.05
/** The maximum slowdown of the slowest hundredth of searches during an attack. */
const maxSlowdown = 2
const attacked = ', attacked'

const folder = await mkdtemp(join(tmpdir(), 'gifwright-soak-'))
const clip = join(folder, 'clip.mp4')
// Noise makes large GIFs of it, so that the server's memory for files soon reaches its bound.
const encode = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', clip]
execFileSync('ffmpeg', [
  '-v',
  'error',
  '-f',
  'lavfi',
  '-i',
  'testsrc2=size=320x180:rate=15:duration=2,noise=alls=30:allf=t',
  ...encode,
])
const video = await readFile(clip)
const origin = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'video/mp4' }).end(video),
)
await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
const originPort = (origin.address() as AddressInfo).port

const data = join(folder, 'data')
const settings = {
  DATA_DIR: data,
  WORKER_CONCURRENCY: '1',
  LEASE_SECONDS: '2',
  SOURCE_ALLOWED_HOSTS: `127.0.0.1:${originPort}`,
  SOURCE_PORTS: `80,${originPort}`,
}
const program = fileURLToPath(new URL('../bin/gifwright.mjs', import.meta.url))
execFileSync(process.execPath, [program, 'demo', '--gifs', values.gifs], {
  env: { ...process.env, DATA_DIR: data },
})
const attack = values.attacker ? await prepareAttack(settings) : null
if (attack !== null) {
  // Limits apply as in production, and the load comes from many addresses.
  Object.assign(settings, {
    RATE_LIMIT: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
    SOURCE_ALLOWED_HOSTS: `${settings.SOURCE_ALLOWED_HOSTS},${attack.receiverHost}`,
    SOURCE_PORTS: `${settings.SOURCE_PORTS},${attack.receiverHost.split(':')[1]}`,
  })
}
let server = await startServer(settings)
// Also if a promise is broken and this ends with an error.
process.on('exit', () => server.child.kill('SIGKILL'))
origin.unref()
const outcomes = new Outcomes()
const clips = { video, address: `http://127.0.0.1:${originPort}/clip.mp4` }
const anyAddress = () => ({ 'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 256)}` })
const actions = actionsOn(() => server.url, outcomes, clips, attack === null ? undefined : anyAddress)

const accepted = new Set<string>()
const open = new Set<string>()
const canceled = new Set<string>()
const ended = new Map<string, number>()
const stop = new AbortController()
const samples: { server: number; others: number }[] = []
let kills = 0

async function create(): Promise<void> {
  if (Math.random() < 0.1) return actions.hangUp()
  if (open.size >= maxTasks) return
  const id = await (Math.random() < 0.7 ? actions.uploadVideo() : actions.fromAddress())
  if (id === null) return
  accepted.add(id)
  open.add(id)
  if (Math.random() > 0.15) return
  await wait(Math.random() * 600)
  await actions.cancel(id)
  canceled.add(id)
}

async function follow(): Promise<void> {
  for (const id of open) {
    const { status, error, url } = await actions.status(id)
    if (status !== 'done' && status !== 'error') continue
    open.delete(id)
    const outcome = status === 'done' ? 'done' : error.code
    ended.set(outcome, (ended.get(outcome) ?? 0) + 1)
    if (status === 'done') actions.codes.push(url)
  }
}

/** Returns true if a task was hit twice: a third time ends it in an error, as promised. */
function isAnyWornOut(): boolean {
  const db = new DatabaseSync(join(data, 'gifwright.db'), { readOnly: true })
  const found = db.prepare('select 1 from task where ended_at is null and failures >= 2 limit 1').get()
  db.close()
  return found !== undefined
}

async function killRandomProcess(): Promise<void> {
  if (isAnyWornOut()) return
  const children = descendants(server.pid).filter(isAlive)
  const victim = children[Math.floor(Math.random() * children.length)]
  if (victim !== undefined && wasKilled(victim)) kills += 1
}

async function sample(): Promise<void> {
  const others = descendants(server.pid).filter(isAlive)
  samples.push({
    server: residentMb(server.pid),
    others: others.reduce((sum, pid) => sum + residentMb(pid), 0),
  })
  if (samples.length % 15 !== 0) return
  const { server: mb } = samples.at(-1) ?? { server: 0 }
  console.log(
    `${Math.round((samples.length * sampleEveryMs) / 1000)} s: ${outcomes.calls} calls, ${accepted.size} creations, ` +
      `${kills} killed, server ${mb.toFixed(0)} MB, faults ${outcomes.faults.length}`,
  )
}

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

setTimeout(() => stop.abort(), seconds * 1000)
let attacker: ReturnType<NonNullable<typeof attack>['start']> | undefined
if (attack !== null) {
  setTimeout(() => {
    outcomes.suffix = attacked
    attacker = attack.start(server.url)
  }, seconds * 500)
}
await Promise.all([
  repeat(100, stop.signal, () => actions.search()),
  repeat(60, stop.signal, () => actions.view()),
  repeat(60, stop.signal, () => actions.view()),
  repeat(900, stop.signal, create),
  repeat(300, stop.signal, follow),
  repeat(10_000, stop.signal, killRandomProcess),
  repeat(sampleEveryMs, stop.signal, sample),
])

attacker?.stop()
outcomes.suffix = ''

// The last victim: the server itself, in the middle of its work.
for (let last = 0; last < 3; last++) {
  const id = await actions.uploadVideo()
  if (id !== null) accepted.add(id)
}
server.child.kill('SIGKILL')
await server.exited
server = await startServer(settings)
const promised = [...accepted].filter((id) => !canceled.has(id))
await assertNothingLost(data, server.url, promised, { otherGifs: Number(values.gifs) })
server.child.kill('SIGTERM')
const exit = await server.exited
origin.close()
await rm(folder, { recursive: true })

const quarter = Math.floor(samples.length / 4)
const quarters = [0, 1, 2, 3].map((index) =>
  median(samples.slice(index * quarter, (index + 1) * quarter).map((one) => one.server)),
)
const [, , third = 0, lastQuarter = 0] = quarters
console.log(`\n${table(['call', 'answers', 'median', '99 %', 'slowest'], outcomes.rows())}\n`)
console.log(
  `Creations: ${accepted.size} accepted; ${[...ended].map(([how, count]) => `${count} ${how}`).join(', ')}.`,
)
console.log(
  `Processes killed: ${kills}, and the server at the end. After its restart nothing was lost; it stopped with ${exit}.`,
)
console.log(
  `Memory of the server by quarters of the time: ${quarters.map((mb) => mb.toFixed(0)).join(', ')} MB, ` +
    `at most ${Math.max(...samples.map((one) => one.server)).toFixed(0)} MB; with its decoders at most ` +
    `${Math.max(...samples.map((one) => one.server + one.others)).toFixed(0)} MB.`,
)
const [before, under] = [outcomes.p99('POST /api/find'), outcomes.p99(`POST /api/find${attacked}`)]
const isHeldUp = attack !== null && under > before * maxSlowdown
if (attacker !== undefined) {
  console.log(`The attacker's calls, by status: ${attacker.lines().join(', ')}.`)
  console.log(
    `99 % of searches took at most ${before.toFixed(1)} ms, and ${under.toFixed(1)} ms during the attack.`,
  )
}
if (outcomes.faults.length > 0) console.log(`Faults: ${outcomes.faults.slice(0, 20).join('; ')}`)
const hasGrown = lastQuarter > third * maxGrowth
if (outcomes.faults.length > 0 || hasGrown || isHeldUp || exit !== 0) process.exitCode = 1
