import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { createLog } from '#src/lib/log/log.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

test('folders of ended processes are removed, even if another process has their number now', async (t) => {
  const root = await makeFolder(t)
  const workspaces = new Workspaces(root)
  const own = basename(await workspaces.make())
  const living = spawn('sleep', ['60'])
  t.after(() => living.kill())
  const ended = spawn('true')
  await once(ended, 'exit')
  const living0 = `${living.pid}-abc`
  const foreign = [
    living0,
    `${ended.pid}-abc`,
    `${ended.pid}.77-abc`,
    `${living.pid}.1-abc`,
    `${process.pid}.1-abc`,
    'x',
  ]
  for (const name of foreign) await mkdir(join(root, name))

  await workspaces.removeAbandoned('keep', createLog('silent'))
  assert.deepEqual((await readdir(root)).toSorted(), [own, living0].toSorted())
  await workspaces.removeAbandoned('remove', createLog('silent'))
  assert.deepEqual(await readdir(root), [living0])
})
