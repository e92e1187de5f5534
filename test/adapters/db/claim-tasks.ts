import { openDatabase } from '../../../src/adapters/db/sqlite/sqlite.ts'
import { createTaskQueue } from '../../../src/adapters/db/shared/tasks/task-queue.ts'
import { systemClock } from '../../../src/lib/clock.ts'

/** A process that claims all the tasks it can get from a database and prints their ids, one per line. */
const [file = ''] = process.argv.slice(2)
const { db, close } = await openDatabase({ file })
const tasks = createTaskQueue(db, systemClock)
for (let claim = await tasks.claims.claim('one of two', 60_000); claim !== undefined;) {
  console.log(claim.id)
  claim = await tasks.claims.claim('one of two', 60_000)
}
await close()
