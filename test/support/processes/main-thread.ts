import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The module that a server imports (`startServer({ imports })`) so that `longestTurnMs` can measure it. */
export const turnProbe = fileURLToPath(new URL('turn-probe.ts', import.meta.url))

/** The goal: no request blocks the event loop for longer. Tests fail only at the limit, to allow for slow machines. */
export const goalMs = 50
export const limitMs = 250

/** Returns the CPU milliseconds that the main thread of a process has used so far. */
function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6
}

/**
 * Returns the CPU milliseconds that the main thread of the process uses while `act` runs. Not while `longestTurnMs`
 * measures.
 */
export async function mainThreadMsOf(pid: number, act: () => Promise<unknown>): Promise<number> {
  const before = mainThreadMs(pid)
  await act()
  return mainThreadMs(pid) - before
}

/** Returns the CPU milliseconds that this thread uses while `act` runs. */
export function threadMsOf(act: () => unknown): number {
  const before = process.threadCpuUsage()
  act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * Returns the CPU milliseconds of the longest event loop turn while `act` runs, in a server that imported `turnProbe`.
 */
export async function longestTurnMs(child: ChildProcess, act: () => Promise<unknown>): Promise<number> {
  child.send('begin')
  await act()
  const reply = once(child, 'message')
  child.send('end')
  const [ms] = (await reply) as [number]
  return ms
}

/** Returns the least of up to three measurements; measures fewer times if one is within `enoughMs`. */
export async function leastOfThree(measure: () => Promise<number>, enoughMs = goalMs): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < 3 && least > enoughMs; attempt++) least = Math.min(least, await measure())
  return least
}
