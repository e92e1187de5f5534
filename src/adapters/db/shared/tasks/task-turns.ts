import { type Kysely, type RawBuilder, sql } from 'kysely'
import { lastDelayMs } from '../../../../creation/retry.ts'
import type { Client } from '../../../../creation/task.ts'
import { greatest, numberValue } from '../dialect.ts'
import type { Tables, TaskClass } from '../tables.ts'

/*
 * Clients take turns: a client has one task in each round, and rounds run one after the other, each in the order of
 * arrival. A new client joins the round after the current one, so that many new clients do not delay the others.
 */

/** The longest lease. */
const longestLeaseMs = 600_000

/**
 * Matches tasks that may be claimed. A task due later than the longest delay was delayed before the clock was set back,
 * and is due now.
 */
export function isDue(now: number | RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`(due_at <= ${now} or due_at > ${numberValue(now)} + case when status = 'waiting' then ${sql.lit(lastDelayMs)} else ${sql.lit(longestLeaseMs)} end)`
}

/** The round of a new task among those of its class; `client` is null if unknown. */
export function nextTurn(now: number, taskClass: TaskClass, client: string | null): RawBuilder<number> {
  const current = sql`select turn + 1 from task
    where ended_at is null and class = ${taskClass} and status = 'waiting' and ${isDue(now)} order by turn, seq limit 1`
  const afterOwn = sql`select max(turn) + 1 from task
    where ended_at is null and class = ${taskClass} and client = ${client}`
  return greatest(sql`coalesce((${current}), 0)`, sql`coalesce((${afterOwn}), 0)`)
}

/**
 * Counts the tasks of its class that will be claimed before this one: due tasks by round, then the others by due time.
 */
export async function waitingBefore(
  db: Kysely<Tables>,
  task: { class: TaskClass; due_at: number; turn: number; seq: number },
  now: number,
): Promise<number> {
  const { waiting } = await db
    .selectFrom('task')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('ended_at', 'is', null)
    .where('class', '=', task.class)
    .where('status', '=', 'waiting')
    .where(
      sql<boolean>`(${greatest(sql`due_at`, numberValue(now))}, turn, seq)
        < (${Math.max(task.due_at, now)}, ${task.turn}, ${task.seq})`,
    )
    .executeTakeFirstOrThrow()
  return waiting
}

/** The number of the client's waiting tasks of a class. */
export async function waitingOf(db: Kysely<Tables>, taskClass: TaskClass, { name }: Client): Promise<number> {
  const { waiting } = await db
    .selectFrom('task')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('ended_at', 'is', null)
    .where('class', '=', taskClass)
    .where('client', '=', name)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return waiting
}
