import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { adviseFirstAdmin } from '#src/cli/first-admin.ts'
import { loadConfig } from '#src/config/config.ts'
import { useEnvFile } from '#src/config/env-file.ts'
import { runHere } from '../support/processes/command.ts'
import { instanceSettings } from '../support/instance.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)

test('a start without an administrator prints once the commands that create one; they work as printed, and then it is silent', async (t) => {
  const folder = join(await dataFolder(t), "an operator's folder")
  const settings = { DATA_DIR: folder, SANDBOX: 'off', YT_DLP: 'off' }
  const first = await startServer(settings)
  t.after(() => first.child.kill('SIGKILL'))
  const advice = /^There is no administrator yet.*\n.*with the same settings:\n {2}(.+)\n {2}(.+)\n/m
  await until('the start gives advice', () => advice.test(first.said()))
  const [, ...commands] = advice.exec(first.said()) ?? []
  assert.equal(commands.length, 2)
  const env = { PATH: process.env.PATH, ...instanceSettings(settings) }
  for (const command of commands) await run('sh', ['-c', command], { env, timeout: 60_000 })
  const { out } = await runHere(['account', 'list'], settings)
  assert.match(out, /^you@example\.org\tadmin\t/)
  assert.equal(first.said().split('There is no administrator').length, 2)
  first.child.kill('SIGTERM')
  assert.equal(await first.exited, 0)
  assert.doesNotMatch(first.said(), /Warning/)

  const second = await startServer(settings)
  t.after(() => second.child.kill('SIGKILL'))
  await until('the start is over', () => /^sandbox: /m.test(second.said()))
  assert.doesNotMatch(second.said(), /administrator/)
})

test('the advice names the settings of the database, and shows no password', async (t) => {
  const { env } = process
  t.after(() => {
    process.env = env
    useEnvFile(undefined, '/')
  })
  const linesFor = (settings: Record<string, string>) => {
    process.env = { ...settings }
    useEnvFile(undefined, '/')
    return adviseFirstAdmin(loadConfig()).split('\n')
  }
  const [, how, add] = linesFor({ DATABASE_URL: 'postgres://gifs:hush@db/gifs' })
  assert.match(how ?? '', /with the same settings \(DATABASE_URL is secret and left out here\):$/)
  assert.doesNotMatch(add ?? '', /DATABASE_URL|DATA_DIR|hush/)
  const file = join(await dataFolder(t), 'gifwright.env')
  await writeFile(file, 'DATABASE_URL=postgres://gifs:hush@db/gifs\n')
  const byFile = linesFor({ GIFWRIGHT_ENV_FILE: file })
  assert.match(byFile[1] ?? '', /with the same settings:$/)
  assert.match(
    byFile[2] ?? '',
    new RegExp(`^ {2}GIFWRIGHT_ENV_FILE=${file} .* account add you@example\\.org --admin$`),
  )
})

test("with a sign-on provider, the advice covers the operator's remaining part", () => {
  const provider = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'gifwright' }
  const adviceFor = (settings: Record<string, string>) =>
    adviseFirstAdmin(loadConfig({ ...provider, ...settings }))
  assert.match(
    adviceFor({ PASSWORD_SIGN_IN: 'off' }),
    /Sign in on the site.*\n.* account admin you@example\.org$/,
  )
  const byGroups = adviceFor({ PASSWORD_SIGN_IN: 'off', OIDC_ADMIN_GROUPS: 'gif-admins' })
  assert.match(byGroups, /OIDC_ADMIN_GROUPS\.$/)
  assert.match(
    adviceFor({ OIDC_ADMIN_GROUPS: 'gif-admins' }),
    /OIDC_ADMIN_GROUPS\.\n.*\n.* account add .*--admin\n/,
  )
})
