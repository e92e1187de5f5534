import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startSession } from '#src/accounts/sessions.ts'
import { makeToken } from '#src/accounts/tokens.ts'
import { openStores } from '#src/app/stores.ts'
import type { Config } from '#src/config/config.ts'
import { listedLimits } from '#src/library/import/drops/drop.ts'
import { databaseName } from '#src/lib/database.ts'
import { accountEvents, webhookLimits } from '#src/webhooks/webhook.ts'
import { createWebhookSecrets } from '#src/webhooks/webhook-secrets.ts'
import { newTask } from '../../contract/stores.ts'
import { publishGif } from './gifs.ts'

/** The number of GIFs of an account, the number of them in its large drop, and the number of refused files kept. */
export type FullAccountSize = { gifs: number; gifsInDrop: number; refused: number }

/** As many as one account may have. */
export const fullSize: FullAccountSize = { gifs: 5000, gifsInDrop: 1000, refused: listedLimits.refusedOfDrop }

/** Row counts of one account; the others are the default limits. */
const sessions = 200
const tokens = 50
const accounts = 2000
const visitorGifs = 1000
const waitingInDrop = 200

export type FullAccount = {
  id: number
  /** The cookie of a browser that is signed in to it. */
  cookie: string
  /** The cookie of a signed-in operator. */
  operatorCookie: string
  token: string
  /** Codes of its GIFs, newest first. */
  codes: string[]
  mediaId: string
  /** Codes of collections with the maximum number of GIFs. */
  collections: string[]
  /** A drop with files of its GIFs, some waiting files, and the maximum number of listed refused files. */
  batch: string
  /** Another drop, with more GIFs than one turn can delete in time. */
  smallBatch: string
  task: string
  failedTask: string
  webhook: number
  /** GIFs that wait for review: as many as one review can contain. */
  reviewed: string[]
  /** The code of a case with a decision. */
  decided: string
}

/**
 * Fills an account with the maximum of everything that one account may have, in an instance with as many GIFs without
 * an owner. Writes SQL, since the calls would take hours. The server of the folder must not run.
 */
export async function fillAccount(config: Config, size = fullSize): Promise<FullAccount> {
  const stores = await openStores(config)
  try {
    const email = 'full@example.org'
    const { id } = await stores.accounts.add({ email, premium: true, admin: false, passwordHash: null })
    const operator = { email: 'operator@example.org', premium: true, admin: true, passwordHash: null }
    const { id: operatorId } = await stores.accounts.add(operator)
    const { key: operatorKey } = await startSession(stores.sessions, operatorId, 'Firefox on Linux')
    const { key } = await startSession(stores.sessions, id, 'Firefox on Linux')
    const { token } = await makeToken(stores.accounts, id, 'full')
    const template = await publishGif(stores, { ownerId: id, rating: 'g', alt: null, tags: ['frog', 'pond'] })
    const task = newTask({ ownerId: id })
    await stores.tasks.submissions.add(task, 1000)
    const { sealed: secret } = createWebhookSecrets(stores.secret).make()
    // Nothing is sent to this address. Only the last webhook receives events of every GIF, since each event takes a
    // commit or two.
    const hook = { url: 'https://127.0.0.1/', events: ['task.failed' as const], secret }
    for (let added = 1; added < webhookLimits.ofAccount; added++)
      await stores.webhooks.add(id, hook, webhookLimits.ofAccount)
    const told = { ...hook, events: [...accountEvents] }
    const webhook = (await stores.webhooks.add(id, told, webhookLimits.ofAccount))?.id ?? 0
    const createdAt = Date.now()
    const event = { id: 'evt_1', type: 'test' as const, createdAt, data: { kind: 'test' as const } }
    await stores.webhooks.send(webhook, event)
    const database = new DatabaseSync(join(config.data.folder, databaseName), { timeout: 5000 })
    try {
      fill(database, { account: id, template: template.id, task: task.id, webhook, size, config })
      const codesOf = (sql: string) =>
        database
          .prepare(sql)
          .all()
          .map(({ code }) => String(code))
      return {
        id,
        cookie: `gifwright=${key}`,
        operatorCookie: `gifwright=${operatorKey}`,
        token,
        codes: codesOf(
          `SELECT code FROM gif WHERE owner_id = ${id} AND slot IS NOT NULL ORDER BY id DESC LIMIT 400`,
        ),
        reviewed: codesOf('SELECT code FROM visitor_gif LIMIT 24'),
        mediaId: template.mediaId,
        collections: Array.from({ length: 10 }, (_, n) => collectionCode(n + 1)),
        batch: fullBatch,
        smallBatch,
        task: task.id,
        failedTask: 'failed1',
        webhook,
        decided: 'case1',
      }
    } finally {
      database.close()
    }
  } finally {
    await stores.close()
  }
}

const fullBatch = 'b'.repeat(22)
const smallBatch = 's'.repeat(22)
const gifsInSmallBatch = 100
const collectionCode = (number: number): string => `collection${number}`

type Filling = {
  account: number
  template: number
  task: string
  webhook: number
  size: FullAccountSize
  config: Config
}

function fill(database: DatabaseSync, { account, template, task, webhook, size, config }: Filling): void {
  const { gifs, gifsInDrop, refused } = size
  // Only its oldest GIFs were reported: the calls take the newest.
  const notices = gifs * 0.4
  const { maxFavorites, maxCollections, maxGifsInCollection } = config.collections
  const { maxWaiting } = config.imports
  const now = Date.now()
  /** Returns the numbers from 1 as a table `n`. */
  const count = (to: number) =>
    `(WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${to}) SELECT n FROM c)`
  /** Copies a row with different values in some columns. */
  const copy = (table: string, key: string, times: number, values: Record<string, string>) => {
    const columns = database
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name))
      .filter((name) => name !== (table === 'task' ? 'seq' : 'id') || name in values)
    const chosen = columns.map((name) => values[name] ?? `old.${name}`)
    database.exec(
      `INSERT INTO ${table} (${columns.join()}) SELECT ${chosen.join()} FROM ${table} old, ${count(times)} WHERE ${key}`,
    )
  }
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  // First GIFs without an owner, so that there can be the maximum number of favorites; then the account's own.
  for (const owner of ['NULL', String(account)]) {
    copy('gif', `old.id = ${template}`, owner === 'NULL' ? maxFavorites - gifs : gifs - 1, {
      code: `'${owner === 'NULL' ? 'other' : 'own'}' || n`,
      media_id: `substr('${owner === 'NULL' ? 'o' : 'm'}' || n || 'xxxxxxxxxxxxxxxx', 1, 16)`,
      title: `'A green frog jumps ' || n`,
      tenor_id: `${owner === 'NULL' ? 2 : 3} * 1000000000000000000 + n`,
      owner_id: owner,
      visibility: `CASE n % 10 WHEN 0 THEN 'private' WHEN 1 THEN 'unlisted' ELSE 'public' END`,
      rating: `CASE n % 3 WHEN 0 THEN NULL ELSE 'g' END`,
      hidden: `n % 7 = 0`,
      slot: `CASE WHEN n % 10 > 1 AND n % 7 > 0 THEN 1 END`,
    })
  }
  database.exec(`
    DELETE FROM gif_slot; DELETE FROM gif_pool;
    UPDATE gif SET slot = numbered.slot FROM (
      SELECT id, row_number() OVER (PARTITION BY category_id, coalesce(rating, '') ORDER BY id) - 1 AS slot
      FROM gif WHERE slot IS NOT NULL
    ) AS numbered WHERE numbered.id = gif.id;
    INSERT INTO gif_slot SELECT category_id, coalesce(rating, ''), slot, id FROM gif WHERE slot IS NOT NULL;
    INSERT INTO gif_pool SELECT category_id, rating, count(*) FROM gif_slot GROUP BY 1, 2;
    INSERT INTO favourite SELECT ${account}, id, ${now} + id FROM gif;
    INSERT INTO collection (code, account_id, name, visibility, hidden, created_at, updated_at)
      SELECT 'collection' || n, ${account}, 'Frogs ' || n, 'public', 0, ${now}, ${now} + n
      FROM ${count(maxCollections)};
    INSERT INTO collection_gif SELECT collection.id, gif.id, gif.id, ${now}
      FROM collection, (SELECT id FROM gif ORDER BY id LIMIT ${maxGifsInCollection} OFFSET 2000) AS gif;
    INSERT INTO collection_report (collection_id, reason, words, created_at)
      SELECT id, 'nsfw', 'Look at this.', ${now} FROM collection, ${count(3)};
    INSERT INTO dropped_file (batch, owner_id, name, code, is_copy, created_at)
      SELECT '${fullBatch}', ${account}, 'frogs/' || code || '.gif', code, 0, ${now}
      FROM gif WHERE owner_id = ${account} LIMIT ${gifsInDrop};
    INSERT INTO dropped_file (batch, owner_id, name, code, is_copy, created_at)
      SELECT '${smallBatch}', ${account}, code || '.gif', code, 0, ${now}
      FROM gif WHERE owner_id = ${account} LIMIT ${gifsInSmallBatch} OFFSET ${gifsInDrop};
    INSERT INTO dropped_file (batch, owner_id, name, code, is_copy, created_at, error)
      SELECT '${fullBatch}', ${account}, 'bad' || n || '.zip', '', 0, ${now},
        '{"code":"media_unsupported","message":"An archive in an archive is not opened."}'
      FROM ${count(refused)};
    INSERT INTO dropped_file (batch, owner_id, name, code, is_copy, created_at)
      SELECT substr('x' || n || '${fullBatch}', 1, 22), ${account}, 'frog.gif', 'own1', 0, ${now} - n
      FROM ${count(maxWaiting)};
    INSERT INTO account (email, premium, admin, created_at)
      SELECT 'person' || n || '@example.org', 0, 0, ${now} FROM ${count(accounts)};
    INSERT INTO session (account_id, hash, browser, created_at, last_used_at)
      SELECT ${account}, 'hash' || n, 'Firefox on Linux', ${now}, ${now} FROM ${count(sessions - 1)};
    INSERT INTO api_token (account_id, name, hash, hint, created_at)
      SELECT ${account}, 'token' || n, 'hash' || n, 'gw_aaaa', ${now} FROM ${count(tokens - 1)};
    INSERT INTO notice_case (code, gif_id, title, owner_id, created_at)
      SELECT 'case' || row_number() OVER (ORDER BY id), id, title, ${account}, ${now}
      FROM gif WHERE owner_id = ${account} ORDER BY id LIMIT ${notices};
    INSERT INTO notice (case_id, reference, secret_hash, reason, words, statements, reporter_id, created_at)
      SELECT id, 'r' || id, 's' || id, 'illegal', 'This is a reason of some words.', '[]', ${account}, ${now}
      FROM notice_case;
    INSERT INTO notice_decision (case_id, action, statement, decided_by, created_at)
      SELECT id, 'keep', 'It may stay.', 'operator@example.org', ${now} FROM notice_case;
    INSERT INTO visitor_gif (code, key_hash, state, bytes, since)
      SELECT code, 'hash', 'waiting', 1000, ${now} FROM gif
      WHERE owner_id IS NULL AND visibility = 'unlisted' AND hidden = 0 LIMIT ${visitorGifs};
  `)
  copy('task', `old.id = '${task}'`, maxWaiting, {
    id: `'task' || n`,
    class: `'import'`,
    code: `'waiting' || n`,
    batch: `'${fullBatch}'`,
    client: `'import'`,
    turn: 'n',
  })
  copy('task', `old.id = '${task}'`, maxWaiting, {
    id: `'failed' || n`,
    code: `'failing' || n`,
    status: `'error'`,
    error: `'{"code":"media_broken","message":"The file is damaged."}'`,
    ended_at: String(now),
    client: 'NULL',
  })
  // Postpones all deliveries, so that nothing is sent.
  database.exec(`UPDATE task SET due_at = ${now + 86_400_000} WHERE webhook_id IS NOT NULL`)
  copy('task', `old.webhook_id = ${webhook}`, webhookLimits.waiting, { id: `'delivery' || n` })
  // Files of a drop that wait to be made.
  database.exec(`
    INSERT INTO dropped_file (batch, owner_id, name, code, task_id, is_copy, created_at)
      SELECT '${fullBatch}', ${account}, 'waiting/' || code || '.gif', code, id, 0, ${now}
      FROM task WHERE class = 'import' LIMIT ${waitingInDrop};
    COMMIT;
    ANALYZE;
  `)
}
