import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, symlink } from 'node:fs/promises'
import { delimiter, dirname, join, relative } from 'node:path'
import test, { describe, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findProgram } from '#src/lib/tools/find-program.ts'
import { isFullRun } from '../support/full-run.ts'
import { privateMounts, withPrivateMounts } from '../support/processes/private-mounts.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { startServer } from '../support/processes/server-process.ts'
import { defaultTimeoutMs } from '../support/until.ts'

const run = promisify(execFile)
const source = fileURLToPath(new URL('../..', import.meta.url))
const gifwright = join(source, 'bin/gifwright.mjs')

describe('no sandbox shows the database', privateMounts, () => {
  const views = (seen: string) =>
    ['render process', 'tool', 'pictures', 'yt-dlp'].map((kind) => `${kind}: ${seen}\n`).join('')
  const look = (script: string, args: string[]) => withPrivateMounts(`${script}; exec "$@"`, args)
  const viewer = relative(
    source,
    fileURLToPath(new URL('../support/processes/sandbox-views.ts', import.meta.url)),
  )

  test('not even of a service in /usr/src/app with its data next to it', async (t) => {
    if (!existsSync('/usr/src')) return t.skip('this system has no /usr/src')
    const inApp = (path: string) => join('/usr/src/app', path)
    const script = [
      'mount -t tmpfs tmpfs /usr/src; mkdir /usr/src/app; mount --bind "$1" /usr/src/app; shift',
      'mkdir -p /usr/src/app/data; mount -t tmpfs tmpfs /usr/src/app/data',
      'echo secret > /usr/src/app/data/gifwright.db; cd /usr/src/app',
    ].join('; ')
    const own = relative(source, process.execPath)
    const node = own.startsWith('..') ? process.execPath : inApp(own)
    const command = [node, inApp(viewer), 'gifwright.db', '/usr/bin:/bin', '/usr/bin/yt-dlp']
    assert.equal(look(script, [source, ...command]), views(''))
    const shown = [node, inApp(viewer), 'render-job.ts', '/usr/bin:/bin', '/usr/bin/yt-dlp']
    const code = inApp('src/render/render-job.ts')
    assert.equal(
      look(script, [source, ...shown]),
      `render process: ${code}\ntool: \npictures: ${code}\nyt-dlp: \n`,
      'their mounts are found this way',
    )
  })

  test('next to programs in other folders', async (t) => {
    const own = await makeFolder(t)
    const script =
      'cd "$1"; shift; for name in ffmpeg ffprobe; do cp $(command -v $name) .; done; cp /usr/bin/true yt-dlp; echo secret > gifwright.db'
    const command = [process.execPath, join(source, viewer), 'gifwright.db']
    const said = look(script, [own, ...command, `${own}:/usr/bin:/bin`, join(own, 'yt-dlp')])
    assert.equal(said, views(''))
  })
})

describe('data where decoders can read', () => {
  /** A folder with an ffmpeg in its `bin`, whose libraries would be in its `lib`, and the search path that finds it. */
  async function toolFolder(t: TestContext): Promise<{ lib: string; PATH: string; link: string }> {
    const folder = await makeFolder(t)
    const [bin, lib, link] = [join(folder, 'bin'), join(folder, 'lib'), join(folder, 'link')]
    await mkdir(bin)
    await mkdir(lib)
    await symlink(lib, link)
    const path = process.env.PATH ?? ''
    for (const name of ['ffmpeg', 'ffprobe']) {
      await copyFile((await findProgram(name, path)) ?? '', join(bin, name))
    }
    return { lib, link, PATH: [bin, dirname(process.execPath), path].join(delimiter) }
  }

  const fails = (args: string[], env: Record<string, string>) =>
    run(process.execPath, [gifwright, ...args], { env, timeout: defaultTimeoutMs }).then(
      () => assert.fail('the service started'),
      ({ code, stderr }: { code: number; stderr: string }) => {
        assert.equal(code, 1, stderr)
        return stderr
      },
    )

  test('keeps the service from starting, under any name of the folder, with a message that says what to do', async (t) => {
    const { lib, link, PATH } = await toolFolder(t)
    for (const DATA_DIR of [...(isFullRun ? [join(lib, 'data')] : []), join(link, 'data')]) {
      const said = await fails(['start'], { PATH, DATA_DIR, PORT: '0', MIN_FREE_DISK_MB: '0' })
      const expected = `DATA_DIR ${DATA_DIR} lies in ${lib}, which decoders can read in their sandbox. Move the data elsewhere, for example to /var/lib/gifwright.`
      assert.ok(said.includes(expected), said)
    }
  })

  test('is allowed without a sandbox that promises isolation', async (t) => {
    const { lib, PATH } = await toolFolder(t)
    const { child } = await startServer({ PATH, DATA_DIR: join(lib, 'data'), SANDBOX: 'off', YT_DLP: 'off' })
    child.kill('SIGKILL')
  })

  test('is refused for a backup too', async (t) => {
    const { link, lib, PATH } = await toolFolder(t)
    const DATA_DIR = join(await makeFolder(t), 'data')
    await run(process.execPath, [gifwright, 'init'], { env: { PATH, DATA_DIR } })
    const folder = join(link, 'backup')
    const said = await fails(['backup', folder], { PATH, DATA_DIR })
    assert.match(
      said,
      new RegExp(`^The backup folder ${folder} lies in ${lib}, which decoders can read`, 'm'),
    )
    assert.equal(existsSync(folder), false)
  })
})
