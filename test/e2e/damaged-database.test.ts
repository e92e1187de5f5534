import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openStores } from '#src/app/stores.ts'
import { loadConfig } from '#src/config/config.ts'
import { runCommand } from '../support/processes/command.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { storeGif } from '../support/stores/stored-gifs.ts'

const name = 'gifwright.db'

/** A data folder as a service leaves it that was stopped: with a GIF in it. */
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

/** Starts the service on a folder and takes for granted that it refuses; gives the one sentence it says. */
async function refusal(folder: string): Promise<string> {
  const before = await readFile(join(folder, name)).catch(() => null)
  const files = (await readdir(folder)).toSorted()
  const { code, out, err } = await runCommand(['start'], { DATA_DIR: folder, PORT: '0' }).ended
  assert.equal(code, 1)
  assert.equal(out, '')
  assert.match(err, /^[^\n]+\.\n$/, 'one sentence, on one line')
  assert.doesNotMatch(err, /Error:| at |node:/)
  const after = await readFile(join(folder, name)).catch(() => null)
  assert.deepEqual(after, before, 'the database is as it was')
  assert.deepEqual((await readdir(folder)).toSorted(), files)
  return err
}

test('a database that cannot be used refuses to start with one sentence that says what to do, and stays as it was', async (t) => {
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
      ['empty, beside the files of GIFs', (_folder, file) => truncate(file), /missing or empty\. Restore it/],
      ['missing, beside the files of GIFs', (_folder, file) => rm(file), /missing or empty\. Restore it/],
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

/** What the program says when a user without rights starts it; null where no such user can. */
async function saidAsNobody(args: string[], settings: Record<string, string>): Promise<string | null> {
  const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))
  const isRoot = process.getuid?.() === 0
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  return once(child, 'close').then(
    () => said,
    () => null,
  )
}

const nobody = 65534

test('a user without the right to write is told which file or folder needs it', async (t) => {
  if (!/^\d/.test((await saidAsNobody(['--version'], {})) ?? ''))
    return t.skip('another user cannot run the program from where it is')
  const whole = await stoppedService(t)
  const cases: [what: string, fileMode: number, folderMode: number, said: RegExp][] = [
    ['a file that may only be read', 0o444, 0o755, /cannot be written by this user\. Give it the right/],
    ['a folder that may only be read', 0o644, 0o555, /cannot be used as a folder; set it to one that can/],
    ['a file that may not be read', 0, 0o755, /cannot be opened\. It must be a file/],
  ]
  for (const [what, fileMode, folderMode, said] of cases) {
    const folder = await mkdtemp(join(tmpdir(), 'gifwright-rights-'))
    await cp(join(whole, name), join(folder, name))
    if (process.getuid?.() === 0)
      for (const path of [folder, join(folder, name)]) await chown(path, nobody, nobody)
    await chmod(join(folder, name), fileMode)
    await chmod(folder, folderMode)
    const sentence = await saidAsNobody(['start'], { DATA_DIR: folder, PORT: '0' })
    await chmod(folder, 0o755)
    await rm(folder, { recursive: true })
    assert.match(sentence ?? '', said, what)
    assert.match(sentence ?? '', /^[^\n]+\.\n$/, what)
  }
})

test('two processes that start at once on a new folder make one database, and both answer', async (t) => {
  const folder = join(await dataFolder(t), 'new')
  const servers = await Promise.all(
    [0, 1].map(() => startServer({ DATA_DIR: folder, WORKER_CONCURRENCY: '0' })),
  )
  t.after(() => servers.map(({ child }) => child.kill('SIGKILL')))
  const answers = await Promise.all(
    servers.map(async ({ url }) => (await fetch(`${url}/api/categories`)).json()),
  )
  assert.deepEqual(answers[0], answers[1])
})
