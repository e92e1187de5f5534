/**
 * Measures how much CPU a creation job takes, from POST to done, next to the bare ffmpeg commands that make the same
 * four files, and how long it takes until a worker takes a task on an idle machine.
 *   node bench/creation.ts [CLIP ...]
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startServer } from '../test/support/processes/server-process.ts'
import { creationJob, separateRuns } from './creation-job.ts'
import { median, table } from './measure.ts'

const rounds = 3
const startSeconds = 1
const endSeconds = 6
const values = { start: String(startSeconds), end: String(endSeconds) }
const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
const clips = process.argv.length > 2 ? process.argv.slice(2) : defaultClips()

const server = await startServer({ DATA_DIR: join(folder, 'data'), WORKER_CONCURRENCY: '1' })
try {
  const rows = []
  for (const clip of clips) {
    await creationJob(server, clip, values)
    const jobs = []
    const bare = []
    for (let round = 0; round < rounds; round++) {
      jobs.push(await creationJob(server, clip, values))
      bare.push(separateRuns(clip, { startSeconds, endSeconds }, folder))
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
