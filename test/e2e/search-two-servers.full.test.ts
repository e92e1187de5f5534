import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { addGifs, addTitles, answersOf, find, untilReady } from '../support/stores/searching.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'

/** The existing files of a saved index, and the expected ones. */
function savedFiles(folder: string): { there: string[]; named: string[]; version: number } {
  const search = join(folder, 'search')
  const text = readFileSync(join(search, 'manifest.json'), 'utf8')
  const { version } = JSON.parse(text) as { version: number }
  const named = [...text.matchAll(/"name":"([^"]+)"/g)].map(([, name = '']) => name)
  return { there: readdirSync(search).toSorted(), named: ['manifest.json', ...named].toSorted(), version }
}

test('two servers on one data folder both find new GIFs; one saves the index, and the other takes over once the first has gone', async (t) => {
  const folder = await dataFolder(t)
  const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0' }
  await addGifs(folder, 2500)
  const start = async () => {
    const server = await startServer(settings)
    t.after(() => server.child.kill('SIGKILL'))
    await untilReady(server.url)
    return server
  }
  const first = await start()
  await until('the index is saved', () => readdirSync(join(folder, 'search')).includes('manifest.json'))
  const second = await start()
  assert.deepEqual(await answersOf(second.url), await answersOf(first.url))

  for (let round = 0; round < 5; round += 1) {
    const code = await addTitles(folder, [`A zebrafish ${round}`])
    for (const { url } of [first, second])
      await until(`${url} finds it`, async () => (await find(url, 'zebrafish')).codes[0] === code)
  }

  // The second one does not save: the first has the folder.
  const before = savedFiles(folder)
  assert.deepEqual(before.there, before.named)
  second.child.kill('SIGTERM')
  assert.equal(await second.exited, 0)
  assert.deepEqual(savedFiles(folder), before)

  // Killed, the first one releases the folder; the third one, started next to it, saves.
  const third = await start()
  first.child.kill('SIGKILL')
  await first.exited
  await addTitles(folder, ['A zebrafish more'])
  await until('it is found', async () => (await find(third.url, 'zebrafish')).total === 6)
  third.child.kill('SIGTERM')
  assert.equal(await third.exited, 0)
  const after = savedFiles(folder)
  assert.ok(after.version > before.version)
  assert.deepEqual(after.there, after.named)
  const fourth = await start()
  assert.equal((await find(fourth.url, 'zebrafish')).total, 6)
})
