import { type Kysely, type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { TaskClaims } from '../../../../creation/task-queue.ts'
import {
  type Claim,
  type CreationClaim,
  type DerivationClaim,
  type Progress,
  steps,
} from '../../../../creation/task.ts'
import type { ErrorView } from '../../../../lib/app-error.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { randomId } from '../../../../lib/ids.ts'
import { listOf, numberValue, requestWithoutSource } from '../dialect.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables, TaskClass } from '../tables.ts'
import { readDerivation } from './source-rows.ts'
import * as taskRows from './task-rows.ts'
import { isDue } from './task-turns.ts'
import { recordTask } from '../webhooks/event-rows.ts'

const tokenLength = 22
const mediaIdLength = 20

/** What a creation takes of the cores, counted in imports: as many are made at once as half the cores, by default. */
const coresOfCreation = 2

type ClaimOptions = {
  worker: string
  leaseMs: number
  except: readonly string[]
  now: number
  /** What has to hold beyond that. */
  where?: RawBuilder<boolean>
}

export class SqlTaskClaims implements TaskClaims {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async claim(
    worker: string,
    leaseMs: number,
    except: readonly string[] = [],
  ): Promise<CreationClaim | undefined> {
    return this.#claimGif('creation', { worker, leaseMs, except, now: this.#clock.now() })
  }

  async claimImport(
    worker: string,
    leaseMs: number,
    cores: number,
    except: readonly string[] = [],
  ): Promise<CreationClaim | undefined> {
    const now = this.#clock.now()
    const where = sql<boolean>`${takenCores(now, cores)} < ${numberValue(cores)}`
    // One after the other, so that together they take no more than there is.
    return inWriteTransaction(this.#db, 'imports', (trx) =>
      this.#claimGif('import', { worker, leaseMs, except, now, where }, trx),
    )
  }

  async importRoom(cores: number): Promise<number> {
    const taken = takenCores(this.#clock.now(), cores)
    const { rows } = await sql<{ taken: number }>`select ${taken} as taken`.execute(this.#db)
    return cores - (rows[0]?.taken ?? 0)
  }

  async #claimGif(
    kind: CreationClaim['kind'],
    options: ClaimOptions,
    db = this.#db,
  ): Promise<CreationClaim | undefined> {
    const mediaId = randomId(mediaIdLength)
    const row = await this.#claim(kind, options, { media_id: mediaId }, db)
    if (row === undefined) return undefined
    const { claim_token: token, attempts, failures, client } = row
    return {
      kind,
      id: row.id,
      code: row.code ?? '',
      ownerId: row.owner_id,
      request: taskRows.readRequest(row.request),
      token: token ?? '',
      mediaId,
      attempt: attempts,
      failures,
      client,
      waitedMs: attempts === 1 && failures === 0 ? Math.max(0, options.now - row.queued_at) : null,
      ...(row.source_hash !== null && { sourceHash: row.source_hash }),
    }
  }

  async claimDerivation(
    worker: string,
    leaseMs: number,
    except: readonly string[] = [],
  ): Promise<DerivationClaim | undefined> {
    const now = this.#clock.now()
    const row = await this.#claim('derivation', { worker, leaseMs, except, now })
    if (row === undefined) return undefined
    return {
      kind: 'derivation',
      id: row.id,
      mediaId: row.media_id ?? '',
      token: row.claim_token ?? '',
      attempt: row.attempts,
      failures: row.failures,
      ...readDerivation(row.request),
      client: row.client,
      ownerId: row.owner_id,
    }
  }

  renewLease(claim: Claim, leaseMs: number, { fraction, step }: Progress): Promise<boolean> {
    return this.#write(claim, { due_at: this.#clock.now() + leaseMs, progress: fraction, step })
  }

  releaseTask(claim: Claim, { delayMs, failed }: { delayMs: number; failed: boolean }): Promise<boolean> {
    const now = this.#clock.now()
    return this.#write(claim, {
      status: 'waiting',
      due_at: now + delayMs,
      ...(failed && { queued_at: now }),
      attempts: claim.attempt - (failed ? 0 : 1),
      failures: claim.failures + (failed ? 1 : 0),
      claim_token: null,
      progress: 0,
    })
  }

  fail(claim: Claim, error: ErrorView): Promise<boolean> {
    const ended = taskRows.endedIn(error, this.#clock.now())
    if (claim.kind === 'derivation') return this.#write(claim, { ...ended, request: requestWithoutSource })
    return inWriteTransaction(this.#db, 'queue', async (trx) => {
      const isHeld = await this.#write(claim, ended, trx)
      if (isHeld) await recordTask(trx, claim, { error })
      return isHeld
    })
  }

  async penalize({ kind, client }: Claim, rounds: number): Promise<void> {
    if (client === null) return
    await this.#db
      .updateTable('task')
      .set((eb) => ({ turn: eb('turn', '+', rounds) }))
      .where('ended_at', 'is', null)
      .where('class', '=', kind)
      .where('client', '=', client)
      .where('status', '=', 'waiting')
      .execute()
  }

  async nextDueInMs(kinds?: readonly Claim['kind'][]): Promise<number | undefined> {
    // An empty list is no SQL.
    if (kinds?.length === 0) return undefined
    const next = await this.#db
      .selectFrom('task')
      .select('due_at')
      .where('ended_at', 'is', null)
      .$if(kinds !== undefined, (query) => query.where('class', 'in', kinds ?? []))
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    return next && Math.max(0, next.due_at - this.#clock.now())
  }

  #claim(
    taskClass: TaskClass,
    { worker, leaseMs, except, now, where = sql<boolean>`true` }: ClaimOptions,
    change: UpdateObject<Tables, 'task'> = {},
    db = this.#db,
  ) {
    return db
      .updateTable('task')
      .set((eb) => ({
        status: 'processing' as const,
        attempts: eb('attempts', '+', 1),
        due_at: now + leaseMs,
        claim_token: randomId(tokenLength),
        worker,
        step: steps[0],
        progress: 0,
      }))
      .set(change)
      .where('seq', '=', (eb) =>
        eb
          .selectFrom('task')
          .select('seq')
          .where('ended_at', 'is', null)
          .where('class', '=', taskClass)
          .where(isDue(now))
          .where('id', 'not in', listOf(except))
          .where(where)
          .orderBy('turn')
          .orderBy('seq')
          .limit(1)
          // What another worker is claiming is skipped, not waited for.
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'code', 'request', 'owner_id', 'attempts', 'failures', 'queued_at', 'client'])
      .returning(['claim_token', 'media_id', 'source_hash'])
      .executeTakeFirst()
  }

  /** Every write of a worker holds only while the task is the claim's. */
  async #write(claim: Claim, change: UpdateObject<Tables, 'task'>, db = this.#db): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('task')
      .set(change)
      .where('id', '=', claim.id)
      .where('claim_token', '=', claim.token)
      .where('status', '=', 'processing')
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }
}

/** What creations that are due or made and imports that are made take of `cores`, in all processes together. */
function takenCores(now: number, cores: number): RawBuilder<number> {
  return sql<number>`(
    (select count(*) from task
      where ended_at is null and class = 'import' and status = 'processing' and due_at > ${now})
    + ${coresOfCreation} * (select count(*) from (select 1 from task
      where ended_at is null and class = 'creation' and (status = 'processing' or ${isDue(now)}) limit ${cores}) as due)
  )`
}
