import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
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

/** As the versions wrote them that had no options of the GIF. */
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

test('a creation that an older version accepted is made as if nothing were asked of its GIF', async (t) => {
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

test('a creation that an older version made is done, without a word of a loop', async (t) => {
  const { db, tasks } = await openTestStores(t)
  await sql`
    insert into task (id, code, request, status, due_at, created_at, ended_at)
    values ('task', 'code', ${JSON.stringify(written[1])}, 'done', 7, 7, 8)
  `.execute(db)
  assert.deepEqual(await tasks.submissions.view('task'), { status: 'done', code: 'code', loop: null })
})
