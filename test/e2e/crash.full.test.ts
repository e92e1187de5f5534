import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { allEnded, assertNothingLost } from '../support/processes/crash.ts'
import { postVideo, statusOf } from '../support/creations.ts'
import { seededChance } from '../contract/stores.ts'
import { wasKilled } from '../support/processes/kill-tool.ts'
import { makeVideo } from '../support/media/media.ts'
import {
  type ServerProcess,
  dataFolder,
  descendants,
  isAlive,
  programOf,
  startServer,
} from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { readRows } from '../support/stores/database-access.ts'

const settings = (folder: string) => ({ DATA_DIR: folder, LEASE_SECONDS: '1', WORKER_CONCURRENCY: '2' })

function ffmpegsOf(server: ServerProcess): number[] {
  return descendants(server.pid).filter((pid) => programOf(pid) === 'ffmpeg')
}

test('kill -9 of the server at any moment loses no accepted task; a restart continues by itself', async (t) => {
  const folder = await dataFolder(t)
  const video = await readFile(await makeVideo(t, { seconds: 2, width: 320, height: 180 }))
  let server = await startServer(settings(folder))
  const tasks: string[] = []
  for (const [round, killAfterMs] of [0, 250, 600, 1100].entries()) {
    tasks.push(await postVideo(server.url, video, 2))
    // Two at once in every other round.
    if (round % 2 === 1) tasks.push(await postVideo(server.url, video, 2))
    await new Promise((resolve) => setTimeout(resolve, killAfterMs)) // The moment is the variable here.
    const children = descendants(server.pid)
    server.child.kill('SIGKILL')
    await server.exited
    await until('no process of the killed server is left', () => !children.some(isAlive))
    server = await startServer(settings(folder))
  }
  await assertNothingLost(folder, server.url, tasks)
  server.child.kill('SIGTERM')
  assert.equal(await server.exited, 0)
  assert.deepEqual(await readdir(join(folder, 'tmp', 'work')), [])
})

for (const [name, isVictim] of [
  ['ffmpeg', (pid: number) => programOf(pid) === 'ffmpeg'],
  ['a render process', (pid: number) => programOf(pid) !== 'ffmpeg'],
] as const) {
  test(`kill -9 of ${name} restarts the task, and it ends done`, async (t) => {
    const folder = await dataFolder(t)
    const video = await readFile(await makeVideo(t, { seconds: 3, width: 640, height: 360 }))
    const server = await startServer(settings(folder))
    t.after(() => server.child.kill('SIGKILL'))
    const task = await postVideo(server.url, video, 2)
    await until('ffmpeg runs', () => ffmpegsOf(server).length > 0)
    const victims = descendants(server.pid).filter((pid) => isAlive(pid) && isVictim(pid))
    assert.ok(victims.length > 0)
    for (const pid of victims) wasKilled(pid)
    await assertNothingLost(folder, server.url, [task])
  })
}

test('SIGTERM lets the running task finish, accepts no more, and exits 0', async (t) => {
  const folder = await dataFolder(t)
  const video = await readFile(await makeVideo(t, { width: 320, height: 180 }))
  let server = await startServer({ ...settings(folder), DRAIN_SECONDS: '60' })
  const task = await postVideo(server.url, video, 2)
  await until('the task runs', async () => (await statusOf(server.url, task)).status === 'processing')
  server.child.kill('SIGTERM')
  assert.equal(await server.exited, 0)
  assert.equal((await readRows(folder, 'select code from gif')).length, 1)
  server = await startServer(settings(folder))
  assert.equal((await statusOf(server.url, task)).status, 'done')
  server.child.kill('SIGTERM')
  assert.equal(await server.exited, 0)
})

test('SIGTERM releases a task that cannot finish in time, and the next start makes it', async (t) => {
  const folder = await dataFolder(t)
  const video = await readFile(await makeVideo(t, { width: 640, height: 360 }))
  let server = await startServer({ ...settings(folder), DRAIN_SECONDS: '0' })
  const task = await postVideo(server.url, video, 2)
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

test('after a dozen kills at random moments under load, every accepted task ends done and once', async (t) => {
  const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
  t.diagnostic(`CRASH_SEED=${seed} has this run again`)
  const chance = seededChance(seed)
  const folder = await dataFolder(t)
  const video = await readFile(await makeVideo(t, { seconds: 2, width: 320, height: 180 }))
  let server = await startServer(settings(folder))
  t.after(() => server.child.kill('SIGKILL'))
  const tasks: string[] = []
  for (let round = 0; round < 12; round++) {
    tasks.push(await postVideo(server.url, video, 2))
    await new Promise((resolve) => setTimeout(resolve, chance() * 800)) // The moment is the variable here.
    const children = descendants(server.pid).filter(isAlive)
    const victim = [server.pid, ...children][Math.floor(chance() * (children.length + 1))] ?? server.pid
    wasKilled(victim)
    if (victim !== server.pid) continue
    await server.exited
    await until('no process of the killed server is left', () => !children.some(isAlive))
    server = await startServer(settings(folder))
  }
  await assertNothingLost(folder, server.url, tasks)
})
