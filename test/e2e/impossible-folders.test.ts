import assert from 'node:assert/strict'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { onOneMachine } from '../support/instance.ts'
import { runCommand, runHere } from '../support/processes/command.ts'
import { dataFolder } from '../support/processes/server-process.ts'

const linux = process.platform !== 'linux' && 'these folders are those of Linux'
const { skip } = onOneMachine('the database is in the folder')

test(
  'a DATA_DIR that cannot be a folder ends every command with one sentence',
  { skip: skip || linux },
  async (t) => {
    const file = join(await dataFolder(t), 'file')
    await writeFile(file, '')
    await symlink(join(file, '..', 'nowhere', 'at', 'all'), `${file}-link`)
    const folders = [
      '/proc/x',
      '/proc/x/y',
      '/sys/x',
      '/dev/null/x',
      file,
      join(file, 'x'),
      `${file}-link`,
      `/tmp/${'a'.repeat(300)}`,
    ]
    for (const DATA_DIR of folders) {
      const { code, err } = await runHere(['demo', '--gifs', '1'], { DATA_DIR })
      assert.equal(code, 1)
      assert.match(
        err,
        /^DATA_DIR \S+ cannot be used as a folder \(E[A-Z]+\); set it to one that can be written\.\n/,
      )
    }
    for (const args of [['start'], ['account', 'list'], ['texts', 'init'], ['config', 'check']]) {
      const { code, out, err } = await runCommand(args, { DATA_DIR: '/proc/x' }).ended
      assert.equal(code, 1)
      assert.match(out + err, /^(?:DATA_DIR |There is no database )\/proc\/x/)
    }
    for (const DATA_DIR of ['/proc', '/sys', '/proc/self']) {
      const { code, err } = await runHere(['start'], { DATA_DIR })
      assert.equal(code, 1)
      assert.match(err, /^(?:DATA_DIR|The database) \/(?:proc|sys)\S* cannot be .+\n$/)
    }
  },
)

test(
  'a target that cannot be a folder ends a backup and an export with one sentence',
  { skip: skip || linux },
  async (t) => {
    const settings = { DATA_DIR: await dataFolder(t) }
    assert.equal((await runHere(['demo', '--gifs', '1'], settings)).code, 0)
    for (const args of [
      ['backup', '/proc/x'],
      ['export', '/proc/x'],
      ['export', '/proc/x.zip'],
    ]) {
      const { code, err } = await runHere(args, settings)
      assert.equal(code, 1)
      assert.match(
        err,
        /^\/proc\/x\S* cannot be (?:used for a backup|written) \(ENOENT\); (?:choose|name) .+\n$/,
      )
    }
  },
)
