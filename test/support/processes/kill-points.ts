import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import type { KillPoint } from './kill-at.ts'
import { startServer } from './server-process.ts'

const killAt = new URL('kill-at.ts', import.meta.url).href
const maxMs = 60_000

export const sql = (match: string, when: KillPoint['when'], count = 1): KillPoint => ({
  at: 'sql',
  match,
  when,
  count,
})
export const renaming = (match: string, when: KillPoint['when'], count = 1): KillPoint => ({
  at: 'rename',
  match,
  when,
  count,
})
export const removing = (match: string, when: KillPoint['when'], count = 1): KillPoint => ({
  at: 'rm',
  match,
  when,
  count,
})

/** The settings that make a process of the program kill itself at a point of its work. */
export function killedAt(point: KillPoint): Record<string, string> {
  return { NODE_OPTIONS: `--import ${killAt}`, KILL_AT: JSON.stringify(point) }
}

/**
 * Starts a server that kills itself at a point, and requests a GIF from it; returns the tasks that it accepted before.
 * The leftovers of an earlier one may bring it to its point before it listens.
 */
export async function requestUntilKilled(
  t: TestContext,
  settings: Record<string, string>,
  point: KillPoint,
  ask: (url: string) => Promise<string>,
): Promise<string[]> {
  const doomed = await startServer({ ...settings, ...killedAt(point) }).catch(() => null)
  if (doomed === null) return []
  t.after(() => doomed.child.kill('SIGKILL'))
  // The answer may never come: then nothing was promised.
  const tasks = await ask(doomed.url).then(
    (id) => [id],
    () => [],
  )
  const tooLate = AbortSignal.timeout(maxMs)
  const outcome = await Promise.race([doomed.exited, once(tooLate, 'abort').then(() => 'never reached')])
  assert.equal(outcome, 'SIGKILL')
  return tasks
}
