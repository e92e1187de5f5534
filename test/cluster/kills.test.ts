import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertNothingLost } from '../support/crash.ts'
import { askForGif } from '../support/creations.ts'
import { readRows } from '../support/database-access.ts'
import { onCluster } from '../support/instance.ts'
import { type Machine, startMachine } from '../support/machines.ts'
import { dataFolder } from '../support/server-process.ts'
import { noPostgres, startPostgres } from '../support/servers/postgres.ts'
import { until } from '../support/until.ts'

/** All of it under `npm run test:cluster`; under `npm test` a worker is killed once. */
const tasksOfEach = onCluster ? 100 : 8
const settings = { LEASE_SECONDS: '2', WORKER_CONCURRENCY: '1', MAX_WAITING_TASKS: '1000' }
const longMs = 600_000

test(
  'two web machines and two workers: whatever is killed or away, every accepted task is done exactly once',
  { skip: noPostgres, timeout: longMs },
  async (t) => {
    const postgres = await startPostgres(t)
    const stores = { DATABASE_URL: await postgres.newDatabase() }
    const sharedMedia = join(await dataFolder(t), 'media')
    const start = (command: Machine['command']) => startMachine(t, command, stores, { sharedMedia, settings })
    const [web, otherWeb, worker, otherWorker] = await Promise.all([
      start('serve'),
      start('serve'),
      start('work'),
      start('work'),
    ])
    const restartPostgres = async () => {
      await postgres.stop()
      await postgres.start()
    }
    const faults: Record<string, () => Promise<void>> = onCluster
      ? {
          'a web machine is killed': web.killAndStart,
          'a worker is killed': worker.killAndStart,
          'PostgreSQL restarts': restartPostgres,
          'the other web machine is killed': otherWeb.killAndStart,
          'the other worker is killed': otherWorker.killAndStart,
          'PostgreSQL restarts again': restartPostgres,
        }
      : { 'a worker is killed': worker.killAndStart }

    const accepted: string[] = []
    const asked = Promise.all([web, otherWeb].map((machine) => create(machine, accepted)))
    let count = 0
    const all = 2 * tasksOfEach
    for (const [name, happen] of Object.entries(faults)) {
      const due = Math.floor((++count * all) / (Object.keys(faults).length + 1))
      await until(`${due} tasks are accepted`, () => accepted.length >= due, longMs)
      await t.test(name, happen)
    }
    await asked
    assert.equal(accepted.length, all)
    const isOver = async () =>
      (await readRows(web.folder, 'select id from task where ended_at is null')).length === 0
    await until('every task has ended', isOver, longMs)
    await assertNothingLost(web.folder, otherWeb.url(), accepted)
    const titles = await readRows(
      web.folder,
      'select title, count(*) from gif group by title having count(*) > 1',
    )
    assert.deepEqual(titles, [])
    for (const machine of [worker, otherWorker, web, otherWeb]) assert.equal(await machine.stop(), 0)
  },
)

/** Asks a machine for its tasks, one after the other, each again under another title until it is accepted. */
async function create(machine: Machine, accepted: string[]): Promise<void> {
  for (let number = 0; number < tasksOfEach; number++) {
    let attempt = 0
    await until(
      'a task is accepted',
      async () => {
        const title = `${machine.folder} ${number} ${++attempt}`
        const answer = await askForGif(machine.url(), { title }).catch(() => null)
        if (answer?.status !== 200) return false
        accepted.push(answer.body.id)
        return true
      },
      longMs,
    )
  }
}
