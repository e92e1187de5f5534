import { constants } from 'node:os'
import type { CpuLimitState } from './cpu-limit.ts'

/**
 * The reason a tool failed. `service`: it could not start, or was killed from outside, so the file is not to blame.
 * `memory`, `cpu_time`, `file_size`: it reached one of our limits. `input`: it ran, and reported a problem.
 */
export type ToolFault = 'service' | 'memory' | 'cpu_time' | 'file_size' | 'disk_full' | 'crash' | 'input'

export type ToolEnd = {
  code: number | null
  signal: string | null
  /** Its standard error. */
  stderr: string
  /** Default: it did not reach the limit of its CPU time. */
  cpuLimit?: CpuLimitState
}

type Rule = {
  fault: ToolFault
  /** Exit codes or signals. A rule without them matches every exit. */
  ends?: readonly (number | string)[]
  stderr?: RegExp
  cpuLimit?: readonly CpuLimitState[]
}

/** ffmpeg catches SIGTERM and similar signals: it exits with the first code, or with the second if they keep coming. */
const caughtSignal = [255, 123]

/** The first match counts: messages of wrappers come before those of the tool, and text before signals. */
const rules: Rule[] = [
  // The wrappers write only if they fail, before the tool runs; `nice` also warns.
  { stderr: /^(?:nice: .*\n)*(?:bwrap|setpriv|prlimit): /, fault: 'service' },
  // A missing or non-executable program, and failures of the dynamic linker.
  { ends: [126, 127], fault: 'service' },
  {
    stderr:
      /(?:opening|initiali[sz]|creat|start|fork)\w*\b.*Resource temporarily unavailable|pthread_create|uv_thread_create|creat\w+ thread|start new thread|Cannot fork/i,
    fault: 'service',
  },
  {
    stderr: /Cannot allocate memory|malloc of size \d+ failed|out of memory|failed to allocate|bad_alloc/i,
    fault: 'memory',
  },
  { ends: ['SIGXFSZ'], fault: 'file_size' },
  { stderr: /File too large/, fault: 'file_size' },
  { stderr: /No space left on device/, fault: 'disk_full' },
  { ends: ['SIGXCPU'], fault: 'cpu_time' },
  { ends: caughtSignal, cpuLimit: ['reached', 'possible'], fault: 'cpu_time' },
  // Sent at the hard limit to programs that survive SIGXCPU, and at any time by an operator or the out-of-memory
  // killer.
  { ends: ['SIGKILL'], cpuLimit: ['reached'], fault: 'cpu_time' },
  { ends: ['SIGSEGV', 'SIGSYS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGBUS', 'SIGTRAP'], fault: 'crash' },
  { ends: Object.keys(constants.signals), fault: 'service' },
  // Newer versions of ffmpeg end with -EPERM as well.
  { ends: caughtSignal, stderr: /^(?![^]*Operation not permitted)/, fault: 'service' },
  // The encoder's parameters are ours, so the input is not to blame.
  { stderr: /Error while opening encoder/, fault: 'service' },
  { stderr: /^\s*$/, fault: 'service' },
]

/** Classifies the failure of a tool. */
export function classifyToolEnd({ code, signal, stderr, cpuLimit = 'not reached' }: ToolEnd): ToolFault {
  const end = signal ?? signalOf(code) ?? code
  const rule = rules.find(
    (one) =>
      (one.ends === undefined || (end !== null && one.ends.includes(end))) &&
      (one.stderr?.test(stderr) ?? true) &&
      (one.cpuLimit?.includes(cpuLimit) ?? true),
  )
  return rule?.fault ?? 'input'
}

/** Returns the signal that ended a program, if a shell or a sandbox reported it as an exit code. */
export function signalOf(code: number | null): string | null {
  return Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0] ?? null
}
