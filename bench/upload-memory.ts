/**
 * How much memory do uploads take? Posts 1 and 4 data-URLs of 50 MB at once in every encoding, and prints by how
 * much the server's peak memory grew and the CPU time it took. Each row has a fresh server of its own.
 *
 *   node bench/upload-memory.ts                                    a bare server that only reads bodies
 *   node bench/upload-memory.ts --url http://127.0.0.1:3000/api/create-gif/source/video --pid PID
 *                                                                  a running one; rows then share its peak
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fastify from 'fastify'
import { readBody, registerBodies } from '../src/http/bodies/read-body.ts'

const dataUrlBytes = 50_000_000
const pieceBytes = 64 * 1024
const megabyte = 2 ** 20
const clockTicksPerSecond = 100

type Encoding = {
  name: string
  contentType: string
  before: string
  after: string
  escape: (base64: string) => string
}

const otherValues = { category: '1', start: '0', end: '1', title: 'Bench' }
const boundary = 'bench-boundary'
const asForm = new URLSearchParams(otherValues).toString()
const asParts = Object.entries(otherValues).map(
  ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
)
const json = {
  contentType: 'application/json',
  before: `${JSON.stringify(otherValues).slice(0, -1)},"video":"`,
  after: '"}',
}
const form = { contentType: 'application/x-www-form-urlencoded', before: `${asForm}&video=`, after: '' }
const multipart = {
  contentType: `multipart/form-data; boundary=${boundary}`,
  before: `${asParts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="video"\r\n\r\n`,
  after: `\r\n--${boundary}--\r\n`,
}
const encodings: Encoding[] = [
  { name: 'JSON', ...json, escape: (text) => text },
  { name: 'JSON, every / as \\/', ...json, escape: (text) => text.replaceAll('/', '\\/') },
  { name: 'urlencoded, + and / bare', ...form, escape: (text) => text },
  { name: 'urlencoded, escaped', ...form, escape: encodeURIComponent },
  { name: 'multipart, data-URL as text', ...multipart, escape: (text) => text },
]

async function serve(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-memory-'))
  const app = fastify({ bodyLimit: Number.MAX_SAFE_INTEGER })
  registerBodies(app)
  app.post('/', async (incoming) => {
    const own = await mkdtemp(join(folder, 'request-'))
    const limits = {
      fields: ['video'],
      maxFiles: 1,
      maxFileBytes: 100 * megabyte,
      maxTotalBytes: 100 * megabyte,
    }
    const { files } = await readBody(incoming, { ...limits, folder: own })
    await rm(own, { recursive: true })
    return { bytes: files[0]?.bytes }
  })
  process.on('disconnect', async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
}

async function startServer(): Promise<{ url: string; pid: number; child: ChildProcess }> {
  const child = fork(import.meta.filename, ['--serve'])
  const [url]: unknown[] = await once(child, 'message')
  return { url: String(url), pid: child.pid ?? 0, child }
}

async function peakMegabytes(pid: number): Promise<number> {
  const peakKilobytes = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(peakKilobytes) / 1024
}

async function cpuMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / clockTicksPerSecond
}

/** Sends in pieces, so that the sender's memory stays out of the way too. */
async function post(
  url: string,
  { contentType, before, after, escape }: Encoding,
  bytes: number,
): Promise<number> {
  const outgoing = request(url, { method: 'POST', headers: { 'content-type': contentType } })
  const answered = once(outgoing, 'response')
  outgoing.write(before + escape('data:video/mp4;base64,'))
  const piece = escape(randomBytes((pieceBytes / 4) * 3).toString('base64'))
  for (let sent = 0; sent < bytes; sent += pieceBytes) {
    if (!outgoing.write(piece)) await once(outgoing, 'drain')
  }
  outgoing.end(after)
  const [response] = await answered
  response.resume()
  return Number(response.statusCode)
}

async function measure(
  encoding: Encoding,
  atOnce: number,
  running: { url: string; pid: number } | null,
): Promise<void> {
  const own = running === null ? await startServer() : null
  const { url, pid } = running ?? own ?? { url: '', pid: 0 }
  // A server that has answered once has loaded its code and grown its first buffers.
  await post(url, encoding, pieceBytes)
  const peakBefore = await peakMegabytes(pid)
  const cpuBefore = await cpuMs(pid)
  const startMs = performance.now()
  const statuses = await Promise.all(Array.from({ length: atOnce }, () => post(url, encoding, dataUrlBytes)))
  const seconds = (performance.now() - startMs) / 1000
  console.log(
    [
      encoding.name.padEnd(28),
      String(atOnce).padStart(7),
      `+${((await peakMegabytes(pid)) - peakBefore).toFixed(1)}`.padStart(12),
      ((await cpuMs(pid)) - cpuBefore).toFixed(0).padStart(8),
      seconds.toFixed(2).padStart(8),
      [...new Set(statuses)].join(' ').padStart(7),
    ].join(''),
  )
  if (own === null) return
  own.child.disconnect()
  await once(own.child, 'exit')
}

async function bench(running: { url: string; pid: number } | null): Promise<void> {
  console.log(`${'body of 50 MB'.padEnd(28)}at once  peak RSS MB  CPU ms       s status`)
  for (const encoding of encodings) {
    for (const atOnce of [1, 4]) await measure(encoding, atOnce, running)
  }
}

const { values } = parseArgs({
  options: { serve: { type: 'boolean' }, url: { type: 'string' }, pid: { type: 'string' } },
})
if (values.serve === true) await serve()
else await bench(values.url === undefined ? null : { url: values.url, pid: Number(values.pid) })
