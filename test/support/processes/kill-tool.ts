import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemCode } from '#src/lib/system-code.ts'
import { descendants, isAlive, programOf, wordsOf } from './server-process.ts'

const tools = new Set<string | null>(['ffmpeg', 'ffprobe'])

/** The tools that run below a process. */
export function toolsOf(pid: number): number[] {
  return descendants(pid).filter((one) => tools.has(programOf(one)) && isAlive(one))
}

export type Hunt = {
  /** Signals that no more tools of the wanted kind will come. */
  isOver: () => Promise<boolean>
  /** Returns true if the running process may be hit. */
  mayKill: () => Promise<boolean>
}

/**
 * Kills the first tool below a process whose command line matches; returns whether it found one before the hunt was
 * over.
 */
export async function killTool(pid: number, words: RegExp, { isOver, mayKill }: Hunt): Promise<boolean> {
  while (!(await isOver())) {
    const met = toolsOf(pid).find((tool) => words.test(wordsOf(tool).join(' ')))
    if (met !== undefined && (await mayKill()) && wasKilled(met)) return true
    await nextTurn()
  }
  return false
}

/** Kills the renderer below a process as soon as the tools that made the renditions have ended. */
export async function killRenderAfterTools(pid: number, { isOver, mayKill }: Hunt): Promise<boolean> {
  let wasEncoding = false
  while (!(await isOver())) {
    const running = toolsOf(pid)
    if (wasEncoding && running.length === 0) {
      for (const one of descendants(pid).filter(isAlive)) wasKilled(one)
      return true
    }
    const isEncoding = running.some((tool) => /libx264/.test(wordsOf(tool).join(' ')))
    wasEncoding ||= isEncoding && (await mayKill())
    await nextTurn()
  }
  return false
}

/** Kills a process; returns false for one that has already ended. */
export function wasKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (systemCode(error) === 'ESRCH') return false
    throw error
  }
}
