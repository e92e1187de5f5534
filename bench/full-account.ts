/**
 * Measures the cost of each call in an account at all of its limits: the longest turn of the event loop in CPU time,
 * most expensive first.
 *   node bench/full-account.ts
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../src/config/config.ts'
import { callsOf, send } from '../test/support/full-account-calls.ts'
import { longestTurnMs, mainThreadMsOf, turnProbe } from '../test/support/processes/main-thread.ts'
import { startServer } from '../test/support/processes/server-process.ts'
import { fillAccount } from '../test/support/stores/full-account.ts'
import { table } from './measure.ts'

const shown = 25

const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0' }
const full = await fillAccount(loadConfig(settings))
const server = await startServer(settings, { imports: turnProbe })
try {
  const held: { name: string; turnMs: number; allMs: number }[] = []
  for (const call of await callsOf(full, server.url)) {
    const turnMs = await longestTurnMs(server.child, () => send(call, server.url))
    // A call that takes effect only once is not measured again.
    const allMs = call.once ? Number.NaN : await mainThreadMsOf(server.pid, () => send(call, server.url))
    held.push({ name: call.name, turnMs, allMs })
  }
  const worst = held.toSorted((one, other) => other.turnMs - one.turnMs).slice(0, shown)
  console.log(`${held.length} calls\n`)
  console.log(
    table(
      ['call', 'longest turn, ms', 'all of it, ms'],
      worst.map(({ name, turnMs, allMs }) => [
        name,
        turnMs.toFixed(1),
        Number.isNaN(allMs) ? '' : allMs.toFixed(1),
      ]),
    ),
  )
} finally {
  server.child.kill('SIGTERM')
  await server.exited
  await rm(folder, { recursive: true, force: true })
}
