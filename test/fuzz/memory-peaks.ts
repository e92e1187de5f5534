import { readFileSync } from 'node:fs'
import { descendants } from '../support/processes/server-process.ts'

const sampleEveryMs = 100

/** Watches every process below this one: the peak memory of each program. */
export class MemoryPeaks {
  readonly #timer: NodeJS.Timeout
  readonly #peaks = new Map<string, number>()

  constructor() {
    this.#timer = setInterval(() => {
      for (const pid of descendants(process.pid)) this.#look(pid)
    }, sampleEveryMs)
  }

  /** Megabytes by the name of the program, the largest first. */
  megabytes(): [string, number][] {
    return [...this.#peaks].toSorted(([, a], [, b]) => b - a)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(pid: number): void {
    const name = nameOf(pid)
    if (name === null) return
    const megabytes = Math.round(peakOf(pid))
    if (megabytes > (this.#peaks.get(name) ?? 0)) this.#peaks.set(name, megabytes)
  }
}

/** The program of one of our processes; null for any other process, or one that has ended. */
function nameOf(pid: number): string | null {
  const words = read(`/proc/${pid}/cmdline`).split('\0')
  if (words.some((word) => word.endsWith('render/main.ts'))) return 'render process'
  if (['start', 'serve'].some((command) => words.includes(command))) return 'server'
  return words.find((word) => /^(?:ffmpeg|ffprobe)$/.test(word)) ?? null
}

/** The peak memory of a process, in units of 2^20 bytes; 0 when it has ended. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
