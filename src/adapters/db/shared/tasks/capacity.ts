import type { Kysely } from 'kysely'
import { queueFull, tooManyOfClient } from '../../../../creation/task-queue.ts'
import type { Client } from '../../../../creation/task.ts'
import { fairShare } from '../../../../lib/fair-share.ts'
import type { TaskClass, Tables } from '../tables.ts'
import * as taskRows from './task-rows.ts'
import { waitingOf } from './task-turns.ts'

/** The number of tasks that each client may queue, however full the queue is. */
const leastWaiting = 3

/**
 * Throws AppError queue_full if too many tasks of a class wait, and rate_limited if the client has used up its share.
 */
export async function checkCapacity(
  db: Kysely<Tables>,
  taskClass: TaskClass,
  maxWaiting: number,
  client?: Client,
): Promise<void> {
  const { waiting } = await taskRows.countTasks(db, taskClass)
  if (waiting >= maxWaiting) throw queueFull()
  if (client === undefined) return
  const mine = await waitingOf(db, taskClass, client)
  const share = {
    max: maxWaiting,
    taken: waiting,
    own: mine,
    atMost: client.maxWaiting,
    atLeast: leastWaiting,
  }
  if (mine >= fairShare(share)) throw tooManyOfClient(mine)
}
