import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { canPlay } from '../../test/support/processes/can-play.ts'
import { type Cluster, noCluster, startCluster } from '../../test/support/processes/cluster.ts'
import { readRows } from '../../test/support/stores/database-access.ts'
import { wasKilled } from '../../test/support/processes/kill-tool.ts'
import { descendants, isAlive } from '../../test/support/processes/server-process.ts'
import { storedFolders } from '../../test/support/stores/stored-files.ts'
import { median, table } from '../measure.ts'
import { actionsOn } from './actions.ts'
import { Outcomes, repeat } from './load.ts'
import { Samples } from './samples.ts'

/** The maximum of simultaneous creations, so that the queue is never full: that would be an honest 503. */
const maxTasks = 8
const faultEveryMs = 15_000
const sampleEveryMs = 2000
/** The time after which a client gives up a request. */
const patienceMs = 60_000

type Fault = { name: string; happen: () => Promise<void> }

/**
 * Puts load on two web machines and two workers on PostgreSQL and S3, which are killed or restarted one after the
 * other. Then it checks that no task is lost or done twice, that no file is left over, and that memory is flat. Returns
 * the exit code.
 */
export async function soakCluster({ seconds, gifs }: { seconds: number; gifs: number }): Promise<number> {
  if (noCluster !== false) throw new Error(noCluster)
  const ends: (() => Promise<void>)[] = []
  const end = async () => {
    for (const action of ends.splice(0).toReversed()) await action()
  }
  // The servers are no children that end by themselves.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)))
  try {
    const cluster = await startCluster({ after: (action) => void ends.push(action) })
    addMadeUpGifs(cluster, gifs)
    return await runLoad(cluster, { seconds, gifs })
  } finally {
    await end()
  }
}

async function runLoad(
  cluster: Cluster,
  { seconds, gifs }: { seconds: number; gifs: number },
): Promise<number> {
  const { webs } = cluster
  const outcomes = new Outcomes()
  const stop = new AbortController()
  const accepted = new Set<string>()
  const open = new Map<string, string>()
  const errors = new Map<string, number>()
  const faultCounts = new Map<string, number>()
  const visibleMs: number[] = []
  const samples = new Samples(cluster)
  let isFaulty = false
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const pickWeb = () => webs[Math.floor(Math.random() * webs.length)] ?? webs[0]

  /** Clients whose connection breaks are counted: a machine that is killed answers nobody. */
  const tolerant = (act: () => Promise<unknown>) => async () => {
    try {
      await act()
    } catch (error) {
      count(errors, connectionFault(error))
    }
  }
  const actions = actionsOn(() => pickWeb().url(), outcomes, cluster.clips)
  let created = 0
  const create = async () => {
    if (open.size >= maxTasks) return
    const word = wordOf(++created)
    const since = performance.now()
    const kind = created % 2 === 0 ? 'upload' : 'address'
    const { status, headers, body } = await cluster.ask(pickWeb().url(), kind, `Soak ${word}`)
    outcomes.add(`create: ${kind}`, status, performance.now() - since)
    if (status !== 200 && headers.get('retry-after') === null) count(errors, `${status} without Retry-After`)
    if (status !== 200) return
    accepted.add(body.id)
    open.set(body.id, word)
  }
  const follow = async () => {
    const [web, other] = Math.random() < 0.5 ? webs : webs.toReversed()
    if (web === undefined || other === undefined) return
    for (const [id, word] of open) {
      const response = await fetch(`${web.url()}/api/status/${id}`)
      if (!response.ok) continue
      const answer = (await response.json()) as {
        status: string
        error?: { code: string }
        result?: { code: string }
      }
      if (answer.status === 'done') {
        open.delete(id)
        const wasFaulty = isFaulty
        const since = performance.now()
        const isVisible = await untilPlayed(other.url(), word, answer.result?.code ?? '')
        // Both machines and stores were available all the time.
        if (!wasFaulty && !isFaulty && isVisible) visibleMs.push(performance.now() - since)
      } else if (answer.status === 'error') {
        open.delete(id)
        count(errors, `task ended in ${answer.error?.code}`)
      }
    }
  }

  const faults = faultsOf(cluster)
  let happened = 0
  const breakSomething = async () => {
    await wait(faultEveryMs)
    const fault = faults[happened++ % faults.length]
    if (fault === undefined) return
    isFaulty = true
    await fault.happen()
    count(faultCounts, fault.name)
    // Until connections are made again.
    await wait(2000)
    isFaulty = false
  }
  const report = () =>
    console.log(
      `${samples.seconds} s: ${outcomes.calls} calls, ${accepted.size} creations, ${happened} faults, ${samples.line()}`,
    )

  setTimeout(() => stop.abort(), seconds * 1000)
  const { signal } = stop
  await Promise.all([
    repeat(
      150,
      signal,
      tolerant(() => actions.search()),
    ),
    repeat(
      100,
      signal,
      tolerant(() => actions.view()),
    ),
    repeat(
      100,
      signal,
      tolerant(() => actions.view()),
    ),
    repeat(400, signal, tolerant(create)),
    repeat(
      5000,
      signal,
      tolerant(() => actions.hangUp()),
    ),
    repeat(100, signal, tolerant(follow)),
    repeat(0, signal, breakSomething),
    repeat(sampleEveryMs, signal, async () => samples.take().catch(() => undefined)),
    repeat(30_000, signal, async () => report()),
  ])

  const ended = await endOf(cluster, accepted, gifs)
  const exits = await cluster.stop()
  console.log(`\n${table(['call', 'answers', 'median', '99 %', 'slowest'], outcomes.rows())}\n`)
  console.log(`Faults: ${listOf(faultCounts)}.`)
  console.log(`Errors by kind: ${listOf(errors)}; answers of 500 and more: ${listOf(countFaults(outcomes))}.`)
  console.log(
    `Done on one web machine, found and played on the other: median ${median(visibleMs).toFixed(0)} ms, 99 % ` +
      `${quantile(visibleMs, 0.99).toFixed(0)} ms, at most ${quantile(visibleMs, 1).toFixed(0)} ms, of ${visibleMs.length}.`,
  )
  console.log(samples.report())
  console.log(
    `Creations: ${accepted.size} accepted, ${ended.lost} lost, ${ended.twice} done twice; ${ended.filesWithoutRow} folders without ` +
      `a row, ${ended.uploads} uploads left; machines stopped with ${exits.join(', ')}.`,
  )
  if (ended.fault !== null) console.log(`Broken: ${ended.fault}`)
  const isInternal = outcomes.faults.some((fault) => !fault.endsWith(' 503'))
  const isWrong = [...errors.keys()].some((kind) => /^task ended|without Retry-After/.test(kind))
  const isBroken = ended.fault !== null || ended.lost + ended.twice > 0 || exits.some((code) => code !== 0)
  return isBroken || isInternal || isWrong || samples.grows() ? 1 : 0
}

/**
 * One web machine and one worker live long enough to show whether their memory is flat; the others are killed
 * repeatedly.
 */
function faultsOf({ postgres, s3, webs, workers }: Cluster): Fault[] {
  const restart = async (server: typeof postgres | typeof s3) => {
    await server.stop()
    await server.start()
  }
  const first: Fault[] = [
    { name: 'the first web machine killed', happen: webs[0].killAndStart },
    { name: 'the first worker killed', happen: workers[0].killAndStart },
  ]
  const again: Fault[] = [
    { name: 'PostgreSQL restarted', happen: () => restart(postgres) },
    { name: 'a web machine killed', happen: webs[1].killAndStart },
    { name: 'the S3 server restarted', happen: () => restart(s3) },
    { name: 'a worker killed', happen: workers[1].killAndStart },
    {
      name: 'a tool or a render process killed',
      happen: async () => {
        const children = workers.flatMap(({ pid }) => descendants(pid())).filter(isAlive)
        const victim = children[Math.floor(Math.random() * children.length)]
        if (victim !== undefined) wasKilled(victim)
      },
    },
  ]
  return [...first, ...Array.from({ length: 1000 }, () => again).flat()]
}

/** Counts lost and left-over objects, and makes the assertions of the tests; `fault`: the first violation. */
async function endOf(cluster: Cluster, accepted: ReadonlySet<string>, gifs: number) {
  const { folder } = cluster
  let fault: string | null = null
  try {
    await cluster.assertNothingLost([...accepted], { otherGifs: gifs })
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error)
  }
  const done = await readRows(folder, "select id from task where status = 'done'")
  const ids = new Set(done.map(({ id }) => id))
  const twice = await readRows(
    folder,
    "select title from gif where title like 'Soak %' group by title having count(*) > 1",
  )
  const media = new Set((await readRows(folder, 'select media_id from gif')).map((row) => row.media_id))
  return {
    fault,
    lost: [...accepted].filter((id) => !ids.has(id)).length,
    twice: twice.length,
    filesWithoutRow: (await storedFolders(folder, 'gifs')).filter((name) => !media.has(name)).length,
    uploads: (await storedFolders(folder, 'incoming')).length,
  }
}

/** The number of made-up GIFs, with files, in the initial catalogue. */
function addMadeUpGifs({ folder, stores }: Cluster, count: number): void {
  const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))
  execFileSync(process.execPath, [program, 'demo', '--gifs', String(count)], {
    env: { ...process.env, ...stores, DATA_DIR: folder },
  })
}

/** Returns true if a web machine finds and sends a GIF before its client gives up. */
async function untilPlayed(url: string, word: string, code: string): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (await canPlay(url, word, code).catch(() => false)) return true
    await wait(5)
  }
  return false
}

/** A unique word for each number: letters only, so that it is one word to the search. */
function wordOf(number: number): string {
  return `qz${[...number.toString(26)].map((digit) => String.fromCodePoint(97 + Number.parseInt(digit, 26))).join('')}zq`
}

function connectionFault(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  return code ?? (error instanceof Error ? error.message : String(error))
}

function countFaults(outcomes: Outcomes): Map<string, number> {
  const counts = new Map<string, number>()
  for (const fault of outcomes.faults) counts.set(fault, (counts.get(fault) ?? 0) + 1)
  return counts
}

function listOf(counts: ReadonlyMap<string, number>): string {
  return counts.size === 0 ? 'none' : [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(part * (sorted.length - 1))] ?? NaN
}
