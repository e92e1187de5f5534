import assert from 'node:assert/strict'
import { readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, suite, test } from 'node:test'
import { findProgram } from '#src/lib/tools/find-program.ts'
import { allEnded, assertNothingLost } from '../support/processes/crash.ts'
import { postPictures, postVideo, statusOf } from '../support/creations.ts'
import { fakeTools } from '../support/rendering/fake-tools.ts'
import { withGrowingLimit } from '../support/processes/growing-limit.ts'
import { blackPng } from '../support/media/hostile-files.ts'
import { type Hunt, killRenderAfterTools, killTool, toolsOf } from '../support/processes/kill-tool.ts'
import { makeVideo } from '../support/media/media.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { dataFolder, descendants, programOf, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { readRows } from '../support/stores/database-access.ts'

/** A server with one place for work, and its data folder. */
async function startWith(t: TestContext, settings: Record<string, string> = {}) {
  const folder = await dataFolder(t)
  const server = await startServer({
    DATA_DIR: folder,
    // No server is started twice: nothing waits for a lease to run out, and no slow machine is to lose one.
    LEASE_SECONDS: '120',
    WORKER_CONCURRENCY: '1',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  t.after(async () => {
    server.child.kill('SIGKILL')
    await server.exited
  })
  return { folder, server }
}

type Service = Awaited<ReturnType<typeof startWith>>

async function smallVideo(t: TestContext): Promise<Buffer> {
  return readFile(await makeVideo(t, { seconds: 1, width: 320, height: 180 }))
}

/** Asks the database of a service for one number. */
async function ask(folder: string, sql: string, ...values: string[]): Promise<number> {
  const [row = {}] = await readRows(folder, sql, ...values)
  return Number(Object.values(row)[0])
}

/** How often making the GIF of a task has failed so far. */
function failures(folder: string, task: string): Promise<number> {
  return ask(folder, 'select failures from task where id = ?', task)
}

/** Every tool of a creation, in the order of their beginnings, by the words that it is started with. */
const tools: Record<string, RegExp> = {
  'reads the headers and packets': /^ffprobe .*codec_name/,
  'decodes the frames and writes MP4 and WebP': /^ffmpeg .*in-0.*libx264/,
}

/** A tool may be gone before it is seen; then another task is watched. */
const maxTries = 5
const looksPerQuestion = 20

/**
 * Has GIFs made until the hunt met what it waits for; gives the tasks. No task is hit that has failed before: three
 * times are the end of it.
 */
async function makeUntil(
  { folder, server: { url } }: Service,
  video: Uint8Array,
  kill: (hunt: Hunt) => Promise<boolean>,
): Promise<string[]> {
  const tasks: string[] = []
  for (let tries = 0; tries < maxTries; tries++) {
    let task: string | undefined
    let looks = 0
    const met = kill({
      isOver: async () => {
        const isAsked = task !== undefined && ++looks % looksPerQuestion === 0
        return isAsked && (await statusOf(url, String(task))).status === 'done'
      },
      mayKill: async () =>
        (await ask(folder, "select count(*) from task where status = 'processing' and failures = 0")) > 0,
    })
    task = await postVideo(url, video)
    tasks.push(task)
    if (await met) return tasks
  }
  throw new Error('it was never seen')
}

test('kill -9 of each tool of a creation, and of what renders when its tools have ended: every task ends done', async (t) => {
  const service = await startWith(t)
  const { folder, server } = service
  const video = await smallVideo(t)
  const tasks: string[] = []
  for (const [name, words] of Object.entries(tools)) {
    await t.test(`the one that ${name}`, async () => {
      // One that runs beside the one that was hit is of a task that fails anyway.
      await until('no tool runs', () => toolsOf(server.pid).length === 0)
      tasks.push(...(await makeUntil(service, video, (hunt) => killTool(server.pid, words, hunt))))
    })
  }
  await t.test('what renders, between its last tool and its answer', async () => {
    tasks.push(...(await makeUntil(service, video, (hunt) => killRenderAfterTools(server.pid, hunt))))
  })
  await assertNothingLost(folder, server.url, tasks)
  assert.ok((await ask(folder, 'select sum(failures) from task')) > 0)
})

/** A search path with the programs that a creation needs, of which one may be taken away, or be another. */
async function toolBox(t: TestContext, changing: 'ffmpeg' | 'bwrap' = 'ffmpeg') {
  const folder = await makeFolder(t)
  // `true` is what the sandbox of each tool is tried with.
  for (const name of ['ffmpeg', 'ffprobe', 'bwrap', 'setpriv', 'prlimit', 'nice', 'true']) {
    if (name === changing) continue
    const program = await findProgram(name, process.env.PATH ?? '')
    if (program !== undefined) await symlink(program, join(folder, name))
  }
  const real = await findProgram(changing, process.env.PATH ?? '')
  assert.ok(real !== undefined)
  const place = join(folder, changing)
  return {
    path: folder,
    putBack: async () => {
      await symlink(real, `${place}.new`)
      await rename(`${place}.new`, place)
    },
    replace: async (script: string) => {
      await writeFile(`${place}.new`, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      await rename(`${place}.new`, place)
    },
  }
}

/** What /readyz says is not as it should be. */
async function failingChecks(url: string): Promise<string[]> {
  const { failing = [] } = (await (await fetch(`${url}/readyz`)).json()) as { failing?: string[] }
  return failing
}

/** What the kernel lets a render process fill, in place of the usual. */
const lowLimit = [
  'for word do shift; case $word in --data=*) word=--data=900000000;; esac; set -- "$@" "$word"; done',
  'exec $REAL/prlimit "$@"',
].join('\n')

suite('tools that are not what they should be', { concurrency: 3 }, () => {
  test('without ffmpeg every task waits, and is done once it is there; the server goes on', async (t) => {
    const box = await toolBox(t)
    const { folder, server } = await startWith(t, { PATH: box.path })
    const tasks = [await postVideo(server.url, await smallVideo(t)), await postPictures(server.url)]
    for (const task of tasks) await until('it was tried', async () => (await failures(folder, task)) > 0)
    for (const task of tasks) assert.match((await statusOf(server.url, task)).status, /waiting|processing/)
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503)
    await box.putBack()
    await assertNothingLost(folder, server.url, tasks)
    await until('it is ready', async () => (await fetch(`${server.url}/readyz`)).status === 200)
  })

  test('while no sandbox can be made no file is at fault, and every task is done once one can', async (t) => {
    const box = await toolBox(t, 'bwrap')
    await box.putBack()
    const { folder, server } = await startWith(t, { PATH: box.path })
    const before = await postVideo(server.url, await smallVideo(t))
    await until('it is done', async () => (await statusOf(server.url, before)).status === 'done')
    await box.replace('echo "bwrap: Can\'t bind mount /oldroot/etc/ld.so.cache" >&2; exit 1')
    const pictures = await postPictures(server.url)
    await until('it was tried', async () => (await failures(folder, pictures)) > 0)
    // Not before: a process that was started with the real bwrap would still make it.
    const video = await postVideo(server.url, await smallVideo(t))
    await until('it was tried', async () => (await failures(folder, video)) > 0)
    await until('/readyz says so', async () => (await failingChecks(server.url)).join() === 'decoder')
    await box.putBack()
    await assertNothingLost(folder, server.url, [before, pictures, video])
    await until('it is ready', async () => (await fetch(`${server.url}/readyz`)).status === 200)
  })

  test('an ffmpeg that hangs ends its task in timed_out, and those after it are done', async (t) => {
    const box = await toolBox(t)
    await box.putBack()
    await withGrowingLimit(5, async (seconds) => {
      const { folder, server } = await startWith(t, { PATH: box.path, MAX_RENDER_SECONDS: String(seconds) })
      // The decoder check, which runs at the start, is not to hang; its tiny clip has to be made in time.
      const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200
      const startMs = (seconds + 30) * 1000
      if (
        !(await until('it is ready', isReady, startMs).then(
          () => true,
          () => false,
        ))
      )
        return false
      await box.replace('exec /bin/sleep 1000')
      const hanging = await postPictures(server.url)
      const hangs = () => descendants(server.pid).some((pid) => programOf(pid) === 'sleep')
      let wasSeen = false
      await until('it hangs, or was not begun in time', async () => {
        wasSeen = hangs()
        return wasSeen || (await statusOf(server.url, hanging)).status === 'error'
      })
      const tasks = [await postPictures(server.url), await postPictures(server.url)]
      await box.putBack()
      const ends = await allEnded(server.url, tasks)
      if (!wasSeen || ends.some(({ error }) => error?.code === 'timed_out')) return false
      await assertNothingLost(folder, server.url, tasks, { failing: { [hanging]: 'timed_out' } })
      assert.ok(!hangs())
      return true
    })
  })

  test('a task that wants more memory than there is ends in a clear error, and those around it are done', async (t) => {
    const { folder, server } = await startWith(t, { PATH: await fakeTools(t, { prlimit: lowLimit }) })
    const bytes = blackPng({ width: 6300, height: 6300, interlaced: true, deep: true })
    const picture = `data:image/png;base64,${bytes.toString('base64')}`
    const before = await postPictures(server.url)
    const large = { width: 1280, height: 1280, resize: 1, pictures: [picture, picture] }
    const tooLarge = await postPictures(server.url, large)
    const after = await postVideo(server.url, await smallVideo(t))
    await assertNothingLost(folder, server.url, [before, after], {
      failing: { [tooLarge]: 'media_too_large' },
    })
  })
})
