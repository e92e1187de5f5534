import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readMeasurement } from '#src/adapters/db/shared/tasks/measurement-rows.ts'
import { readDerivation } from '#src/adapters/db/shared/tasks/source-rows.ts'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import { openTestStores } from '../../support/stores/stores.ts'

const details = {
  categoryId: 1,
  tags: ['frog'],
  visibility: 'public',
  rating: null,
  watermark: true,
  title: 'A frog',
}
const clip = { startSeconds: 0.5, endSeconds: 2 }

/** Rows as written by versions without options of the GIF. */
const written = [
  { ...details, ...clip, kind: 'url', url: 'https://example.org/a.mp4', uploads: [] },
  { ...details, ...clip, kind: 'video', uploads: ['incoming/task-1/0'] },
  {
    ...details,
    kind: 'pictures',
    uploads: ['incoming/task-2/0', 'incoming/task-2/1'],
    width: 100,
    height: 80,
    resize: false,
    delayMs: 200,
  },
]

test('a creation that an older version accepted is made with default options', async (t) => {
  const { db, tasks } = await openTestStores(t)
  for (const [number, request] of written.entries()) {
    await sql`
      insert into task (id, code, request, status, due_at, queued_at, created_at, turn)
      values (${`task-${number}`}, ${`code${number}`}, ${JSON.stringify(request)}, 'waiting', 7, 7, 7, ${number})
    `.execute(db)
  }
  for (const [number, request] of written.entries()) {
    const clip = request.kind === 'pictures' ? {} : { clip: defaultClipOptions }
    const expected = { ...request, alt: null, gif: defaultGifOptions, ...clip }
    assert.deepEqual((await tasks.submissions.read(`task-${number}`))?.request, expected)
    assert.deepEqual((await tasks.claims.claim('worker', 1000))?.request, expected)
  }
  const { tasks: listed } = await tasks.records.list({ status: null, start: 0, limit: 10 })
  assert.deepEqual(
    listed.map(({ request }) => 'gif' in request && request.gif),
    written.map(() => defaultGifOptions),
  )
})

test('a preset that an older version called `quality` is read as `best`', async (t) => {
  const { db, tasks } = await openTestStores(t)
  const request = { ...written[1], gif: { ...defaultGifOptions, preset: 'quality' } }
  await sql`
    insert into task (id, code, request, status, due_at, queued_at, created_at, turn)
    values ('task', 'code', ${JSON.stringify(request)}, 'waiting', 7, 7, 7, 1)
  `.execute(db)
  const stored = await tasks.submissions.read('task')
  assert.ok(stored !== undefined && 'gif' in stored.request)
  assert.equal(stored.request.gif.preset, 'best')

  const source = { sourceId: 'source', creation: { request } }
  const measured = readMeasurement(JSON.stringify(source)).creation.request
  assert.equal('gif' in measured && measured.gif.preset, 'best')
  const kept = { renditions: ['gif'], loops: 0, source: { plan: request, until: 9, bytes: 1 } }
  const plan = readDerivation(JSON.stringify(kept)).source?.plan
  assert.equal(plan !== undefined && 'gif' in plan && plan.gif.preset, 'best')
})

test('a creation that an older version finished is done, with no information about a loop', async (t) => {
  const { db, tasks } = await openTestStores(t)
  await sql`
    insert into task (id, code, request, status, due_at, created_at, ended_at)
    values ('task', 'code', ${JSON.stringify(written[1])}, 'done', 7, 7, 8)
  `.execute(db)
  assert.deepEqual(await tasks.submissions.view('task'), { status: 'done', code: 'code', loop: null })
})
