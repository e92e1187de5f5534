import type { Kysely } from 'kysely'
import { queueFull, tooManyOfClient } from '../../../../creation/task-queue.ts'
import type { Client } from '../../../../creation/task.ts'
import { fairShare } from '../../../../lib/fair-share.ts'
import type { TaskClass, Tables } from '../tables.ts'
import * as taskRows from './task-rows.ts'
import { waitingOf } from './task-turns.ts'

/** So many may wait of each client, however full the queue is. */
const leastWaiting = 3

/** Throws AppError queue_full where too many of a class wait, and rate_limited where the client has its share of them. */
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
