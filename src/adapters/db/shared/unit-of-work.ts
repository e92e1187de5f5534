import type { TransactionStores, UnitOfWork } from '../../../creation/task-queue.ts'
import type { Kysely } from 'kysely'
import type { CatalogueWriter } from '../../../catalogue/catalogue-store.ts'
import type { Clock } from '../../../lib/clock.ts'
import { checkCategory } from './catalogue/category-rows.ts'
import { logGifs } from './catalogue/change-log.ts'
import { insertGif } from './catalogue/gif-rows.ts'
import { addToPacked, readRenditions } from './catalogue/rendition-column.ts'
import { sourcesIn } from './prepared-sources/source-rows.ts'
import { noteBytes, noteMade } from './publishing/visitor-rows.ts'
import { writeMeasured } from './tasks/measurement-rows.ts'
import { keptBytes } from './tasks/source-rows.ts'
import { endFollowers } from './tasks/task-followers.ts'
import { isGifKind, waitingColumns } from './tasks/task-rows.ts'
import { nextTurn } from './tasks/task-turns.ts'
import { requestWithoutSource } from './dialect.ts'
import { acquireLock, inWriteTransaction, type OnChange } from './transactions.ts'
import type { Tables } from './tables.ts'
import { recordTask, recordWaiting } from './webhooks/event-rows.ts'

export class SqlUnitOfWork implements UnitOfWork {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock
  readonly #onChange: OnChange

  /** `onChange` is called after a transaction that may have changed the catalogue was committed. */
  constructor(db: Kysely<Tables>, clock: Clock, onChange: OnChange = () => undefined) {
    this.#db = db
    this.#clock = clock
    this.#onChange = onChange
  }

  async inTransaction<T>(work: (stores: TransactionStores) => Promise<T>): Promise<T> {
    const result = await inWriteTransaction(this.#db, 'catalogue', (trx) =>
      work({
        catalogue: catalogueIn(trx, this.#clock),
        tasks: tasksIn(trx, this.#clock),
        sources: sourcesIn(trx, () => this.#clock.now()),
      }),
    )
    await this.#onChange()
    return result
  }
}

function catalogueIn(trx: Kysely<Tables>, clock: Clock): CatalogueWriter {
  return {
    async add(gif) {
      await checkCategory(trx, gif.categoryId)
      await insertGif(trx, gif)
      if ((await noteMade(trx, gif, clock.now())) === 'waiting') await recordWaiting(trx)
    },
    async addRenditions(mediaId, files) {
      const gif = await trx
        .selectFrom('gif')
        .select('renditions')
        .where('media_id', '=', mediaId)
        .limit(1)
        .forUpdate()
        .executeTakeFirst()
      if (gif === undefined) return false
      // GIFs that share files have the same renditions.
      const renditions = addToPacked(gif.renditions, files)
      const changed = await trx
        .updateTable('gif')
        .set({ renditions })
        .where('media_id', '=', mediaId)
        .returning(['id', 'code'])
        .execute()
      const codes = changed.map(({ code }) => code)
      await noteBytes(trx, codes, readRenditions(renditions))
      await logGifs(
        trx,
        changed.map(({ id }) => id),
      )
      return true
    },
  }
}

function tasksIn(trx: Kysely<Tables>, clock: Clock): TransactionStores['tasks'] {
  return {
    async standing({ id, token }) {
      const task = await trx
        .selectFrom('task')
        .select(['status', 'owner_id'])
        .where('id', '=', id)
        .where('claim_token', '=', token)
        .forUpdate()
        .executeTakeFirst()
      const standings = { processing: 'held', done: 'completed', waiting: 'lost', error: 'lost' } as const
      return { standing: task ? standings[task.status] : 'lost', ownerId: task?.owner_id ?? null }
    },
    async complete(
      { kind, id, token },
      { loop = null, missingCharacters = [], sizeNote = null, measured } = {},
    ) {
      const task = await trx
        .updateTable('task')
        .set({
          status: 'done',
          progress: 1,
          ended_at: clock.now(),
          client: null,
          ...(kind === 'derivation' && { request: requestWithoutSource }),
          ...(measured !== undefined && { request: writeMeasured(measured) }),
          loop_start_seconds: loop?.startSeconds ?? null,
          loop_end_seconds: loop?.endSeconds ?? null,
          size_note: sizeNote === null ? null : JSON.stringify(sizeNote),
          missing_characters: missingCharacters.length === 0 ? null : JSON.stringify(missingCharacters),
        })
        .where('id', '=', id)
        .where('claim_token', '=', token)
        .returning(['code', 'owner_id'])
        .executeTakeFirst()
      if (!isGifKind(kind) || task === undefined) return
      await endFollowers(trx, id)
      await recordTask(trx, { id, ownerId: task.owner_id }, { code: task.code ?? '' })
    },
    async addDerivation({ id, mediaId, client, ownerId, ...request }) {
      const now = clock.now()
      await trx
        .insertInto('task')
        .values({
          id,
          class: 'derivation',
          code: null,
          media_id: mediaId,
          request: JSON.stringify(request),
          owner_id: ownerId,
          client,
          turn: nextTurn(now, 'derivation', client),
          ...waitingColumns(now),
        })
        .execute()
    },
    async keptSourceBytes(client) {
      await acquireLock(trx, 'sources')
      const now = clock.now()
      const ofClient = client === null ? 0 : await keptBytes(trx, now, client)
      return { all: await keptBytes(trx, now), ofClient }
    },
  }
}
