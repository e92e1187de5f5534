/**
 * Makes GIFs of good files on a misbehaving host: /etc/ld.so.cache is replaced like every `apt` run does, decoders and
 * render processes are killed at random, and busy processes keep the load high. No creation may end in `media_broken`,
 * since every file is good, and none may be lost. Needs root: /etc is a copy, in mounts of this command's own. `npm run
 * host-faults`, or `npm run host-faults -- --creations 50`. Exit code 1 if a promise was broken.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ErrorCode } from '../src/lib/app-error.ts'
import type { Answer } from '../test/support/answers.ts'
import { assertNothingLost } from '../test/support/processes/crash.ts'
import { ensureFixtures } from '../test/support/media/fixtures.ts'
import { wasKilled } from '../test/support/processes/kill-tool.ts'
import { descendants, isAlive, startServer } from '../test/support/processes/server-process.ts'
import { median } from './measure.ts'
import { repeat } from './soak/load.ts'

const { values } = parseArgs({
  options: {
    creations: { type: 'string', default: '500' },
    workers: { type: 'string', default: '4' },
    busy: { type: 'string', default: '12' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(
    'npm run host-faults -- [--creations 500] [--workers 4] [--busy 12]\n' +
      '  workers: GIFs made at once; busy: processes that only use the processor, at the priority of the decoders',
  )
  process.exit(0)
}
const creations = Number(values.creations)
/** Simultaneous creations, so that the workers never wait for a file. */
const maxOpen = Number(values.workers) * 2
const replaceEveryMs = 3000
const killEveryMs = 4000
const reportEveryMs = 15_000
const inOwnMounts = 'GIFWRIGHT_OWN_MOUNTS'

if (process.env[inOwnMounts] === undefined) {
  const own = ['--mount', '--propagation', 'private', process.execPath, ...process.argv.slice(1)]
  const { status } = spawnSync('unshare', own, {
    stdio: 'inherit',
    env: { ...process.env, [inOwnMounts]: '1' },
  })
  process.exit(status ?? 1)
}

const folder = await mkdtemp(join(tmpdir(), 'gifwright-host-'))
const etc = join(folder, 'etc')
execFileSync('cp', ['-a', '/etc', etc])
execFileSync('mount', ['--bind', etc, '/etc'])

const fixtures = await ensureFixtures()
const names = ['h264.mp4', 'h264.mkv', 'vp9.webm', 'mpeg4.avi', 'h264.ts', 'still.gif']
const videos = await Promise.all(
  names.map(async (name) => ({ name, bytes: new Uint8Array(await readFile(join(fixtures, name))) })),
)
const pictures = await Promise.all(
  ['plain.jpg', 'plain.png'].map(
    async (name) => new Uint8Array(await readFile(join(fixtures, 'pictures', name))),
  ),
)

const data = join(folder, 'data')
const server = await startServer({ DATA_DIR: data, WORKER_CONCURRENCY: values.workers })
const busy: ChildProcess[] = []
process.on('exit', () => {
  for (const one of [server.child, ...busy]) one.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
for (let count = 0; count < Number(values.busy); count++) {
  busy.push(spawn('nice', ['-n', '5', process.execPath, '--eval', 'for (;;);'], { stdio: 'ignore' }))
}

const open = new Map<string, string>()
const accepted: string[] = []
const done: string[] = []
/** The error code of each task that failed. */
const failed: Record<string, ErrorCode> = {}
/** Errors that blame the file. */
const blamed: string[] = []
const loads: number[] = []
const counts = { replaced: 0, killed: 0 }
const stop = new AbortController()

async function create(): Promise<void> {
  if (accepted.length >= creations || open.size >= maxOpen) return
  const [path, name, form] = accepted.length % 5 === 4 ? ofPictures() : ofVideo(accepted.length)
  const response = await fetch(server.url + path, { method: 'POST', body: form })
  if (!response.ok) throw new Error(`A creation was refused: ${response.status} ${await response.text()}`)
  const { id } = (await response.json()) as Answer
  accepted.push(id)
  open.set(id, name)
}

function ofVideo(count: number): [path: string, name: string, form: FormData] {
  const { name, bytes } = videos[count % videos.length]!
  const form = formOf({ category: '1', start: '0', end: '1', title: name })
  form.append('video', new Blob([bytes]), name)
  return ['/api/create-gif/source/video', name, form]
}

function ofPictures(): [path: string, name: string, form: FormData] {
  const form = formOf({ category: '1', width: '160', height: '120', resize: '1', title: 'Pictures' })
  for (const bytes of pictures) form.append('pictures[]', new Blob([bytes]), 'picture')
  return ['/api/create-gif/source/pictures', 'pictures', form]
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  return form
}

async function follow(): Promise<void> {
  for (const [id, name] of open) {
    const { status, error } = (await (await fetch(`${server.url}/api/status/${id}`)).json()) as Answer
    if (status !== 'done' && status !== 'error') continue
    open.delete(id)
    if (status === 'done') {
      done.push(id)
      continue
    }
    failed[id] = error.code as ErrorCode
    if (error.code !== 'internal') blamed.push(`${name}: ${error.code}, ${error.message}`)
  }
  if (accepted.length >= creations && open.size === 0) stop.abort()
}

/** Like ldconfig: a new file replaces the old one. */
async function replaceLinkerCache(): Promise<void> {
  execFileSync('cp', ['/etc/ld.so.cache', '/etc/ld.so.cache~'])
  execFileSync('mv', ['/etc/ld.so.cache~', '/etc/ld.so.cache'])
  counts.replaced += 1
}

async function killRandomProcess(): Promise<void> {
  const children = descendants(server.pid).filter(isAlive)
  const victim = children[Math.floor(Math.random() * children.length)]
  if (victim !== undefined && wasKilled(victim)) counts.killed += 1
}

async function report(): Promise<void> {
  loads.push(loadavg()[0] ?? 0)
  console.log(`${accepted.length} creations; ${summary()}; load ${loads.at(-1)?.toFixed(1)}`)
}

function summary(): string {
  return `${done.length} done, ${Object.keys(failed).length} failed, ${blamed.length} of them blamed on the file; cache replaced ${counts.replaced} times, ${counts.killed} processes killed`
}

await Promise.all([
  repeat(50, stop.signal, create),
  repeat(250, stop.signal, follow),
  repeat(replaceEveryMs, stop.signal, replaceLinkerCache),
  repeat(killEveryMs, stop.signal, killRandomProcess),
  repeat(reportEveryMs, stop.signal, report),
])
for (const one of busy) one.kill('SIGKILL')
const ready = await fetch(`${server.url}/readyz`)
console.log(`\nCreations of good files: ${accepted.length}; ${summary()}.`)
console.log(`Load: median ${median(loads).toFixed(1)}. /readyz afterwards: ${ready.status}.`)
for (const one of blamed) console.log(`The file was blamed: ${one}`)
await assertNothingLost(data, server.url, done, { failing: failed })
server.child.kill('SIGTERM')
const exit = await server.exited
console.log(`Nothing was lost. The server stopped with ${exit}.`)
if (blamed.length > 0 || !ready.ok || exit !== 0) process.exitCode = 1
