/**
 * Sends damaged media and odd requests to the service, from the generators of test/fuzz, for a given time:
 *   npm run fuzz -- --seconds 600 --seed 7 --only api,compat,videos
 * Prints the outcomes; ends at the first fault, with its cause minimized, stored in .cache/fuzz, and the command that
 * reproduces it (`--replay FOLDER`). With --keep-going it still ends at its time.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { saveEvidence } from '../test/fuzz/fault.ts'
import { fuzzKinds } from '../test/fuzz/kinds.ts'
import { fuzzLimits } from '../test/fuzz/media/render-case.ts'
import { loadSeeds } from '../test/fuzz/media/seeds.ts'
import { MemoryPeaks } from '../test/fuzz/memory-peaks.ts'
import { oneConnection } from '../test/support/http/exact-request.ts'
import { startApart } from '../test/fuzz/target.ts'
import { Tally } from '../test/fuzz/tally.ts'
import { startPool } from '../test/support/rendering/rendering.ts'
import { table } from './measure.ts'

const { values: wishes } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    replay: { type: 'string' },
    'keep-going': { type: 'boolean', default: false },
  },
})
const folder = fileURLToPath(new URL('../.cache/fuzz', import.meta.url))
const tellEverySeconds = 15
/** The memory limit of any program; the kernel's limit on a tool's address space is higher. */
const maxMegabytes = 1500

const peaks = new MemoryPeaks()
const closings: (() => Promise<void>)[] = []
const pool = startPool({ after: (close) => void closings.push(close) }, fuzzLimits)
const targets = await Promise.all([
  startApart({ WORKER_CONCURRENCY: '0' }),
  startApart({ WORKER_CONCURRENCY: '1' }),
])
const [answering, making] = targets
const kinds = fuzzKinds({ answering, making, pool, seeds: await loadSeeds({ real: true }) })
let isOver = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void close().then(() => process.exit(1)))
}
process.exitCode = await (wishes.replay === undefined ? fuzz() : replay(wishes.replay)).finally(close)

async function close(): Promise<void> {
  isOver = true
  peaks.stop()
  oneConnection.destroy()
  for (const end of closings) await end()
  for (const target of targets) await target.stop()
}

/** Returns the exit code: 1 after a fault. */
async function fuzz(): Promise<number> {
  const names = wishes.only?.split(',') ?? Object.keys(kinds)
  const unknown = names.find((name) => !Object.hasOwn(kinds, name))
  if (unknown !== undefined || !(Number(wishes.seconds) > 0) || !Number.isInteger(Number(wishes.seed))) {
    console.error(`--only takes some of ${Object.keys(kinds).join(',')}; --seconds and --seed take numbers.`)
    return 1
  }
  const tallies = new Map(names.map((name) => [name, new Tally()]))
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  let [faults, seed, told] = [0, Number(wishes.seed), 0]
  console.log(`Seed ${seed}, ${wishes.seconds} seconds: ${names.join(', ')}`)
  const isEnough = () => faults > 0 && !wishes['keep-going']
  for (; seconds() < Number(wishes.seconds) && !isEnough(); seed += 1) {
    for (const [name, tally] of tallies) {
      const found = await kinds[name]?.({ seed, tally })
      if (isOver) return 1
      if (found !== null && found !== undefined) {
        faults += 1
        const kept = await saveEvidence(folder, { kind: name, ...found })
        console.log(`\nFAULT: ${found.fault}\n  kept in ${kept}\n  again: npm run fuzz -- --replay ${kept}`)
      }
      const tooLarge = peaks.megabytes().find(([, megabytes]) => megabytes > maxMegabytes)
      if (tooLarge !== undefined) {
        faults += 1
        console.log(`\nFAULT: ${tooLarge[0]} held ${tooLarge[1]} MB in round ${seed} of ${name}`)
      }
      if (isEnough()) break
    }
    if (seconds() < told + tellEverySeconds) continue
    told = seconds()
    const counts = [...tallies].map(([name, { cases }]) => `${name} ${cases}`)
    const memory = peaks.megabytes().map(([name, megabytes]) => `${name} ${megabytes} MB`)
    console.log(`${Math.round(told)} s · ${counts.join(' · ')} · ${memory.join(', ')} · ${faults} faults`)
  }
  report(tallies)
  console.log(`\n${Math.round(seconds())} seconds, seeds ${wishes.seed} to ${seed - 1}, ${faults} faults`)
  return faults > 0 ? 1 : 0
}

function report(tallies: Map<string, Tally>): void {
  for (const [name, tally] of tallies) {
    console.log(`\n## ${name}: ${tally.cases} cases\n`)
    console.log(table(['outcome', 'cases'], tally.counts()))
    const slowest = tally.slowest().map(({ ms, story }) => [Math.round(ms), story.slice(0, 160)])
    console.log(`\n${table(['slowest, ms', 'what'], slowest)}`)
  }
  console.log(`\n${table(['program', 'peak, MB'], peaks.megabytes())}`)
}

async function replay(kept: string): Promise<number> {
  const { kind, seed, path } = JSON.parse(await readFile(join(kept, 'replay.json'), 'utf8')) as {
    kind: string
    seed: number
    path: string
  }
  const found = await kinds[kind]?.({ seed, path, tally: new Tally() })
  console.log(found === null || found === undefined ? 'No fault this time.' : `FAULT: ${found.fault}`)
  return found === null ? 0 : 1
}
