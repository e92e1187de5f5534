import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { startApp, type TestApp } from '../support/app.ts'
import { runCommand } from '../support/command.ts'

async function fileOf(t: TestContext, lines: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-captions-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'captions.jsonl')
  await writeFile(file, lines.join('\n'))
  return file
}

const load = (app: TestApp, file: string) =>
  runCommand(['demo', '--captions', file], { DATA_DIR: app.folder }).ended

test('a running service finds the GIFs of demo --captions by their words, with all that the file says', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const file = await fileOf(t, [
    '{"title": "A walrus waves", "tags": ["Wave", "wave"], "category": "animals", "uses": 3}',
    '',
    '{"title": "A walrus in Hogwarts", "tags": [], "category": "fashion & beauty", "nsfw": true, "uses": 12, "id": 7}',
    '{"title": "The walrus again", "tags": ["ocean"]}',
  ])
  const { code, err } = await load(app, file)
  assert.equal(code, 0, err)
  assert.match(err, /^3 GIFs added\.$/m)
  await app.noticeChanges()
  const { body } = await app.post('/api/find', { q: 'walrus', nsfw: 1 })
  assert.equal(body.total, 3)
  assert.deepEqual(
    body.result.map(({ title, tags, nsfw, category }) => [title, tags, nsfw, category.code]),
    [
      ['A walrus in Hogwarts', [], true, 'fashion'],
      ['A walrus waves', ['wave'], false, 'animals'],
      ['The walrus again', ['ocean'], false, 'other'],
    ],
  )
  assert.equal((await fetch(body.result[0]?.gif_url ?? '')).status, 200)
})
