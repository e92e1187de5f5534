import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openStores } from '#src/app/stores.ts'
import { keepsUploads } from '#src/creation/retry.ts'
import type { ErrorCode } from '#src/lib/app-error.ts'
import { systemClock } from '#src/lib/clock.ts'
import { Sweeper } from '#src/worker/sweeper.ts'
import type { Answer } from '../answers.ts'
import { statusOf } from '../creations.ts'
import { isNamedByProcess } from './server-process.ts'
import { until } from '../until.ts'
import { readRows } from '../stores/database-access.ts'
import { testConfig, usesSqlite } from '../instance.ts'
import { storedFolders } from '../stores/stored-files.ts'

const hourMs = 60 * 60_000

/** Waits until each of the tasks has ended, successfully or not. */
export async function allEnded(url: string, tasks: readonly string[]): Promise<Answer[]> {
  await until(
    'every task has ended',
    async () => {
      const states = await Promise.all(tasks.map((task) => statusOf(url, task)))
      return states.every(({ status }) => status === 'done' || status === 'error')
    },
    600_000,
  )
  return Promise.all(tasks.map((task) => statusOf(url, task)))
}

/** Returns how often making the GIF of a task has failed so far, read without writing. */
export async function failures(folder: string, task: string): Promise<number> {
  const [row] = await readRows(folder, 'select failures from task where id = ?', task)
  return Number(row?.failures)
}

/**
 * Waits for the tasks to end; then each is done, every task of the database has one GIF, accepted or not, each GIF has
 * complete files, and after a sweep there is no file without a row, and no temporary one except in the folders of live
 * processes. The server may run. `otherGifs`: the GIFs in the catalogue before the first task; `failing`: the codes of
 * the errors of tasks that are expected to fail.
 */
export async function assertNothingLost(
  folder: string,
  url: string,
  tasks: readonly string[],
  { otherGifs = 0, failing = {} }: { otherGifs?: number; failing?: Record<string, ErrorCode> } = {},
): Promise<void> {
  // A task may be in the database though its answer never reached anybody.
  await until(
    'no task is left',
    async () => (await readRows(folder, 'select id from task where ended_at is null')).length === 0,
  )
  for (const { status, error } of await allEnded(url, tasks))
    assert.equal(status, 'done', JSON.stringify(error))
  for (const [task, code] of Object.entries(failing)) {
    const [ended] = await allEnded(url, [task])
    assert.equal(ended?.error?.code, code)
  }
  const rows = (await readRows(folder, 'select code, media_id from gif order by code')) as {
    code: string
    media_id: string
  }[]
  const done = await readRows(
    folder,
    "select code from task where status = 'done' and class = 'creation' order by code",
  )
  if (usesSqlite(folder))
    assert.deepEqual(await readRows(folder, 'pragma integrity_check'), [{ integrity_check: 'ok' }])
  const made = new Set(done.map(({ code }) => code))
  assert.equal(made.size, rows.filter(({ code }) => made.has(code)).length)
  assert.equal(rows.length, made.size + otherGifs)
  for (const code of made) {
    const record = (await (await fetch(`${url}/api/gif/${code}`)).json()) as Answer
    for (const key of ['gif_url', 'mp4_url', 'webp_url', 'thumb_url'] as const) {
      const media = await fetch(record.result[0]![key])
      assert.equal(media.status, 200)
      assert.equal((await media.arrayBuffer()).byteLength, Number(media.headers.get('content-length')))
    }
  }
  await sweepLater(folder)
  assert.deepEqual(
    await storedFolders(folder, 'gifs'),
    [...new Set(rows.map(({ media_id }) => media_id))].toSorted(),
  )
  // A task ends a moment before its uploads do.
  const isKept = (task: string) =>
    failing[task] !== undefined && keepsUploads({ code: failing[task], message: '' })
  await until('no upload is left that no task needs', async () =>
    (await storedFolders(folder, 'incoming')).every(isKept),
  )
  await assertNothingTemporary(folder)
}

/**
 * Asserts that no temporary file is left in a data folder, except in folders of live processes. A task ends a moment
 * before its folder does.
 */
export async function assertNothingTemporary(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'tmp')
  const namesIn = (name: string) => (existsSync(join(folder, name)) ? readdirSync(join(folder, name)) : [])
  const left = () => [
    ...['work', 'uploads'].flatMap(namesIn),
    ...namesIn('render').filter((name) => !isNamedByProcess(join(folder, 'render', name))),
  ]
  await until('no temporary file is left', () => left().length === 0).catch(() => {
    assert.deepEqual(left(), [])
  })
}

/** Runs the sweeper as two hours later. */
export async function sweepLater(folder: string): Promise<void> {
  const config = testConfig({ DATA_DIR: folder })
  const stores = await openStores(config)
  const { tasks, catalogue, sessions, notices, mediaStore } = stores
  try {
    await new Sweeper({
      tasks,
      visitorGifs: stores.visitorGifs,
      keepUnpublishedMs: null,
      preparedSources: stores.preparedSources,
      catalogue,
      mediaStore,
      sessions,
      sessionLimits: config.site.sessionLimits,
      notices,
      keepContactsMs: config.notices.keepContactsMs,
      tryToWrite: async () => undefined,
      clock: { now: () => systemClock.now() + 2 * hourMs },
      graceMs: hourMs,
    }).sweep()
  } finally {
    await stores.close()
  }
}
