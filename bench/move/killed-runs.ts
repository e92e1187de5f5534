import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuSeconds } from '../measure.ts'

const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))

/** The moment at which a run is killed: checked on each output of the run, and at intervals. */
export type KillPoint = { name: string; isReached: (lastLine: string) => Promise<boolean> | boolean }

export type Run = { killedAt: string; seconds: number; cpu: number; lines: string[]; said: string }

const everyMs = 20

/** Runs `gifwright move` and kills it (SIGKILL) at the point; without one it must succeed. */
export async function runMove(
  args: string[],
  settings: Record<string, string>,
  point: KillPoint | null,
): Promise<Run> {
  const startedAt = performance.now()
  const cpuBefore = childrenCpu()
  const child = spawn(process.execPath, [program, 'move', ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const [said, told] = [textOf(child.stdout), textOf(child.stderr)]
  if (point !== null) await killAt(child, point, told)
  const [code, signal] = await exited
  if (point === null && code !== 0) throw new Error(`gifwright move failed: ${told()}`)
  if (point !== null && signal !== 'SIGKILL')
    throw new Error(`The move had ended before it was killed: ${point.name}\n${told()}`)
  return {
    killedAt: point?.name ?? '',
    seconds: (performance.now() - startedAt) / 1000,
    cpu: childrenCpu() - cpuBefore,
    lines: told().trim().split('\n'),
    said: said(),
  }
}

async function killAt(child: ChildProcess, point: KillPoint, told: () => string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (await point.isReached(told().trim().split('\n').at(-1) ?? '')) {
      child.kill('SIGKILL')
      return
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

function textOf(stream: ChildProcess['stdout']): () => string {
  let text = ''
  stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

/** CPU of the children of this process that have ended. */
function childrenCpu(): number {
  return cpuSeconds('self', 'with children') - cpuSeconds('self')
}
