import { Counter, Histogram, type Registry } from 'prom-client'
import { type FaultClass, faultClasses, faultClassOf } from '../../creation/retry.ts'
import type { TaskObserver } from '../../worker/task-observer.ts'

const durationBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]
const waitBuckets = [0.1, 1, 5, 15, 60, 300, 900, 3600]

/** Metrics of tasks: durations and outcomes. */
export function taskMetrics(registers: Registry[]): Omit<TaskObserver, 'turned'> {
  const ended = new Counter({
    name: 'gifwright_tasks_ended_total',
    help: 'Ended tasks, by outcome and the code of the error.',
    labelNames: ['outcome', 'reason'],
    registers,
  })
  const retries = new Counter({
    name: 'gifwright_task_retries_total',
    help: 'Runs whose task waits again, by reason.',
    labelNames: ['reason'],
    registers,
  })
  const failures = new Counter({
    name: 'gifwright_task_failures_total',
    help: 'Failed runs, retried or not, by fault: the input or the service.',
    labelNames: ['class'],
    registers,
  })
  const failed = (fault: FaultClass, runs = 1) => failures.inc({ class: fault }, runs)
  const waits = new Histogram({
    name: 'gifwright_task_wait_seconds',
    help: 'Time from acceptance to the first claim.',
    buckets: waitBuckets,
    registers,
  })
  const stages = new Histogram({
    name: 'gifwright_task_stage_seconds',
    help: 'Duration of each stage of a run, including runs that failed in it.',
    labelNames: ['stage'],
    buckets: durationBuckets,
    registers,
  })
  const importsEnded = new Counter({
    name: 'gifwright_imports_ended_total',
    help: 'Imports of files that ended: done or error; with the code of the error.',
    labelNames: ['outcome', 'reason'],
    registers,
  })
  const derivationsEnded = new Counter({
    name: 'gifwright_derivations_ended_total',
    help: 'Derivations of further renditions that ended: done or error; with the code of the error.',
    labelNames: ['outcome', 'reason'],
    registers,
  })
  ended.inc({ outcome: 'done', reason: '' }, 0)
  importsEnded.inc({ outcome: 'done', reason: '' }, 0)
  derivationsEnded.inc({ outcome: 'done', reason: '' }, 0)
  for (const fault of faultClasses) failed(fault, 0)
  return {
    claimed: (waitedMs) => waits.observe(Math.max(0, waitedMs) / 1000),
    stageEnded: (stage, tookMs) => stages.observe({ stage }, tookMs / 1000),
    ended: (outcome, reason) => {
      ended.inc({ outcome, reason: reason ?? '' })
      if (outcome === 'error' && reason !== undefined) failed(faultClassOf(reason))
    },
    importEnded: (outcome, reason) => importsEnded.inc({ outcome, reason: reason ?? '' }),
    derivationEnded: (outcome, reason) => derivationsEnded.inc({ outcome, reason: reason ?? '' }),
    triedAgain: (reason) => {
      retries.inc({ reason })
      if (reason !== 'claim_lost' && reason !== 'stopping') failed(faultClassOf(reason))
    },
  }
}
