/**
 * How much CPU does a creation job take, from POST to done, next to the bare ffmpeg commands that make the same
 * four files? And how long until a worker takes a task on an idle machine?
 *   node bench/creation.ts [CLIP ...]
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type ServerProcess, descendants, startServer } from '../test/support/server-process.ts'
import { cpuSeconds, median, table } from './measure.ts'

const rounds = 3
const startSeconds = 1
const endSeconds = 6
const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
const clips = process.argv.length > 2 ? process.argv.slice(2) : defaultClips()

const server = await startServer({ DATA_DIR: join(folder, 'data'), WORKER_CONCURRENCY: '1' })
try {
  const rows = []
  for (const clip of clips) {
    await job(server, clip)
    const jobs = []
    const bare = []
    for (let round = 0; round < rounds; round++) {
      jobs.push(await job(server, clip))
      bare.push(bareCommands(clip))
    }
    const ours = median(jobs.map(({ cpu }) => cpu))
    const theirs = median(bare)
    const [startMs, wallMs] = [
      median(jobs.map(({ startMs }) => startMs)),
      median(jobs.map(({ wallMs }) => wallMs)),
    ]
    rows.push([
      basename(clip),
      ours.toFixed(2),
      theirs.toFixed(2),
      (ours / theirs).toFixed(2),
      Math.round(startMs),
      (wallMs / 1000).toFixed(2),
    ])
  }
  console.log(
    table(
      ['clip, 5 s', 'job, CPU s', 'bare ffmpeg, CPU s', 'ratio', 'taken after, ms', 'POST to done, s'],
      rows,
    ),
  )
} finally {
  server.child.kill('SIGTERM')
  await server.exited
  await rm(folder, { recursive: true, force: true })
}

/** One job through the service; CPU of the server and everything below it. */
async function job({ url, pid }: ServerProcess, clip: string) {
  const form = new FormData()
  const values = { category: '1', title: 'bench', start: String(startSeconds), end: String(endSeconds) }
  for (const [key, value] of Object.entries(values)) form.append(key, value)
  form.append('video', new Blob([new Uint8Array(readFileSync(clip))]), basename(clip))
  const before = treeCpu(pid)
  const started = performance.now()
  const { id } = (await (
    await fetch(`${url}/api/create-gif/source/video`, { method: 'POST', body: form })
  ).json()) as { id: string }
  const accepted = performance.now()
  let taken = 0
  for (;;) {
    const state = (await (await fetch(`${url}/api/status/${id}`)).json()) as {
      status: string
      error?: { message: string }
    }
    if (state.status !== 'waiting' && taken === 0) taken = performance.now()
    if (state.status === 'done') break
    if (state.status === 'error') throw new Error(state.error?.message)
    await new Promise((resolve) => setTimeout(resolve, taken === 0 ? 1 : 20))
  }
  return { cpu: treeCpu(pid) - before, startMs: taken - accepted, wallMs: performance.now() - started }
}

function treeCpu(pid: number): number {
  return [pid, ...descendants(pid)].reduce((sum, each) => sum + cpuSeconds(each, 'with children'), 0)
}

/** GIF, MP4, WebP and thumbnail, each by the command one would type. */
function bareCommands(clip: string): number {
  const input = [
    '-v',
    'error',
    '-y',
    '-ss',
    `${startSeconds}`,
    '-t',
    `${endSeconds - startSeconds}`,
    '-i',
    clip,
  ]
  const scale = "fps=15,scale='min(480,iw)':-2"
  const commands = [
    ['-vf', `${scale},split[a][b];[a]palettegen[p];[b][p]paletteuse`, 'out.gif'],
    ['-vf', scale, '-an', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', 'out.mp4'],
    ['-vf', scale, '-an', '-c:v', 'libwebp_anim', '-loop', '0', 'out.webp'],
    ['-vf', scale, '-frames:v', '1', 'out.jpg'],
  ]
  const before = cpuSeconds('self', 'with children') - cpuSeconds('self')
  for (const command of commands) execFileSync('ffmpeg', [...input, ...command], { cwd: folder })
  return cpuSeconds('self', 'with children') - cpuSeconds('self') - before
}

function defaultClips(): string[] {
  const media = new URL('../../shared/media/', import.meta.url).pathname
  const real = ['bbb.mp4', 'frog.mp4', 'screencast.mp4', 'hevc1080.mp4']
    .map((name) => join(media, name))
    .filter(existsSync)
  if (real.length > 0) return real
  const made = join(folder, 'mandelbrot.mp4')
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'mandelbrot=size=1280x720:rate=30',
    '-t',
    '8',
    '-pix_fmt',
    'yuv420p',
    made,
  ])
  return [made]
}
