import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { runCommand, runHere } from '../support/processes/command.ts'
import { dataFolder } from '../support/processes/server-process.ts'

const run = promisify(execFile)
const skip = process.getuid?.() !== 0 && 'only root can run on the data of another user'

/** A user without a name on this system, and one with a name. */
const nameless = 12_345
const nobody = 65_534

async function folderOf(t: TestContext, uid: number): Promise<string> {
  const parent = await dataFolder(t)
  await chmod(parent, 0o755)
  const folder = join(parent, 'data')
  await mkdir(folder)
  await chown(folder, uid, uid)
  return folder
}

const commands = [
  ['start'],
  ['serve'],
  ['work'],
  ['account', 'list'],
  ['import', '/nowhere'],
  ['demo', '--gifs', '1'],
  ['export', '/nowhere'],
  ['backup', '/nowhere'],
  ['restore', '/nowhere'],
  ['move', '--to-folder'],
  ['move', '--undo'],
  ['texts', 'init'],
  ['search', 'status'],
  ['renditions', 'status'],
]

test(
  "root is refused on the data of another user, with that user's name and the command to run; nothing is created",
  { skip },
  async (t) => {
    const DATA_DIR = await folderOf(t, nameless)
    for (const args of commands) {
      const { code, err } = await runHere(args, { DATA_DIR })
      assert.equal(code, 1, args.join(' '))
      const [sentence = '', command = ''] = err.split('\n')
      assert.equal(
        sentence,
        `DATA_DIR ${DATA_DIR} belongs to #${nameless}, who could not read files made by root. Run this as that user:`,
      )
      assert.ok(
        command.startsWith(`  sudo -u '#${nameless}' env DATA_DIR=${DATA_DIR} `) &&
          command.endsWith(` ${args.join(' ')}`),
        command,
      )
    }
    assert.deepEqual(await readdir(DATA_DIR), [])
    const check = await runHere(['config', 'check'], { DATA_DIR })
    assert.equal(check.code, 1)
    assert.match(check.out, /^DATA_DIR \S+ belongs to #12345/m)
  },
)

test('the suggested command works as printed, with the settings of the file', { skip }, async (t) => {
  const DATA_DIR = await folderOf(t, nobody)
  const file = join(DATA_DIR, '..', 'gifwright.env')
  await writeFile(file, `DATA_DIR=${DATA_DIR}\n`, { mode: 0o644 })
  const { code, err } = await runCommand(['--env-file', file, 'demo', '--gifs', '1']).ended
  assert.equal(code, 1)
  const command = /^ {2}sudo -u nobody (.+)$/m.exec(err)?.[1] ?? ''
  assert.notEqual(command, '', err)
  await run('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'sh', '-c', command], {
    env: { PATH: process.env.PATH },
  })
  assert.equal((await stat(join(DATA_DIR, 'gifwright.db'))).uid, nobody)
  // A folder that root made for itself, with the database of another user.
  await chown(DATA_DIR, 0, 0)
  assert.match((await runHere(['account', 'list'], { DATA_DIR })).err, /belongs to nobody/)
})

test(
  'root may work if it owns everything, as in a container, and if nothing exists yet',
  { skip },
  async (t) => {
    const folder = await dataFolder(t)
    for (const DATA_DIR of [folder, join(folder, 'new')]) {
      const { code, err } = await runHere(['demo', '--gifs', '1'], { DATA_DIR })
      assert.equal(code, 0, err)
    }
  },
)
