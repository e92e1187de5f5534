import type { Kysely, Selectable, UpdateObject } from 'kysely'
import type { AcceptedRequest } from '../../../../creation/request.ts'
import { mayRetry } from '../../../../creation/retry.ts'
import {
  type NewTask,
  type Step,
  steps,
  type FoundLoop,
  type TaskCounts,
  type TaskRecord,
  type TaskSource,
} from '../../../../creation/task.ts'
import type { ErrorView } from '../../../../lib/app-error.ts'
import { defaultClipOptions } from '../../../../options/clip-options.ts'
import { storedGifOptions } from '../../../../options/gif-options.ts'
import type { Tables, TaskClass } from '../tables.ts'

type Row = Pick<Selectable<Tables['task']>, (typeof taskColumns)[number]>

/** The task classes that make a GIF. */
export const gifClasses = ['creation', 'import'] as const satisfies readonly TaskClass[]

/** The task classes for a prepared source, whose id is their `batch`. */
export const sourceClasses = ['preparation', 'preview', 'measurement'] as const satisfies readonly TaskClass[]

export function isGifKind(kind: TaskClass): boolean {
  return gifClasses.some((gifClass) => gifClass === kind)
}

/** The columns for `toTask`. */
export const taskColumns = [
  'id',
  'code',
  'request',
  'owner_id',
  'status',
  'step',
  'progress',
  'failures',
  'error',
  'created_at',
  'ended_at',
] as const

/** Converts a row to the view for its owner and the operator at the given time. */
export function toTask(row: Row, now: number): TaskRecord {
  const task = {
    id: row.id,
    code: row.code ?? '',
    request: readRequest(row.request),
    ...preparedOf(row.request),
    ownerId: row.owner_id,
    status: row.status,
    step: row.step === null ? null : readStep(row.step),
    progress: row.progress,
    failures: row.failures,
    error: row.error === null ? null : readError(row.error),
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
  return { ...task, mayRetry: mayRetry(task, now) }
}

function preparedOf(request: string): Pick<NewTask, 'prepared'> {
  const prepared = readTaskSource(request)
  return prepared === null ? {} : { prepared }
}

/** Counts the tasks of a class that wait, and those that run. */
export async function countTasks(db: Kysely<Tables>, taskClass: TaskClass): Promise<TaskCounts> {
  const rows = await db
    .selectFrom('task')
    .select((eb) => ['status', eb.fn.countAll<number>().as('tasks')])
    .where('ended_at', 'is', null)
    .where('class', '=', taskClass)
    .groupBy('status')
    .execute()
  const tasksOf = (status: string) => rows.find((row) => row.status === status)?.tasks ?? 0
  return { waiting: tasksOf('waiting'), processing: tasksOf('processing') }
}

/** Removes the client as well: an ended task does not show who requested it. */
export function endedIn(error: ErrorView, now: number): UpdateObject<Tables, 'task'> {
  return { status: 'error', error: JSON.stringify(error), ended_at: now, client: null }
}

/** The content of the request column. */
type WrittenRequest = AcceptedRequest & Pick<NewTask, 'trace' | 'prepared'>

/** The request of a new task, with the trace that its run continues and its prepared source. */
export function writeRequest({ request, trace, prepared }: NewTask): string {
  return JSON.stringify({ ...request, trace, prepared })
}

/** The trace that the run of a task continues; null for none. */
export function readTrace(json: string): string | null {
  const { trace } = JSON.parse(json) as WrittenRequest
  return typeof trace === 'string' ? trace : null
}

/** The prepared source of a task, or null. */
export function readTaskSource(json: string): TaskSource | null {
  return (JSON.parse(json) as WrittenRequest).prepared ?? null
}

/** Reads a stored request. Options unknown to older versions get the values that they have when not requested. */
export function readRequest(json: string): AcceptedRequest {
  const { trace: _, prepared: __, ...written } = JSON.parse(json) as WrittenRequest
  if (written.kind === 'keep') return written
  const gif = storedGifOptions(written.gif)
  const alt = written.alt ?? null
  if (written.kind === 'pictures') return { ...written, alt, gif }
  return { ...written, alt, gif, clip: { ...defaultClipOptions, ...written.clip } }
}

export function readLoop({
  loop_start_seconds: startSeconds,
  loop_end_seconds: endSeconds,
}: Pick<Selectable<Tables['task']>, 'loop_start_seconds' | 'loop_end_seconds'>): FoundLoop | null {
  return startSeconds === null || endSeconds === null ? null : { startSeconds, endSeconds }
}

export function readError(json: string): ErrorView {
  return JSON.parse(json) as ErrorView
}

/** The stored step; the first if the stored one is unknown. */
export function readStep(text: string | null): Step {
  return steps.find((step) => step === text) ?? steps[0]
}

/** The columns of a task that is queued. */
export function waitingColumns(now: number) {
  return {
    status: 'waiting',
    attempts: 0,
    failures: 0,
    progress: 0,
    due_at: now,
    queued_at: now,
    created_at: now,
  } as const
}
