import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { before, describe, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { makeAnimation } from '../support/media/animations.ts'
import type { Decoder } from '#src/adapters/render-pool/choose-decoder.ts'
import { loadConfig } from '#src/config/config.ts'
import { findIsolation, type Launch } from '#src/adapters/render-pool/isolation.ts'
import { type CommandPrefix, filterDescriptor, spawnPrefixed } from '#src/lib/sandbox/prefixed-command.ts'
import { fakeTools } from '../support/rendering/fake-tools.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { blackPng } from '../support/media/hostile-files.ts'
import { renderProcesses } from '../support/processes/processes.ts'
import { until } from '../support/until.ts'
import { skipWithoutBubblewrap } from '../support/processes/without-bubblewrap.ts'
import { makeFolder, picturesPlan, render, startPool, videoPlan } from '../support/rendering/rendering.ts'
import { callProbe, numberHere, refusedHere } from '../support/processes/system-calls.ts'

const run = promisify(execFile)
const needsPython = { skip: existsSync('/usr/bin/python3') ? false : 'Python is not installed' }
const limits = { maxCpuSeconds: 60, maxDataBytes: 3_000_000_000, maxFileBytes: 500_000_000 }

/** The way a render process is started here; undefined, and the test skipped, without a sandbox. */
async function launchHere(t: TestContext, decoder: Decoder) {
  const folder = await makeFolder(t)
  const isolation = await findIsolation(
    { sandbox: 'auto', searchPath: process.env.PATH ?? '', ...limits },
    folder,
  )
  if (isolation.level === 'bubblewrap') return { folder, ...(await isolation.launch(folder, decoder)) }
  skipWithoutBubblewrap(t, isolation.describe)
  return undefined
}

/** The arguments before a tool of a render process. */
function toolOf({ prefix, toolPrefix }: Launch): CommandPrefix {
  return { args: [...prefix.args, ...toolPrefix.args], filter: toolPrefix.filter }
}

/** Runs a command with a prefix; returns all its output. Throws with that output on failure. */
async function inside(prefix: CommandPrefix, command: string[]): Promise<string> {
  const child = spawnPrefixed(prefix, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text))
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code !== 0) throw new Error(`${signal ?? code}: ${said}`)
  return said
}

const look = [
  ...[
    'for place in /etc/passwd /etc/ssl /root /home /var/lib /run /sys /data /opt /srv /usr/src /usr/share/doc /usr/sbin; do [ -e $place ] && echo sees $place; done',
  ],
  ...['ls -A /etc; echo network: $(tail -n +3 /proc/net/dev 2>/dev/null | cut -d: -f1)'],
  ...['for place in / /tmp /dev /dev/shm /usr; do (: > $place/x) 2>/dev/null && echo writes $place; done'],
  ...[': > ./x && echo writes here; ls -A; env | cut -d= -f1; grep CapEff /proc/self/status; true'],
].join('\n')

describe('in the sandbox', () => {
  for (const decoder of ['ffmpeg', 'sharp'] as const) {
    test(`a render process for ${decoder} sees programs, its code and its folder, has no network and writes nowhere else`, async (t) => {
      const launch = await launchHere(t, decoder)
      if (launch === undefined) return
      await writeFile(join(launch.folder, 'in-0'), 'a file of the job')
      process.env.GIFWRIGHT_SECRET = 'a secret of the server'
      t.after(() => delete process.env.GIFWRIGHT_SECRET)
      const seen = await inside(launch.prefix, ['sh', '-c', look])
      assert.doesNotMatch(seen, /sees |writes \//)
      assert.match(seen, decoder === 'ffmpeg' ? /^network: lo$/m : /^network:$/m)
      assert.match(seen, /^writes here$/m)
      assert.match(seen, /^in-0$/m)
      if (decoder === 'ffmpeg') assert.match(seen, /CapEff:\s+0+$/m)
      assert.deepEqual(
        seen.split('\n').filter((line) => /passwd|shadow|SECRET|hosts|resolv/.test(line)),
        [],
      )
      assert.equal(await readFile(join(launch.folder, 'x'), 'utf8'), '')
    })
  }

  test('a tool sees the folder, but neither the code of the render process nor its processes', async (t) => {
    const launch = await launchHere(t, 'ffmpeg')
    if (launch === undefined) return
    if (launch.toolPrefix.args.length === 0) return t.skip('a sandbox in a sandbox does not work here')
    const code = `${process.cwd()}/package.json`
    const own = await inside(launch.prefix, ['sh', '-c', `[ -e ${code} ] && echo sees it`])
    assert.match(own, /sees it/)
    const script = `[ -e ${code} ] && echo sees it; [ -e /proc/1 ] && echo sees others; ${look}`
    const seen = await inside(toolOf(launch), ['sh', '-c', script])
    assert.doesNotMatch(seen, /sees |writes \//)
    assert.match(seen, /^writes here$/m)
  })

  test('a render process reads its compiled code, and cannot change it', async (t) => {
    const launch = await launchHere(t, 'sharp')
    if (launch === undefined) return
    const { compiledCode } = launch
    if (compiledCode === undefined) return t.skip('no compiled code is kept: see NODE_COMPILE_CACHE')
    const script = `cd ${compiledCode} && ls * && (: > x) 2>/dev/null && echo writes; rm -r * 2>/dev/null; true`
    const before = await readdir(compiledCode, { recursive: true })
    assert.ok(before.length > 100, `${before.length} files`)
    assert.doesNotMatch(await inside(launch.prefix, ['sh', '-c', script]), /writes/)
    assert.equal((await readdir(compiledCode, { recursive: true })).length, before.length)
  })

  const innermost: [what: string, decoder: Decoder, prefixOf: (launch: Launch) => CommandPrefix][] = [
    ['a tool', 'ffmpeg', toolOf],
    ['a render process that decodes pictures', 'sharp', ({ prefix }) => prefix],
  ]
  for (const [what, decoder, prefixOf] of innermost) {
    test(`${what} has only the system calls that decoders need`, needsPython, async (t) => {
      const launch = await launchHere(t, decoder)
      if (launch === undefined) return
      const prefix = prefixOf(launch)
      if (prefix.filter === undefined) return t.skip('no system call filter is available here')
      const refused = [
        ...refusedHere(),
        { name: 'clone', number: numberHere('clone'), args: [0x1000_0000 + 17] },
        { name: 'socket of INET', number: numberHere('socket'), args: [2, 1] },
        { name: 'socket of NETLINK', number: numberHere('socket'), args: [16, 3] },
        { name: 'ioctl TIOCSTI', number: numberHere('ioctl'), args: [0, 0x5412] },
      ]
      const others = [
        { name: 'clone3', number: numberHere('clone3') },
        { name: 'socket of UNIX', number: numberHere('socket'), args: [1, 1] },
        { name: 'x32', number: 0x4000_0000 + 39 },
      ]
      assert.deepEqual((await inside(prefix, callProbe([...refused, ...others]))).trim().split('\n'), [
        ...refused.map(({ name }) => `${name}: Operation not permitted`),
        'clone3: Function not implemented',
        'socket of UNIX: Success',
        process.arch === 'x64' ? 'x32: SIGSYS' : 'x32: Function not implemented',
      ])
    })

    test(`${what} has no user namespaces, by the kernel's own count as well as by the filter`, async (t) => {
      const launch = await launchHere(t, decoder)
      if (launch === undefined) return
      const prefix = prefixOf(launch)
      await assert.rejects(inside(prefix, ['unshare', '--user', 'true']), /Operation not permitted/)
      const filterArgs = ['--seccomp', String(filterDescriptor)]
      const from = prefix.args.lastIndexOf('--seccomp')
      assert.deepEqual(prefix.args.slice(from, from + 2), filterArgs)
      const unfiltered = { args: prefix.args.toSpliced(from, 2) }
      await assert.rejects(inside(unfiltered, ['unshare', '--user', 'true']), /No space left on device/)
    })
  }

  test('memory is limited', async (t) => {
    const launch = await launchHere(t, 'ffmpeg')
    if (launch === undefined) return
    const fill = 'const all = []; for (;;) all.push(Buffer.alloc(100e6, 1))'
    await assert.rejects(
      inside(launch.prefix, [process.execPath, '-e', fill]),
      /fail.*allocat|out of memory/i,
    )
  })

  test('a fork bomb is limited', async (t) => {
    const launch = await launchHere(t, 'ffmpeg')
    if (launch === undefined) return
    await chmod(launch.folder, 0o777)
    // The kernel does not count the processes of root.
    const nobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--']
    const { args } = launch.prefix
    const prefix = { args: process.getuid?.() === 0 ? [...nobody, ...args] : args }
    await inside(prefix, ['true'])
    const bomb = 'for i in $(seq 2000); do sleep 5 & done'
    await assert.rejects(inside(prefix, ['sh', '-c', bomb]), /fork/i)
  })
})

describe('the isolation of decoders', () => {
  const forbidden = 'echo "bwrap: No permissions to create new namespace" >&2; exit 1'
  let input = ''
  before(async () => {
    input = join(await ensureFixtures(), 'h264.mp4')
  })

  /** A search path with all required programs except bubblewrap. */
  async function withoutBubblewrap(t: TestContext): Promise<string> {
    const folder = await makeFolder(t)
    for (const name of ['ffmpeg', 'ffprobe', 'prlimit', 'setpriv', 'nice', 'true']) {
      const { stdout } = await run('which', [name])
      await symlink(stdout.trim(), join(folder, name))
    }
    return folder
  }

  const cases: [what: string, path: (t: TestContext) => Promise<string>, reason: RegExp][] = [
    ['is not installed', withoutBubblewrap, /bubblewrap is not installed/],
    [
      'is not allowed',
      (t) => fakeTools(t, { bwrap: forbidden }),
      /bubblewrap does not work here \(bwrap: No perm/,
    ],
    [
      'cannot run the required programs',
      (t) => fakeTools(t, { bwrap: 'exit 7' }),
      /bubblewrap does not work here/,
    ],
  ]
  for (const [what, makePath, reason] of isFullRun ? cases : cases.slice(0, 2)) {
    test(`when bubblewrap ${what}, only limits apply, and are reported with the reason`, async (t) => {
      const pool = startPool(t, { searchPath: await makePath(t) })
      const { level, describe: sentence } = await pool.prepare()
      assert.equal(level, 'limits')
      assert.match(sentence, /^sandbox: limits only, because /)
      assert.match(sentence, reason)
      assert.equal((await render(t, pool, videoPlan(input))).frames, 15)
    })

    test(`when a required bubblewrap ${what}, a message says what to do`, async (t) => {
      const pool = startPool(t, { searchPath: await makePath(t), sandbox: 'require' })
      await assert.rejects(pool.prepare(), (error: Error) => {
        assert.match(error.message, /^SANDBOX=require, but /)
        assert.match(error.message, reason)
        assert.match(error.message, /(?:Install|Allow) .*, or set SANDBOX=auto\.$/)
        return true
      })
    })
  }

  test('can be limited to resource limits', async (t) => {
    const { level, describe: sentence } = await startPool(t, { sandbox: 'off' }).prepare()
    assert.deepEqual([level, sentence], ['limits', 'sandbox: limits only, because SANDBOX is off'])
  })

  test('a process that decoded pictures never sees the files of another task; one that made a video does', async (t) => {
    const pool = startPool(t)
    const picture = join(await makeFolder(t), 'in.png')
    await writeFile(picture, blackPng({ width: 8, height: 8 }))
    await render(t, pool, videoPlan(input))
    const [first] = await renderProcesses(process.pid)
    await render(t, pool, videoPlan(input))
    assert.deepEqual(await renderProcesses(process.pid), [first])
    const shape = { delaysMs: [100, 100] }
    const [webp, png] = await Promise.all([
      makeAnimation(await makeFolder(t), 'webp', shape),
      makeAnimation(await makeFolder(t), 'apng', shape),
    ])
    const seen = [first]
    for (const plan of [picturesPlan([picture, picture]), videoPlan(webp), videoPlan(png)]) {
      await render(t, pool, plan)
      await until('another process takes its place', async () => {
        const next = (await renderProcesses(process.pid)).filter((one) => one !== first)
        return next.length === 1 && !seen.includes(next[0]) && seen.push(next[0]) > 0
      })
    }
    await render(t, pool, videoPlan(input))
    assert.deepEqual(new Set(await renderProcesses(process.pid)), new Set([first, seen.at(-1)]))
  })

  test('when tools cannot have a sandbox each, a process sees the files of one task only', async (t) => {
    const noSecond = '[ -d /job ] && { echo "bwrap: no second" >&2; exit 1; }'
    const searchPath = await fakeTools(t, { bwrap: `${noSecond}\nexec "$REAL/bwrap" "$@"` })
    let processes = 0
    const onProcess = () => void (processes += 1)
    const pool = startPool(t, { searchPath, onProcess })
    const { level, describe: sentence } = await pool.prepare()
    if (level !== 'bubblewrap') return skipWithoutBubblewrap(t, sentence)
    assert.equal(sentence, 'sandbox: bubblewrap, but no second one for each tool (bwrap: no second)')
    await render(t, pool, videoPlan(input))
    await render(t, pool, videoPlan(input))
    assert.ok(processes >= 2)
  })

  const older: [what: string, options: string[], lacks: RegExp][] = [
    ['user namespaces off', ['--disable-userns'], /^without --disable-userns \(bwrap: Unknown option\)$/],
    ['a filter', ['--seccomp'], /^without a filter of system calls \(bwrap: Unknown option\)$/],
    [
      'both',
      ['--disable-userns', '--seccomp'],
      /^without --disable-userns .* and without a filter of system/,
    ],
  ]
  for (const [what, options, lacks] of isFullRun ? older : older.slice(-1)) {
    test(`a bubblewrap too old for ${what} is used without it, and the start reports that`, async (t) => {
      const refuse = 'echo "bwrap: Unknown option" >&2; exit 1'
      const pattern = options.map((option) => `*" ${option} "*`).join('|')
      const bwrap = `case " $* " in ${pattern}) ${refuse};; esac\nexec "$REAL/bwrap" "$@"`
      const pool = startPool(t, { searchPath: await fakeTools(t, { bwrap }), sandbox: 'require' })
      const { describe: sentence } = await pool.prepare()
      const [, lack = ''] = /^sandbox: bubblewrap, but (.*)$/.exec(sentence) ?? []
      assert.match(lack, lacks, sentence)
      const picture = join(await makeFolder(t), 'in.png')
      await writeFile(picture, blackPng({ width: 8, height: 8 }))
      assert.equal((await render(t, pool, videoPlan(input, { endSeconds: 0.2 }))).frames, 3)
      assert.equal((await render(t, pool, picturesPlan([picture, picture]))).frames, 2)
    })
  }

  for (const sandbox of isFullRun ? (['auto', 'off'] as const) : (['auto'] as const)) {
    test(`a job that exceeds its memory is one clear error, and the next is done, sandbox ${sandbox}`, async (t) => {
      const folder = await makeFolder(t)
      const [small, large] = [join(folder, 'small'), join(folder, 'large')]
      await writeFile(small, blackPng({ width: 8, height: 8 }))
      await writeFile(large, blackPng({ width: 6300, height: 6300, interlaced: true, deep: true }))
      const { maxDataBytes } = loadConfig({ MAX_RENDER_MEMORY_MB: '900' }).render
      const pool = startPool(t, { sandbox, maxDataBytes })
      const turned = picturesPlan([large, large], { width: 2000, height: 2000, resize: true })
      await assert.rejects(render(t, pool, turned), {
        code: 'media_too_large',
        message: /more memory than this service/,
        retry: false,
      })
      assert.equal((await render(t, pool, picturesPlan([small, small]))).frames, 2)
    })
  }
})
