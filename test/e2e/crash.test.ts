import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Answer } from '../support/answers.ts'
import { makeVideo } from '../support/media.ts'
import {
  type ServerProcess,
  dataFolder,
  descendants,
  isAlive,
  programOf,
  startServer,
  until,
} from '../support/server-process.ts'

const settings = (folder: string) => ({ DATA_DIR: folder, LEASE_SECONDS: '1', WORKER_CONCURRENCY: '2' })

async function post(url: string, video: Buffer): Promise<string> {
  const form = new FormData()
  for (const [key, value] of Object.entries({ category: '1', start: '0', end: '2', title: 'A GIF' }))
    form.append(key, value)
  form.append('video', new Blob([new Uint8Array(video)], { type: 'video/mp4' }), 'clip.mp4')
  const response = await fetch(`${url}/api/create-gif/source/video`, { method: 'POST', body: form })
  const body = (await response.json()) as Answer
  assert.equal(response.status, 200, JSON.stringify(body))
  return body.id
}

async function status(url: string, task: string): Promise<Answer> {
  return (await fetch(`${url}/api/status/${task}`)).json() as Promise<Answer>
}

async function allEnded(url: string, tasks: string[]): Promise<Answer[]> {
  await until('every task has ended', async () => {
    const states = await Promise.all(tasks.map((task) => status(url, task)))
    return states.every(({ status }) => status === 'done' || status === 'error')
  })
  return Promise.all(tasks.map((task) => status(url, task)))
}

function ffmpegsOf(server: ServerProcess): number[] {
  return descendants(server.pid).filter((pid) => programOf(pid) === 'ffmpeg')
}

/** One GIF for each task, whole files for each GIF, and nothing else. */
async function assertNothingLost(folder: string, url: string, ended: Answer[]): Promise<void> {
  for (const { status, error } of ended) assert.equal(status, 'done', JSON.stringify(error))
  const db = new DatabaseSync(join(folder, 'gifwright.db'), { readOnly: true })
  const rows = db.prepare('select code, media_id from gif').all() as { code: string; media_id: string }[]
  const check = db.prepare('pragma integrity_check').get() as { integrity_check: string }
  db.close()
  assert.equal(check.integrity_check, 'ok')
  assert.deepEqual(rows.map(({ code }) => code).toSorted(), ended.map(({ url: code }) => code).toSorted())
  for (const { code } of ended.map(({ result }) => result)) {
    const record = (await (await fetch(`${url}/api/gif/${code}`)).json()) as Answer
    for (const key of ['gif_url', 'mp4_url', 'webp_url', 'thumb_url'] as const) {
      const media = await fetch(record.result[0]![key])
      assert.equal(media.status, 200)
      assert.equal((await media.arrayBuffer()).byteLength, Number(media.headers.get('content-length')))
    }
  }
  // A folder that no row names is what a killed worker had stored: the sweeper takes it, after its grace.
  const kept = await readdir(join(folder, 'media', 'gifs'))
  for (const { media_id } of rows) assert.ok(kept.includes(media_id))
}

test('kill -9 of the server at any moment loses no accepted task; a restart goes on by itself', async (t) => {
  const folder = await dataFolder(t)
  const video = await readFile(await makeVideo(t, { seconds: 3, width: 640, height: 360 }))
  let server = await startServer(settings(folder))
  const tasks: string[] = []
  for (const killAfterMs of [0, 150, 400, 700, 1100, 1600]) {
    tasks.push(await post(server.url, video), await post(server.url, video))
    await new Promise((resolve) => setTimeout(resolve, killAfterMs)) // The moment is what is varied here.
    const children = descendants(server.pid)
    server.child.kill('SIGKILL')
    await server.exited
    await until('no process of the killed server is left', () => !children.some(isAlive))
    server = await startServer(settings(folder))
  }
  const ended = await allEnded(server.url, tasks)
  await assertNothingLost(folder, server.url, ended)
  server.child.kill('SIGTERM')
  assert.equal(await server.exited, 0)
  assert.deepEqual(await readdir(join(folder, 'tmp', 'work')), [])
})

for (const [name, isVictim] of [
  ['ffmpeg', (pid: number) => programOf(pid) === 'ffmpeg'],
  ['a render process', (pid: number) => programOf(pid) !== 'ffmpeg'],
] as const) {
  test(`kill -9 of ${name} makes the task start again, and it ends done`, async (t) => {
    const folder = await dataFolder(t)
    const video = await readFile(await makeVideo(t, { seconds: 6, width: 640, height: 360 }))
    const server = await startServer(settings(folder))
    t.after(() => server.child.kill('SIGKILL'))
    const task = await post(server.url, video)
    await until('ffmpeg runs', () => ffmpegsOf(server).length > 0)
    const victims = descendants(server.pid).filter((pid) => isAlive(pid) && isVictim(pid))
    assert.ok(victims.length > 0)
    for (const pid of victims) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    await assertNothingLost(folder, server.url, await allEnded(server.url, [task]))
  })
}

test('SIGTERM lets the running task finish, takes no more, and exits 0', async (t) => {
  const folder = await dataFolder(t)
  const video = await readFile(await makeVideo(t, { seconds: 3, width: 640, height: 360 }))
  let server = await startServer({ ...settings(folder), DRAIN_SECONDS: '60' })
  const task = await post(server.url, video)
  await until('the task runs', async () => (await status(server.url, task)).status === 'processing')
  server.child.kill('SIGTERM')
  assert.equal(await server.exited, 0)
  const db = new DatabaseSync(join(folder, 'gifwright.db'), { readOnly: true })
  assert.equal(db.prepare('select count(*) as n from gif').get()!.n, 1)
  db.close()
  server = await startServer(settings(folder))
  assert.equal((await status(server.url, task)).status, 'done')
  server.child.kill('SIGTERM')
  assert.equal(await server.exited, 0)
})

test('SIGTERM gives back a task that cannot finish in time, and the next start makes it', async (t) => {
  const folder = await dataFolder(t)
  const video = await readFile(await makeVideo(t, { seconds: 20, width: 1280, height: 720 }))
  let server = await startServer({ ...settings(folder), DRAIN_SECONDS: '0' })
  const task = await post(server.url, video)
  await until('ffmpeg runs', () => ffmpegsOf(server).length > 0)
  const children = descendants(server.pid)
  server.child.kill('SIGTERM')
  assert.equal(await server.exited, 0)
  await until('no process of the server is left', () => !children.some(isAlive))
  server = await startServer({ ...settings(folder), LEASE_SECONDS: '600' })
  const ended = await allEnded(server.url, [task])
  assert.equal(ended[0]!.status, 'done')
  server.child.kill('SIGTERM')
  await server.exited
})
