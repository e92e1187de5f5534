import assert from 'node:assert/strict'
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import { loadConfig } from '#src/config/config.ts'
import { runHere } from '../support/processes/command.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { storeGif } from '../support/stores/stored-gifs.ts'

const name = 'gifwright.db'

/** The data folder of a stopped service, with a GIF in it. */
async function stoppedService(t: TestContext): Promise<string> {
  const folder = await dataFolder(t)
  const stores = await openStores(loadConfig({ DATA_DIR: folder }))
  await storeGif({ ...stores, folder })
  await stores.close()
  return folder
}

function change(folder: string, statements: string): void {
  const database = new DatabaseSync(join(folder, name))
  database.exec(statements)
  database.close()
}

/** Starts the service on a folder, expecting it to refuse; returns its one error message. */
async function refusal(folder: string): Promise<string> {
  const before = await readFile(join(folder, name)).catch(() => null)
  const files = (await readdir(folder)).toSorted()
  const { code, out, err } = await runHere(['start'], { DATA_DIR: folder, PORT: '0' })
  assert.equal(code, 1)
  assert.equal(out, '')
  assert.match(err, /^[^\n]+\.\n$/, 'one sentence, on one line')
  assert.doesNotMatch(err, /Error:| at |node:/)
  const after = await readFile(join(folder, name)).catch(() => null)
  assert.deepEqual(after, before, 'the database is unchanged')
  assert.deepEqual((await readdir(folder)).toSorted(), files)
  return err
}

test('an unusable database stops the start with one sentence that says what to do, and stays unchanged', async (t) => {
  const whole = await stoppedService(t)
  const cases: [what: string, make: (folder: string, file: string) => Promise<void> | void, said: RegExp][] =
    [
      [
        'of a newer version',
        (folder) =>
          change(
            folder,
            `INSERT INTO kysely_migration (name, timestamp) VALUES ('999_future', '2099-01-01')`,
          ),
        /changed by a newer version of Gifwright\. Start that version, or restore/,
      ],
      [
        'of other bytes',
        (_folder, file) => writeFile(file, Buffer.alloc(100_000, 0xa7)),
        /is not a database/,
      ],
      ['a text', (_folder, file) => writeFile(file, 'Dear diary,\n'.repeat(500)), /is not a database/],
      ['cut off', (_folder, file) => truncate(file, 50_001), /is damaged\. Restore it from a backup/],
      [
        'empty, next to the files of GIFs',
        (_folder, file) => truncate(file),
        /missing or empty\. Restore it/,
      ],
      ['missing, next to the files of GIFs', (_folder, file) => rm(file), /missing or empty\. Restore it/],
      [
        'a folder',
        async (folder, file) => {
          await rm(file)
          await rm(join(folder, 'media', 'gifs'), { recursive: true })
          await mkdir(file)
        },
        /cannot be opened\. It must be a file/,
      ],
      [
        'of another program',
        async (folder, file) => {
          await rm(file)
          change(folder, 'CREATE TABLE song (title TEXT)')
        },
        /is not one of Gifwright: it has other tables/,
      ],
    ]
  for (const [what, make, said] of cases) {
    await t.test(what, async (t) => {
      const folder = join(await dataFolder(t), 'data')
      await cp(whole, folder, { recursive: true })
      await make(folder, join(folder, name))
      assert.match(await refusal(folder), said)
    })
  }
})
