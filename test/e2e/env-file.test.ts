import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runCommand, runHere } from '../support/processes/command.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))

type Shown = {
  env_file: string | null
  settings: Record<string, { value: unknown; from: string; file: string | null }>
}

async function fileWith(t: TestContext, text: string): Promise<string> {
  const file = join(await dataFolder(t), 'gifwright.env')
  await writeFile(file, text, { mode: 0o640 })
  return file
}

async function show(args: string[], settings: Record<string, string> = {}): Promise<Shown> {
  const { code, out, err } = await runHere([...args, 'config', 'show', '--json'], settings)
  assert.equal(code, 0, err)
  return JSON.parse(out) as Shown
}

test('the service and its commands read one settings file, wherever the option appears', async (t) => {
  const folder = join(await dataFolder(t), 'data')
  const text = `# Settings\nDATA_DIR=${folder}\nSITE_NAME='GIFs, "all" of $us #1'\nSANDBOX=off\nYT_DLP=off\n`
  const file = await fileWith(t, text)
  const server = await startServer({ GIFWRIGHT_ENV_FILE: file })
  t.after(() => server.child.kill('SIGKILL'))
  assert.match(await (await fetch(server.url)).text(), /GIFs, &quot;all&quot; of \$us #1/)
  const { code, err } = await runHere(['--env-file', file, 'account', 'add', 'ann@example.org'])
  assert.equal(code, 0, err)
  for (const args of [
    ['account', 'list', '--env-file', file],
    ['account', `--env-file=${file}`, 'list'],
  ])
    assert.match((await runHere(args)).out, /^ann@example\.org\t/)
  const bin = await dataFolder(t)
  await symlink(program, join(bin, 'gifwright'))
  const env = { PATH: `${bin}:${process.env.PATH}` }
  const { stdout } = await run('gifwright', ['--env-file', file, 'account', 'list'], { env })
  assert.match(stdout, /^ann@example\.org\t/)
})

test('the environment takes precedence over the file, even when empty or with the other name of a secret', async (t) => {
  const folder = await dataFolder(t)
  const secret = join(folder, 'secret')
  await writeFile(secret, 'postgres://a:b@of-the-secret/c')
  const file = await fileWith(
    t,
    `\uFEFFPORT=3001\r\nSITE_NAME=of the file\r\nHOST=::1\r\nDATABASE_URL_FILE=${secret}\r\n`,
  )
  const { env_file: shown, settings } = await show(['--env-file', file], {
    SITE_NAME: 'of the environment',
    HOST: '',
    DATABASE_URL: 'postgres://user:word@host:5432/name?sslmode=disable',
  })
  assert.equal(shown, file)
  assert.deepEqual(settings.PORT, { value: 3001, from: 'file', file })
  assert.deepEqual(settings.SITE_NAME, { value: 'of the environment', from: 'environment', file: null })
  assert.deepEqual(settings.HOST, { value: '127.0.0.1', from: 'default', file: null })
  const url = 'postgres://user:***@host:5432/name?sslmode=disable'
  assert.deepEqual(settings.DATABASE_URL, { value: url, from: 'environment', file: null })
  const ofFile = await show([], { GIFWRIGHT_ENV_FILE: file })
  const hidden = 'postgres://a:***@of-the-secret/c'
  assert.deepEqual(ofFile.settings.DATABASE_URL, { value: hidden, from: 'file', file: secret })
  const other = await fileWith(t, 'PORT=3002\n')
  assert.equal((await show(['--env-file', other], { GIFWRIGHT_ENV_FILE: file })).settings.PORT?.value, 3002)
})

test('an unreadable settings file ends every command with one sentence', async (t) => {
  const folder = await dataFolder(t)
  const missing = join(folder, 'missing.env')
  for (const args of [
    ['--env-file', missing, 'account', 'list'],
    ['start', '--env-file', missing],
    ['make', 'a', '-o', 'b', '--env-file', missing],
  ]) {
    const { code, out, err } = await runCommand(args).ended
    assert.deepEqual([code, out, err], [1, '', `--env-file names ${missing}, which does not exist.\n`])
  }
  const ofVariable = await runHere(['config', 'show'], { GIFWRIGHT_ENV_FILE: folder })
  assert.equal(ofVariable.code, 1)
  assert.equal(ofVariable.err, `GIFWRIGHT_ENV_FILE names ${folder}, which is a folder and must be a file.\n`)
})

test(
  'a settings file that the user may not read is named',
  { skip: process.getuid?.() !== 0 && 'only root can be another user' },
  async (t) => {
    const file = await fileWith(t, 'PORT=3001\n')
    await chmod(file, 0o600)
    await chmod(join(file, '..'), 0o755)
    const asNobody = ['--reuid=65534', '--clear-groups', process.execPath, '--', program]
    const failed = run('setpriv', [...asNobody, '--env-file', file, 'config', 'show']).catch(
      (error: unknown) => error,
    )
    assert.match(
      String(Object(await failed).stderr),
      /^--env-file names \S+, which this user may not read\.\n$/,
    )
  },
)

test('a relative path starts in the folder of the caller, also through npm', async (t) => {
  const file = await fileWith(t, 'PORT=3003\n')
  const folder = join(file, '..')
  await mkdir(join(folder, 'below'))
  const env = {
    PATH: process.env.PATH,
    INIT_CWD: join(folder, 'below'),
    npm_lifecycle_event: 'gifwright',
    npm_package_name: 'gifwright',
  }
  const words = ['--', program, '--env-file', '../gifwright.env', 'config', 'show']
  const { stdout } = await run(process.execPath, words, { env })
  assert.match(stdout, /^PORT=3003 +\(file .+gifwright\.env\)$/m)
})
