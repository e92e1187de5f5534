import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { type TestContext, test } from 'node:test'
import { whyNot } from '../../src/lib/sandbox/prefixed-command.ts'
import { findSandbox } from '../../src/lib/sandbox/sandbox.ts'
import { answer, mp4Bytes, startOrigin, video } from '../support/http/origin-server.ts'
import { appError, publicIp } from '../support/media/source-fetching.ts'
import {
  frogPage,
  idleProxy,
  real,
  runInsteadOfYtDlp,
  site,
  startScript,
  startSite,
  temporaryFolder,
  watch,
  writeProgram,
} from '../support/media/yt-dlp.ts'
import { until } from '../support/until.ts'

const clip = mp4Bytes(300_000)
const sandbox = await findSandbox(process.env.PATH ?? '')
const trial = { readable: [], folder: tmpdir(), folderInside: tmpdir() }
const reason = sandbox === undefined ? 'it is missing' : await whyNot(sandbox.prefix(trial), ['true'])
const walled = { skip: reason === undefined ? false : `bubblewrap does not work here: ${reason}` }

/**
 * A replacement of yt-dlp that fetches `watch` through the proxy. Before that, it tries what it can reach; its findings
 * are the title.
 */
const explorer = (node: string, tries: string) => `#!${node}
const fs = require('fs'), net = require('net'), http = require('http'), os = require('os')
if (process.argv.includes('--help')) process.exit(0)
const unshare = () => /not permitted/.test(require('child_process').spawnSync('unshare', ['--user', 'true']).stderr)
const can = (act) => { try { return act() ?? 'yes' } catch (error) { return error.code } }
const reach = (target) => new Promise((resolve) => {
  net.connect(target).on('connect', () => resolve('reached')).on('error', (error) => resolve(error.code))
})
let input = ''
process.stdin.on('data', (text) => (input += text)).on('end', async () => {
  const proxy = new URL(input.trim().split(' ')[1])
  fs.writeFileSync('title.json', JSON.stringify((await Promise.all([${tries}])).join(' ')))
  const credential = Buffer.from(proxy.username + ':' + proxy.password).toString('base64')
  const headers = { host: 'x', 'proxy-authorization': 'Basic ' + credential }
  http.get({ host: proxy.hostname, port: proxy.port, path: '${watch}', headers }, (response) =>
    response.pipe(fs.createWriteStream('source')))
})
`

async function startExplorer(t: TestContext, tries: (home: string) => string, settings: object = {}) {
  const home = await temporaryFolder(t)
  await writeFile(join(home, 'secret'), 'secret')
  await writeProgram(join(home, 'program'), explorer(await realpath(process.execPath), tries(home)))
  const options = { ytDlpPath: join(home, 'program'), ...settings }
  return startSite(t, { '/frog1': video(clip) }, options)
}

test(
  'in the sandbox, the proxy is the only network access, and there are no user namespaces',
  walled,
  async (t) => {
    const canary = await startOrigin(t, { '/': answer('secret') })
    const { fetch, dialled } = await startExplorer(
      t,
      () =>
        `reach({ host: '127.0.0.1', port: ${canary.port} }), can(() => os.networkInterfaces().none), can(() => unshare())`,
      { sandbox: 'require' },
    )
    const { title, bytes } = await fetch(watch)
    assert.deepEqual([title, bytes], ['ECONNREFUSED ERR_SYSTEM_ERROR true', clip])
    assert.deepEqual([dialled, canary.requests.length], [[`${publicIp}:80`], 0])
  },
)

test(
  'in the sandbox, only its own folder is writable, and none of our files is readable',
  walled,
  async (t) => {
    const { fetch, files } = await startExplorer(
      t,
      (home) =>
        [
          ...["'/etc/passwd'", `'${join(home, 'secret')}'`].map(
            (path) => `can(() => fs.readFileSync(${path}).length === 0 ? 'nothing' : 'read')`,
          ),
          `can(() => fs.readdirSync('${join(home, '..')}').join())`,
          ...["'../x'", "'/tmp/x'", "'/usr/x'", `'${join(home, 'program')}'`].map(
            (path) => `can(() => fs.writeFileSync(${path}, ''))`,
          ),
          "can(() => fs.readdirSync('/proc').length)",
        ].join(),
      { sandbox: 'require' },
    )
    const { title } = await fetch(watch)
    assert.match(
      title ?? '',
      /^ENOENT ENOENT [\w,.-]* (?:EROFS|EACCES|ENOENT) (?:EROFS|EACCES|ENOENT) (?:EROFS|EACCES) (?:EROFS|EACCES) ENOENT$/,
    )
    assert.deepEqual(await files(), ['source'])
  },
)

test('without the sandbox, the same run uses the proxy’s own port', async (t) => {
  const { fetch, dialled } = await startExplorer(t, () => "'as ever'", { sandbox: 'off' })
  assert.deepEqual(await fetch(watch).then(({ title, bytes }) => [title, bytes]), ['as ever', clip])
  assert.deepEqual(dialled, [`${publicIp}:80`])
})

for (const sandbox of ['require', 'off']) {
  test(
    `yt-dlp fetches a video with the setting ${sandbox} of the sandbox`,
    sandbox === 'off' ? real : { skip: walled.skip || real.skip },
    async (t) => {
      const routes = { '/frog1': frogPage('http://cdn.example.com/frog.mp4'), '/frog.mp4': video(clip) }
      const { fetch, files } = await startSite(t, routes, { sandbox })
      assert.deepEqual((await fetch(`http://${site}/frog1`)).bytes, clip)
      assert.deepEqual(await files(), ['source'])
    },
  )
}

test('everything started in the sandbox ends with it when it is canceled', walled, async (t) => {
  const mark = `1000.${randomInt(1e9)}`
  const { run, abort } = await startScript(t, `sleep ${mark} & setsid sleep ${mark} & wait`, 'exit 0', {
    sandbox: 'require',
  })
  const running = () =>
    spawnSync('ps', ['-eo', 'stat=,args='])
      .stdout.toString()
      .split('\n')
      .filter((line) => /^[^Z].* sleep /.test(line) && line.endsWith(mark)).length
  const ended = assert.rejects(run(), { message: 'canceled' })
  await until('both children run', () => running() === 2)
  abort.abort(new Error('canceled'))
  await ended
  await until('both children have ended', () => running() === 0)
})

test(
  'a program with parts in a home is found in the sandbox, and the rest of the home is not',
  walled,
  async (t) => {
    const home = await temporaryFolder(t)
    const tool = join(home, 'tools', 'one')
    await mkdir(join(tool, 'bin'), { recursive: true })
    await mkdir(join(tool, 'lib'))
    await mkdir(join(home, 'bin'))
    await writeFile(join(home, 'secret'), 'secret')
    await writeFile(join(tool, 'lib', 'part'), 'the part')
    await symlink('/bin/sh', join(tool, 'bin', 'interpreter'))
    await writeProgram(
      join(tool, 'bin', 'tool'),
      `#!${join(tool, 'bin', 'interpreter')}\ncase "$*" in *--help*) exit;; esac\ncat ${join(tool, 'lib', 'part')} ${join(home, 'secret')} >&2; exit 1\n`,
    )
    await symlink('../tools/one/bin/tool', join(home, 'bin', 'tool'))
    const { run } = runInsteadOfYtDlp(home, join(home, 'bin', 'tool'), { sandbox: 'require' })
    await assert.rejects(run(), (error: Error) => {
      assert.match(String(error.cause), /the part/)
      assert.match(String(error.cause), /secret: No such file/)
      return true
    })
  },
)

test('without a required sandbox, yt-dlp is not started', async (t) => {
  const folder = await temporaryFolder(t)
  await writeProgram(join(folder, 'tool'), `#!/bin/sh\ntouch ${join(folder, 'started')}\n`)
  const { run } = runInsteadOfYtDlp(folder, 'tool', { searchPath: folder, sandbox: 'require' })
  await assert.rejects(run(), (error: Error) => {
    assert.match(String(error.cause), /bubblewrap is not installed/)
    return appError('source_unsupported', { message: /sandbox/ })(error)
  })
  assert.deepEqual((await readdir(folder)).includes('started'), false)
})

test('without an optional sandbox, yt-dlp runs, and the operator is told why, once', async (t) => {
  const folder = await temporaryFolder(t)
  await writeProgram(join(folder, 'bwrap'), '#!/bin/sh\necho "bwrap: no permission" >&2; exit 1\n')
  await writeProgram(
    join(folder, 'tool'),
    '#!/bin/sh\ncase "$*" in *--help*) exit;; esac\nprintf "0000ftypisom" > source',
  )
  for (const [searchPath, reason] of [
    [folder, 'yt-dlp does not run in bubblewrap: bwrap: no permission'],
    [join(folder, 'none'), 'bubblewrap is not installed'],
  ] as const) {
    const reasons: string[] = []
    const { run } = runInsteadOfYtDlp(folder, join(folder, 'tool'), {
      searchPath,
      sandbox: 'auto',
      openProxy: () => Promise.resolve(idleProxy(1)),
      onUnsandboxed: (why) => reasons.push(why),
    })
    await run()
    await run()
    assert.deepEqual(reasons, [reason])
  }
})

test('the operator learns how yt-dlp is isolated before anybody requests a video', async (t) => {
  const folder = await temporaryFolder(t)
  const refusing = join(folder, 'refusing')
  await mkdir(refusing)
  await writeProgram(join(refusing, 'bwrap'), '#!/bin/sh\necho "bwrap: no permission" >&2; exit 1\n')
  await writeProgram(join(refusing, 'tool'), '#!/bin/sh\n')
  const tell = (program: string | null, settings: object) =>
    runInsteadOfYtDlp(folder, program, { searchPath: refusing, ...settings }).describeSandbox()
  const path = join(refusing, 'tool')
  assert.equal(await tell(null, {}), undefined)
  for (const program of ['none', join(folder, 'none')])
    assert.match((await tell(program, {})) ?? '', /^yt-dlp: not installed/)
  assert.equal(await tell('tool', {}), 'yt-dlp: limits only, because SANDBOX is off')
  assert.equal(await tell(path, { sandbox: 'auto' }), 'yt-dlp: limits only, because bwrap: no permission')
  assert.match((await tell(path, { sandbox: 'require' })) ?? '', /never run, because .*, but bwrap: no perm/)
  const none = { sandbox: 'auto', searchPath: folder }
  assert.equal(await tell(path, none), 'yt-dlp: limits only, because bubblewrap is not installed')
  if (walled.skip !== false) return
  const usual = { sandbox: 'auto', searchPath: process.env.PATH }
  assert.equal(await tell(path, usual), 'yt-dlp: bubblewrap')
  const older = join(folder, 'older')
  await mkdir(older)
  const refuse = 'echo "bwrap: Unknown option" >&2; exit 1'
  const body = `case " $* " in *" --seccomp "*) ${refuse};; esac\nPATH=${process.env.PATH} exec bwrap "$@"`
  await writeProgram(join(older, 'bwrap'), `#!/bin/sh\n${body}\n`)
  assert.equal(
    await tell(path, { sandbox: 'auto', searchPath: [older, process.env.PATH].join(':') }),
    'yt-dlp: bubblewrap, but without a filter of system calls (bwrap: Unknown option)',
  )
})

const outputs: Record<string, string> = {
  'a link to one of our files': 'ln -s "$PWD/../program" source',
  'a link to a missing file': 'ln -s nowhere source',
  'a folder': 'mkdir source',
  'a pipe': 'mkfifo source',
  nothing: 'echo x > other.mp4',
  'an empty file': ': > source',
}

for (const [what, body] of Object.entries(outputs)) {
  test(`when yt-dlp leaves ${what} in place of the video, there is no video`, async (t) => {
    const openProxy = () => Promise.resolve(idleProxy(1))
    const { folder, run } = await startScript(t, body, 'exit 0', { openProxy })
    await assert.rejects(run(), appError('source_not_found'))
    assert.deepEqual(await readdir(folder), ['program'])
  })
}

test('only the video and its title are taken from the files that yt-dlp leaves; links are not followed', async (t) => {
  const openProxy = () => Promise.resolve(idleProxy(1))
  const video =
    'printf "0000ftypisom" > source; echo x > source.part; echo x > source.info.json; mkdir more; '
  for (const [body, title] of [
    ['echo \'"A frog"\' > title.json', 'A frog'],
    ['echo \'"A frog"\' > other; ln -s other title.json', null],
    ['mkfifo title.json', null],
    ['mkdir title.json', null],
    ['(printf \'"\'; head -c 1000000 /dev/zero | tr "\\0" a; printf \'"\') > title.json', null],
  ] as const) {
    const { folder, run } = await startScript(t, video + body, 'exit 0', { openProxy })
    assert.equal((await run()).title, title, body)
    assert.deepEqual((await readdir(folder)).toSorted(), ['program', 'source'])
  }
})

for (const sandbox of ['require', 'off'] as const) {
  const needs = sandbox === 'off' ? {} : walled
  test(
    `memory, processor time, file sizes and open files are limited with the sandbox setting ${sandbox}`,
    needs,
    async (t) => {
      const body = 'for what in d t f n; do ulimit -$what >&2; done; exit 1'
      const { run } = await startScript(t, body, 'exit 0', { sandbox })
      await assert.rejects(run(), (error: Error) => {
        const limits = String(error.cause).match(/\d+/g)?.map(Number) ?? []
        assert.ok(
          limits.length === 4 && limits.every((limit, index) => limit <= [2e6, 120, 2e6, 256][index]!),
        )
        return true
      })
    },
  )
}

test('the credential of the proxy is in no argument and no variable', async (t) => {
  const proxy = { ...idleProxy(1), url: 'http://job:credential@127.0.0.1:1' }
  const { run } = await startScript(t, 'echo "args $*" >&2; env >&2; cat >&2; exit 1', 'exit 0', {
    openProxy: () => Promise.resolve(proxy),
  })
  await assert.rejects(run(), (error: Error) => String(error.cause).split('credential').length === 2)
})
