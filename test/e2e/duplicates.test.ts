import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { readLook } from '#src/looks/look.ts'
import { startApp } from '../support/app.ts'
import { compareLooks } from '../support/compare-looks.ts'
import { runHere } from '../support/processes/command.ts'
import { postVideo } from '../support/creations.ts'
import { makeVideo } from '../support/media/media.ts'

test('duplicates scan recomputes the looks of GIFs as at their creation; list names those that look the same', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const video = await readFile(await makeVideo(t, { seconds: 1, width: 160, height: 90, fps: 5 }))
  const make = async (width: number) => {
    const task = await postVideo(app.url, video, 1, { width: String(width) })
    return ((await app.ended(task)).result as unknown as { code: string }).code
  }
  const codes = [await make(120), await make(160)]
  const looks = () =>
    app.withStores(async ({ db }) =>
      (await db.selectFrom('gif').select('look').orderBy('id').execute()).map(({ look }) =>
        readLook(look ?? new Uint8Array()),
      ),
    )
  const made = await looks()
  assert.ok(made[0] && made[1])
  assert.notEqual(compareLooks(made[0], made[1]), null)
  await app.withStores(({ db }) => db.updateTable('gif').set({ look: null }).execute())
  const run = (...args: string[]) =>
    runHere(['duplicates', ...args], { DATA_DIR: app.folder, MIN_FREE_DISK_MB: '0' })
  const scanned = await run('scan', '--jobs', '1')
  assert.equal(scanned.code, 0, scanned.err)
  assert.match(scanned.err, /^2 GIFs done\.$/m)
  for (const [at, look] of (await looks()).entries()) {
    const before = made[at]
    assert.ok(look && before)
    assert.notEqual(compareLooks(look, before), null)
  }
  assert.deepEqual(JSON.parse((await run('list', '--json')).out), codes.toReversed())
})
