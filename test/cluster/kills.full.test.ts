import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/answers.ts'
import { canPlay } from '../support/processes/can-play.ts'
import { noCluster, startCluster } from '../support/processes/cluster.ts'
import { allEnded } from '../support/processes/crash.ts'
import { readRows } from '../support/stores/database-access.ts'
import type { Machine } from '../support/processes/machines.ts'
import { until } from '../support/until.ts'

const tasksOfEach = 100
const longMs = 1_700_000

test(
  'two web machines and two workers: whatever is killed or unavailable, every accepted task is done exactly once',
  { skip: noCluster, timeout: longMs },
  async (t) => {
    const cluster = await startCluster(t)
    const { postgres, s3, webs, workers } = cluster
    const [web, otherWeb] = webs
    const [worker, otherWorker] = workers
    const restart = async (server: typeof postgres | typeof s3) => {
      await server.stop()
      await server.start()
    }
    const faults: Record<string, () => Promise<void>> = {
      'a web machine is killed': web.killAndStart,
      'a worker is killed': worker.killAndStart,
      'PostgreSQL restarts': () => restart(postgres),
      'the S3 server restarts': () => restart(s3),
      'the other web machine is killed': otherWeb.killAndStart,
      'the other worker is killed': otherWorker.killAndStart,
      'PostgreSQL restarts again': () => restart(postgres),
      'the S3 server restarts again': () => restart(s3),
    }

    const accepted: string[] = []
    const createAll = async (machine: Machine, name: string) => {
      for (let number = 0; number < tasksOfEach; number++) {
        const kind = number % 2 === 0 ? 'upload' : 'address'
        accepted.push(await cluster.create(machine.url, kind, `${name} ${number}`))
      }
    }
    const all = 2 * tasksOfEach
    const asked = Promise.all([createAll(web, 'one'), createAll(otherWeb, 'other')])
    // Awaited below; until then a failed injection of a fault is reported first.
    asked.catch(() => undefined)
    const ended = async () => {
      const rows = await readRows(cluster.folder, 'select id from task where ended_at is not null').catch(
        () => [],
      )
      return rows.length
    }
    let count = 0
    for (const [name, happen] of Object.entries(faults)) {
      // Between tasks that are made, since they are accepted faster than that.
      const due = Math.floor((++count * all) / (Object.keys(faults).length + 1))
      await until(`${due} tasks have ended`, async () => (await ended()) >= due, longMs)
      await t.test(name, happen)
    }
    await asked
    assert.equal(accepted.length, all)
    await until('every task has ended', async () => (await ended()) >= all, longMs)
    await cluster.assertNothingLost(accepted)
    const titles = 'select title from gif group by title having count(*) > 1'
    assert.deepEqual(await readRows(cluster.folder, titles), [])

    await t.test('the other web machine finds a GIF and can play it', async () => {
      const task = await cluster.create(web.url, 'address', 'Zebrafish')
      const [{ result }] = (await allEnded(web.url(), [task])) as [Answer]
      await until('the other machine has it', () => canPlay(otherWeb.url(), 'zebrafish', result.code))
    })
    assert.deepEqual(await cluster.stop(), [0, 0, 0, 0])
  },
)
