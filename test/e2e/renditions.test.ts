import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../support/app.ts'
import { runHere } from '../support/processes/command.ts'
import { postPictures, statusOf } from '../support/creations.ts'
import { until } from '../support/until.ts'

async function codeOf(app: TestApp, task: string): Promise<string> {
  await until('the GIF is made', async () => (await statusOf(app.url, task)).status === 'done', 60_000)
  return (await statusOf(app.url, task)).result.code
}

/** Checks that every file in the record of a GIF is served with its declared length; returns the number of files. */
async function checkFiles(app: TestApp, code: string): Promise<number> {
  const [record] = (await app.json(`/api/gif/${code}`)).body.result
  const files = Object.entries(record?.renditions ?? {})
  for (const [name, { url, bytes }] of files)
    assert.equal((await (await fetch(url)).arrayBuffer()).byteLength, bytes, name)
  return files.length
}

test('renditions make fills a catalogue next to a server; status reports the missing ones', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const code = await codeOf(app, await postPictures(app.url))
  const before = await checkFiles(app, code)
  const run = (...args: string[]) =>
    runHere(['renditions', ...args], { DATA_DIR: app.folder, MIN_FREE_DISK_MB: '0' })
  const status = async () => JSON.parse((await run('status', '--json')).out) as Record<string, unknown>
  const { missing, ...rest } = await status()
  assert.deepEqual(rest, {
    gifs: 1,
    lacking: 1,
    derivations: { waiting: 0, processing: 0 },
    kept_source_bytes: 0,
  })
  assert.equal((missing as Record<string, number>).webm, 1)
  const unknown = await run('make', '--category', 'none')
  assert.deepEqual([unknown.code, unknown.err.includes('There is no category with the code none')], [1, true])
  assert.match((await run('make', '--limit', 'many')).err, /--limit must be a whole number/)
  const made = await run('make', '--jobs', '1')
  assert.equal(made.code, 0, made.err)
  assert.match(made.err, /^1 GIF done\.$/m)
  assert.match((await run('status')).out, /^lacking some +0$/m)
  await app.noticeChanges()
  assert.ok((await checkFiles(app, code)) > before)
})
