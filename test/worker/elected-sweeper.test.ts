import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Elections } from '#src/cluster/elections.ts'
import { createLog } from '#src/lib/log/log.ts'
import { Sweeper, type SweeperDeps, type Swept } from '#src/worker/sweeper.ts'
import { ElectedSweeper } from '#src/worker/elected-sweeper.ts'
import { cleanUp } from '../support/clean-up.ts'
import { until } from '../support/until.ts'

const nothing = {
  uploads: 0,
  renditions: 0,
  sources: 0,
  prepared: 0,
  tasks: 0,
  sessions: 0,
  contacts: 0,
  counts: 0,
  unfinished: 0,
  unpublished: 0,
}

/** Elections among the processes of one test, whose lock can be lost. */
function fakeElections() {
  let held: AbortController | undefined
  const elections: Elections = {
    async runAlone(_name, work) {
      if (held !== undefined) return undefined
      const own = new AbortController()
      held = own
      try {
        return await work(own.signal)
      } finally {
        if (held === own) held = undefined
      }
    },
  }
  return { elections, loseLock: () => held?.abort(), isHeld: () => held !== undefined }
}

class FakeSweeper extends Sweeper {
  readonly #sweep: (signal?: AbortSignal) => Promise<void>

  constructor(sweep: (signal?: AbortSignal) => Promise<void>) {
    super({} as SweeperDeps)
    this.#sweep = sweep
  }

  override async sweep(signal?: AbortSignal): Promise<Swept> {
    await this.#sweep(signal)
    return nothing
  }
}

function startSweeper(t: TestContext, elections: Elections, sweep: (signal?: AbortSignal) => Promise<void>) {
  const sweeper = new ElectedSweeper(new FakeSweeper(sweep), elections, createLog('silent'))
  sweeper.start()
  cleanUp(t, () => sweeper.stop())
  return sweeper
}

test('one of several processes sweeps, and another one takes over once it stops', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { elections } = fakeElections()
  const sweeps: string[] = []
  const sweepAs = (name: string) => async () => void sweeps.push(name)
  const first = startSweeper(t, elections, sweepAs('first'))
  startSweeper(t, elections, sweepAs('second'))
  await until('one sweeps', () => sweeps.length > 0)
  t.mock.timers.tick(60_000)
  assert.deepEqual(sweeps, ['first'])
  await first.stop()
  t.mock.timers.tick(60_000)
  await until('the other sweeps', () => sweeps.length > 1)
  assert.deepEqual(sweeps, ['first', 'second'])
})

test('a running sweep ends when the lock is lost, and when the process stops', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { elections, loseLock, isHeld } = fakeElections()
  let underWay = 0
  const sweeper = startSweeper(t, elections, async (signal) => {
    underWay++
    await new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }).finally(() => underWay--)
  })
  await until('it sweeps', () => underWay === 1)
  loseLock()
  await until('it has ended', () => underWay === 0 && !isHeld())
  t.mock.timers.tick(60_000)
  await until('it was elected again', () => underWay === 1)
  await sweeper.stop()
  assert.equal(underWay, 0)
  assert.ok(!isHeld())
})
