import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { settings } from '#src/config/env.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { readExample } from '../support/servers/nginx-example.ts'

const unit = readExample('gifwright.service')
const options = unit.split('\n').filter((line) => /^\w+=/.test(line))
const skip = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd is not installed here'

test('systemd accepts the unit', { skip }, async (t) => {
  const file = join(await makeFolder(t), 'gifwright.service')
  // The program and its user are not installed where tests run.
  const here = {
    '/opt/gifwright/node_modules/.bin/node': process.execPath,
    'User=gifwright': 'User=daemon',
    '=/opt/gifwright\n': '=/\n',
  }
  const text = Object.entries(here).reduce((all, [from, to]) => all.replaceAll(from, to), unit)
  await writeFile(file, text)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.doesNotMatch(stderr, /gifwright\.service/)
})

test("the unit leaves out restrictions that break the decoders' sandbox, and names existing settings", () => {
  const needed =
    /^(?:RestrictNamespaces|PrivateUsers|ProtectProc|ProcSubset|ProtectKernelTunables|ProtectKernelLogs|ProtectHostname|SystemCallFilter|MemoryDenyWriteExecute)=/
  assert.deepEqual(
    options.filter((line) => needed.test(line)),
    [],
  )
  const names = Object.keys(parseEnv(readExample('gifwright.env')))
  assert.ok(names.length >= 4)
  assert.deepEqual(
    names.filter((name) => !(name in settings)),
    [],
  )
})

test('the unit reads its settings from the same file as the commands', async () => {
  const starts = options.filter((line) => /^(?:ExecStart|EnvironmentFile|Environment)=/.test(line))
  assert.equal(starts.length, 1, 'the unit has no settings, where commands would not see them')
  assert.match(starts[0] ?? '', / -- bin\/gifwright\.mjs --env-file \/etc\/gifwright\.env start$/)
})
