import type { Kysely, Selectable } from 'kysely'
import type { CreationRequest } from '../../creation/request.ts'
import { mayRetry } from '../../creation/settlement.ts'
import { type Step, steps, type TakenLoop, type TaskRecord, type TaskView } from '../../creation/task.ts'
import type { ErrorView } from '../../lib/app-error.ts'
import { defaultClipOptions, defaultGifOptions } from '../../media/gif-options.ts'
import { listOf } from './dialect.ts'
import type { Tables } from './tables.ts'

type Row = Pick<Selectable<Tables['task']>, (typeof taskColumns)[number]>

/** What `toTask` needs. */
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

/** A row as its owner and the operator see it, at a time. */
export function toTask(row: Row, now: number): TaskRecord {
  const task = {
    id: row.id,
    code: row.code,
    request: readRequest(row.request),
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

/** The tasks of one status or of all, the newest first; `total` is exact. */
export async function listTasks(
  db: Kysely<Tables>,
  { status, start, limit }: { status: TaskView['status'] | null; start: number; limit: number },
  now: number,
): Promise<{ total: number; tasks: TaskRecord[] }> {
  // Each of the two indexes of status knows whether a task has ended.
  const ended = status === 'done' || status === 'error'
  const matching = db
    .selectFrom('task')
    .$if(status !== null, (query) =>
      query.where('status', '=', status ?? 'done').where('ended_at', ended ? 'is not' : 'is', null),
    )
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = matching.select('seq').orderBy('seq', 'desc').limit(limit).offset(start)
  const rows = await db
    .selectFrom('task')
    .select(taskColumns)
    .where('seq', 'in', page)
    .orderBy('seq', 'desc')
    .execute()
  return { total, tasks: rows.map((row) => toTask(row, now)) }
}

/** Those of the task ids that have not ended, or may be tried again. */
export async function unsettledTasks(
  db: Kysely<Tables>,
  ids: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await db.selectFrom('task').select(taskColumns).where('id', 'in', listOf(ids)).execute()
  return rows
    .map((row) => toTask(row, now))
    .filter((task) => task.endedAt === null || task.mayRetry)
    .map(({ id }) => id)
}

/** A request as it was written. Older versions knew nothing of some options: those are as where nothing is asked for. */
export function readRequest(json: string): CreationRequest {
  const written = JSON.parse(json) as CreationRequest
  const gif = { ...defaultGifOptions, ...written.gif }
  if (written.kind === 'pictures') return { ...written, gif }
  return { ...written, gif, clip: { ...defaultClipOptions, ...written.clip } }
}

export function readLoop({
  loop_start_seconds: startSeconds,
  loop_end_seconds: endSeconds,
}: Pick<Selectable<Tables['task']>, 'loop_start_seconds' | 'loop_end_seconds'>): TakenLoop | null {
  return startSeconds === null || endSeconds === null ? null : { startSeconds, endSeconds }
}

export function readError(json: string): ErrorView {
  return JSON.parse(json) as ErrorView
}

/** The step that was written; the first where it is none (any more). */
export function readStep(text: string | null): Step {
  return steps.find((step) => step === text) ?? steps[0]
}
