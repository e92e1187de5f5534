import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { onOneMachine } from '../support/instance.ts'
import { addGifs, addTitles, answersOf, find, untilReady } from '../support/stores/searching.ts'
import { dataFolder, type ServerProcess, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'

const databaseFiles = ['gifwright.db', 'gifwright.db-wal', 'gifwright.db-shm']

async function serve(t: TestContext, folder: string): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: folder, WORKER_CONCURRENCY: '0' })
  t.after(() => server.child.kill('SIGKILL'))
  return server
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM')
  assert.equal(await server.exited, 0)
}

function savedFiles(folder: string): string[] {
  const search = join(folder, 'search')
  return existsSync(search) ? readdirSync(search).toSorted() : []
}

/** Replaces the database of a folder with that of another. */
async function replaceDatabase(folder: string, from: string): Promise<void> {
  for (const file of databaseFiles) await rm(join(folder, file), { force: true })
  for (const file of databaseFiles)
    if (existsSync(join(from, file))) await cp(join(from, file), join(folder, file))
}

test('a server killed while it builds or saves the search index finds the same after its next start', async (t) => {
  const folder = await dataFolder(t)
  await addGifs(folder, 4000)
  const isSaving = () => savedFiles(folder).some((name) => !name.startsWith('manifest'))
  const isSaved = () => savedFiles(folder).includes('manifest.json')

  const building = await serve(t, folder)
  assert.equal((await fetch(`${building.url}/readyz`)).status, 503, 'it is still building')
  building.child.kill('SIGKILL')
  await building.exited

  const saving = await serve(t, folder)
  await until('it writes the first file of the index', isSaving)
  saving.child.kill('SIGKILL')
  await saving.exited

  const reference = await serve(t, folder)
  await untilReady(reference.url)
  await until('the index is saved', isSaved)
  const expected = await answersOf(reference.url)
  assert.ok((expected.cat?.total ?? 0) > 100)

  // Each time, a checkpoint at shutdown is cut short at its first file.
  let server = reference
  for (let round = 1; round <= 3; round++) {
    await addTitles(folder, [`A quokka of round ${round}`])
    await until('it is found', async () => (await find(server.url, 'quokka')).total === round)
    const before = savedFiles(folder).join()
    server.child.kill('SIGTERM')
    await until('it saves', () => savedFiles(folder).join() !== before)
    server.child.kill('SIGKILL')
    await server.exited
    server = await serve(t, folder)
    await untilReady(server.url)
    assert.equal((await find(server.url, 'quokka')).total, round)
    assert.deepEqual(await answersOf(server.url), expected)
  }

  await rm(join(folder, 'search'), { recursive: true })
  assert.deepEqual(await answersOf(server.url), expected, 'the folder may be deleted while the server runs')
  await stop(server)
  const last = await serve(t, folder)
  await untilReady(last.url)
  assert.deepEqual(await answersOf(last.url), expected)
})

test(
  'a saved index of another history is not used: from a restored backup or an older copy of the database',
  onOneMachine('copies of the file of SQLite'),
  async (t) => {
    const [folder, older, backup] = await Promise.all([dataFolder(t), dataFolder(t), dataFolder(t)])
    await addGifs(folder, 2500)
    await addTitles(folder, ['A narwhal'])
    await replaceDatabase(older, folder)
    const copied = await runCommand(['backup', join(backup, 'copy')], { DATA_DIR: folder }).ended
    // Only rows are backed up here: the GIFs have no files.
    assert.match(copied.err, /The backup was made/)

    const titles = ['A narwhal again', 'A narwhal once more']
    await addTitles(folder, titles)
    const first = await serve(t, folder)
    await untilReady(first.url)
    await until('the index is saved', () => savedFiles(folder).includes('manifest.json'))
    assert.equal((await find(first.url, 'narwhal')).total, 3)
    await stop(first)

    await replaceDatabase(folder, join(backup, 'copy'))
    const restored = await serve(t, folder)
    await untilReady(restored.url)
    assert.equal((await find(restored.url, 'narwhal')).total, 1)
    await addTitles(folder, titles)
    await until('the added GIF is found', async () => (await find(restored.url, 'narwhal')).total === 3)
    await stop(restored)

    // As many changes as the saved index knows, but different ones.
    await replaceDatabase(folder, older)
    await addTitles(folder, ['A walrus', 'A walrus again'])
    const replaced = await serve(t, folder)
    await untilReady(replaced.url)
    assert.equal((await find(replaced.url, 'narwhal')).total, 1)
    assert.equal((await find(replaced.url, 'walrus')).total, 2)
  },
)
