import { type Kysely, type RawBuilder, sql, type UpdateObject } from 'kysely'
import {
  type Claim,
  type CreationClaim,
  type DerivationClaim,
  type MeasurementClaim,
  type PreparationClaim,
  type Progress,
  steps,
} from '../../../../creation/task.ts'
import type { ErrorView } from '../../../../lib/app-error.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { randomId } from '../../../../lib/ids.ts'
import { newMediaId } from '../../../../media/media-files.ts'
import { jsonText, listOfJson, numberValue, requestWithoutSource } from '../dialect.ts'
import { preparedByName } from '../prepared.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'
import { readMeasurement } from './measurement-rows.ts'
import { readDerivation } from './source-rows.ts'
import { releaseFollowers } from './task-followers.ts'
import * as taskRows from './task-rows.ts'
import { isDue } from './task-turns.ts'
import { recordTask } from '../webhooks/event-rows.ts'

const tokenLength = 22

/** The cores that a creation takes, counted in imports: by default, half as many run at once as there are cores. */
const coresOfCreation = 2

type ClaimOptions = {
  worker: string
  leaseMs: number
  except: readonly string[]
  now: number
  /** For imports only. */
  cores?: number
}

export class SqlTaskClaims {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock
  readonly #claims
  readonly #isImportDue
  readonly #publicMedia: boolean

  /** `publicMedia`: everyone may read the files of GIFs that everyone may open. */
  constructor(db: Kysely<Tables>, clock: Clock, { publicMedia = false }: { publicMedia?: boolean } = {}) {
    this.#db = db
    this.#clock = clock
    this.#publicMedia = publicMedia
    this.#claims = {
      creation: claimStatement(db, 'creation'),
      import: claimStatement(db, 'import'),
      derivation: claimStatement(db, 'derivation'),
      preparation: claimStatement(db, 'preparation'),
      preview: claimStatement(db, 'preview'),
      measurement: claimStatement(db, 'measurement'),
    }
    this.#isImportDue = preparedByName(db, { now: 0 }, ({ now }) =>
      db
        .selectFrom('task')
        .select('seq')
        .where('ended_at', 'is', null)
        .where('class', '=', 'import')
        .where('follows', 'is', null)
        .where(isDue(now))
        .limit(1),
    )
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
    // Workers query often and mostly find nothing: then nobody has to wait for a lock.
    if ((await this.#isImportDue({ now })).length === 0) return undefined
    // One at a time, so that together they take no more cores than available.
    return inWriteTransaction(this.#db, 'imports', (trx) =>
      this.#claimGif('import', { worker, leaseMs, except, now, cores }, trx),
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
    const mediaId = newMediaId('closed')
    const openMediaId = this.#publicMedia ? newMediaId('public') : mediaId
    const row = await this.#claim(kind, { ...options, mediaId, openMediaId }, db)
    if (row === undefined) return undefined
    const { claim_token: token, attempts, failures, client } = row
    const trace = taskRows.readTrace(row.request)
    const prepared = taskRows.readTaskSource(row.request)
    return {
      kind,
      id: row.id,
      code: row.code ?? '',
      ownerId: row.owner_id,
      request: taskRows.readRequest(row.request),
      token: token ?? '',
      mediaId: row.media_id ?? '',
      attempt: attempts,
      failures,
      client,
      waitedMs: attempts === 1 && failures === 0 ? Math.max(0, options.now - row.queued_at) : null,
      ...(row.source_hash !== null && { sourceHash: row.source_hash }),
      ...(trace !== null && { trace }),
      ...(prepared !== null && { prepared }),
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

  async claimPreparation(
    kind: PreparationClaim['kind'],
    worker: string,
    leaseMs: number,
    except: readonly string[] = [],
  ): Promise<PreparationClaim | undefined> {
    const row = await this.#claim(kind, { worker, leaseMs, except, now: this.#clock.now() })
    if (row === undefined) return undefined
    return {
      kind,
      id: row.id,
      ...(JSON.parse(row.request) as Pick<PreparationClaim, 'sourceId' | 'seconds'>),
      token: row.claim_token ?? '',
      attempt: row.attempts,
      failures: row.failures,
      client: row.client,
      ownerId: row.owner_id,
    }
  }

  async claimMeasurement(
    worker: string,
    leaseMs: number,
    except: readonly string[] = [],
  ): Promise<MeasurementClaim | undefined> {
    const row = await this.#claim('measurement', { worker, leaseMs, except, now: this.#clock.now() })
    if (row === undefined) return undefined
    return {
      kind: 'measurement',
      id: row.id,
      ...readMeasurement(row.request),
      token: row.claim_token ?? '',
      attempt: row.attempts,
      failures: row.failures,
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
    const now = this.#clock.now()
    const ended = taskRows.endedIn(error, now)
    if (claim.kind === 'derivation') return this.#write(claim, { ...ended, request: requestWithoutSource })
    if (!taskRows.isGifKind(claim.kind)) return this.#write(claim, ended)
    return inWriteTransaction(this.#db, 'queue', async (trx) => {
      const isHeld = await this.#write(claim, ended, trx)
      if (!isHeld) return false
      await releaseFollowers(trx, claim.id, now)
      await recordTask(trx, claim, { error })
      return true
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
    // An empty list is invalid SQL.
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

  async #claim(
    kind: Claim['kind'],
    {
      worker,
      leaseMs,
      except,
      now,
      cores = 0,
      mediaId = '',
      openMediaId = '',
    }: ClaimOptions & { mediaId?: string; openMediaId?: string },
    db = this.#db,
  ) {
    const values = {
      worker,
      dueAt: now + leaseMs,
      token: randomId(tokenLength),
      mediaId,
      openMediaId,
      now,
      cores,
    }
    const [row] = await this.#claims[kind]({ ...values, except: JSON.stringify(except) }, db)
    return row
  }

  /** Writes a worker's change if the task still belongs to the claim. */
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

/** Claims the next task of a class. A derivation keeps its media id; `cores` only matters for imports. */
function claimStatement(db: Kysely<Tables>, kind: Claim['kind']) {
  const samples = {
    worker: '',
    dueAt: 0,
    token: '',
    mediaId: '',
    openMediaId: '',
    now: 0,
    except: '[]',
    cores: 0,
  }
  return preparedByName(db, samples, ({ worker, dueAt, token, mediaId, openMediaId, now, except, cores }) =>
    db
      .updateTable('task')
      .set((eb) => ({
        status: 'processing' as const,
        attempts: eb('attempts', '+', 1),
        due_at: dueAt,
        claim_token: token,
        worker,
        step: steps[0],
        progress: 0,
      }))
      .$if(taskRows.isGifKind(kind), (query) => query.set({ media_id: mediaIdOf(openMediaId, mediaId) }))
      .where('seq', '=', (eb) =>
        eb
          .selectFrom('task')
          .select('seq')
          .where('ended_at', 'is', null)
          .where('class', '=', kind)
          .where(isDue(now))
          .where('id', 'not in', listOfJson<string>(except))
          .$if(kind === 'import', (query) =>
            query
              .where('follows', 'is', null)
              .where(sql<boolean>`${takenCores(now, cores)} < ${numberValue(cores)}`),
          )
          .orderBy('turn')
          .orderBy('seq')
          .limit(1)
          // Skips tasks being claimed by other workers instead of waiting for them.
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'code', 'request', 'owner_id', 'attempts', 'failures', 'queued_at', 'client'])
      .returning(['claim_token', 'media_id', 'source_hash']),
  )
}

/** Chooses a media id by the requested visibility: `open` if everyone may open the GIF, otherwise `closed`. */
function mediaIdOf(open: RawBuilder<string>, closed: RawBuilder<string>): RawBuilder<string> {
  const visibility = jsonText('request', 'visibility')
  return sql<string>`case when ${visibility} in ('public', 'unlisted') then cast(${open} as text) else cast(${closed} as text) end`
}

/** The share of `cores` taken by due and running creations and running imports, in all processes together. */
function takenCores(
  now: number | RawBuilder<number>,
  cores: number | RawBuilder<number>,
): RawBuilder<number> {
  return sql<number>`(
    (select count(*) from task
      where ended_at is null and class = 'import' and status = 'processing' and due_at > ${now})
    + ${coresOfCreation} * (select count(*) from (select 1 from task
      where ended_at is null and class = 'creation' and (status = 'processing' or ${isDue(now)}) limit ${cores}) as due)
  )`
}
