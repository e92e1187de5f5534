/**
 * One of the processes of `cluster/claims`: claims and ends tasks until no task is left, and prints how many it
 * claimed, and the wall-clock and CPU time of the claims. It begins when its standard input ends.
 *   node bench/cluster/claim-process.ts DATABASE_URL program|pg|pg-named
 */
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { openPostgres } from '#src/adapters/db/postgres/postgres.ts'
import { createTaskQueue } from '#src/adapters/db/shared/tasks/task-queue.ts'
import { systemClock } from '#src/lib/clock.ts'
import { randomId } from '#src/lib/ids.ts'

export type ClaimTimes = { claims: number; ms: number; cpuMs: number }

const leaseMs = 60_000
const [url = '', how = ''] = process.argv.slice(2)

/** The statement of a claim, as `SqlTaskClaims` writes it. */
const claimText = `update task set status = 'processing', attempts = attempts + 1, due_at = $1, claim_token = $2,
    worker = $3, step = 'fetching', progress = 0, media_id = $4
  where seq = (select seq from task where ended_at is null and class = 'creation'
    and (due_at <= $5 or due_at > cast($5 as bigint) + case when status = 'waiting' then 3600000 else 600000 end)
    and id not in (select value from jsonb_array_elements_text(cast($6 as jsonb)) as list (value))
    order by turn, seq limit 1 for update skip locked)
  returning id, code, request, owner_id, attempts, failures, queued_at, client, claim_token, media_id, source_hash`

type Claimer = { claim: () => Promise<string | undefined>; close: () => Promise<void> }

async function openProgram(): Promise<Claimer> {
  const { db, close } = await openPostgres({ url, maxConnections: 2, statementTimeoutMs: 30_000 })
  const { claims } = createTaskQueue(db, systemClock)
  return { claim: async () => (await claims.claim('bench', leaseMs))?.id, close }
}

async function openBare(name: string | undefined): Promise<Claimer> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    claim: async () => {
      const now = Date.now()
      const values = [now + leaseMs, randomId(22), 'bench', randomId(20), now, '[]']
      const query = { text: claimText, values, ...(name !== undefined && { name }) }
      return (await client.query<{ id: string }>(query)).rows[0]?.id
    },
    close: () => client.end(),
  }
}

const { claim, close } = await (how === 'program'
  ? openProgram()
  : openBare(how === 'pg-named' ? 'claim' : undefined))
const ending = new Client({ connectionString: url })
await ending.connect()
await claim()
console.log('ready')
await text(process.stdin)
const times: ClaimTimes = { claims: 0, ms: 0, cpuMs: 0 }
for (;;) {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
  const id = await claim()
  const { user, system } = process.cpuUsage(cpu)
  if (id === undefined) break
  times.ms += performance.now() - startedAt
  times.cpuMs += (user + system) / 1000
  times.claims++
  await ending.query(`update task set status = 'done', ended_at = 1 where id = $1`, [id])
}
console.log(JSON.stringify(times))
await ending.end()
await close()
