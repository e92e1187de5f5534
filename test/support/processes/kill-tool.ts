import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemCode } from '#src/lib/system-code.ts'
import { descendants, isAlive, programOf, wordsOf } from './server-process.ts'

const tools = new Set<string | null>(['ffmpeg', 'ffprobe'])

/** The tools that run below a process. */
export function toolsOf(pid: number): number[] {
  return descendants(pid).filter((one) => tools.has(programOf(one)) && isAlive(one))
}

export type Hunt = {
  /** Says that none of those that are looked for will come any more. */
  isOver: () => Promise<boolean>
  /** Whether what runs now may be hit. */
  mayKill: () => Promise<boolean>
}

/**
 * Kills the first tool below a process whose words, in one line, match; gives whether it met one before the hunt was
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

/** Kills what renders below a process as soon as the tools that made the renditions have ended. */
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

/** Kills a process; false for one that has ended meanwhile. */
export function wasKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (systemCode(error) === 'ESRCH') return false
    throw error
  }
}
